import { expect, it } from 'vitest';
import { type Life, lifeLines, summarize } from '../../../../sandbox/src/served/agents/contract-life.ts';

it('shows amounts with the digits of the currency', () => {
  const booking = { Timestamp: '2026-01-15T10:00:00Z', Type: 'Receivable', Amount: 1200, Balance: 1200 };
  const linesIn = (Currency: string) =>
    lifeLines({
      contract: { Currency, Phases: [] },
      invoices: [],
      transactions: [],
      ledger: [booking],
    } as unknown as Life)
      .map(({ text }) => text)
      .join();
  expect(linesIn('JPY')).toContain('booking Receivable 1200, balance 1200');
  expect(linesIn('EUR')).toContain('booking Receivable 1200.00, balance 1200.00');
});

it('has phases, documents, payments and bookings, newest first, each by what it is', () => {
  const document = { Currency: 'EUR', TotalGross: 11.78 };
  const lines = lifeLines({
    contract: { Currency: 'EUR', Phases: [{ Type: 'Normal', StartDate: '2026-01-15T10:00:00Z' }] },
    invoices: [
      { ...document, Id: 'i2', InvoiceNumber: 'C-1', IsInvoice: false, Created: '2026-01-15T10:03:00Z' },
      { ...document, Id: 'i1', InvoiceNumber: 'R-1', IsInvoice: true, Created: '2026-01-15T10:01:00Z' },
    ],
    transactions: [
      {
        Id: 'p1',
        Type: 'Payment',
        Amount: 11.78,
        PaymentProvider: 'FakePSP',
        StatusHistory: [
          { Timestamp: '2026-01-15T10:02:00Z', Status: 'Failed', ErrorCode: 'BearerExpired' },
          { Timestamp: '2026-01-15T10:04:00Z', Status: 'Succeeded' },
        ],
      },
    ],
    ledger: [],
  } as unknown as Life);
  expect(lines.map(({ text }) => text)).toEqual([
    '2026-01-15 10:04 payment 11.78 by FakePSP: Succeeded (p1)',
    '2026-01-15 10:03 credit note C-1 11.78 EUR (i2)',
    '2026-01-15 10:02 payment 11.78 by FakePSP: Failed BearerExpired (p1)',
    '2026-01-15 10:01 invoice R-1 11.78 EUR (i1)',
    '2026-01-15 10:00 phase Normal',
  ]);
});

it('sums up what a contract owes, when it is billed and when it ends', async () => {
  const service = { rest: async () => ({ Invoice: { TotalGross: 11.78 } }) } as never;
  const contract = {
    Id: 'k',
    LifecycleStatus: 'Active',
    CustomerName: 'Ada',
    CustomerId: 'c',
    Currency: 'EUR',
  };
  const summary = async (more: object) =>
    (await summarize(service, { ...contract, Balance: 0, ...more } as never)).map(({ text }) => text);
  expect(
    await summary({
      PlanVariantId: 'v',
      PaymentProvider: 'FakePSP',
      Balance: 11.78,
      CurrentDunning: { Level: 2 },
      NextBillingDate: '2026-02-15T10:00:00Z',
      EndDate: '2026-03-15T10:00:00Z',
    }),
  ).toEqual([
    'Contract k: Active, plan variant v, pays by FakePSP.',
    'Customer c: "Ada".',
    'Owed 11.78 EUR. Reminders: 2.',
    'Next billing 2026-02-15 10:00 for 11.78.',
    'Ends 2026-03-15 10:00.',
  ]);
  expect(await summary({})).toEqual([
    'Contract k: Active, plan variant none (trial), pays by nothing.',
    'Customer c: "Ada".',
    'Owed 0.00 EUR.',
    'No billing ahead.',
  ]);
  for (const [Balance, after] of [
    [-1.78, ', 10.00 after the credit'],
    [-20, ', 0.00 after the credit'],
    [0, ''],
  ] as const)
    expect((await summary({ Balance, NextBillingDate: '2026-02-15T10:00:00Z' })).at(-1)).toBe(
      `Next billing 2026-02-15 10:00 for 11.78${after}.`,
    );
});
