import { expect, it } from 'vitest';
import {
  findContracts,
  type Life,
  lifeLines,
  readLife,
  summarize,
} from '../../../../sandbox/src/served/agents/contract-life.ts';
import { clock } from '../../../../sandbox/src/served/agents/tools/clock.ts';
import { explain } from '../../../../sandbox/src/served/agents/tools/explain.ts';
import { webhooks } from '../../../../sandbox/src/served/agents/tools/webhooks.ts';

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

/** A service that answers paths by their beginning: the longest that fits. */
function answering(answers: Readonly<Record<string, unknown>>): never {
  const answer = async (_method: string, path: string) =>
    answers[
      Object.keys(answers)
        .filter((start) => path.startsWith(start))
        .sort((one, other) => other.length - one.length)[0] ?? ''
    ] ?? [];
  return { rest: answer, control: answer } as never;
}

const id = (end: string) => end.padStart(24, '0');

it.each([
  ['a contract', { contractId: id('a') }, [id('a')]],
  ['a customer by id', { customer: id('1') }, [id('c'), id('b')]],
  ['a customer by e-mail', { customer: 'ada@example.com' }, [id('c'), id('b')]],
  ['each customer with that external id, newest first', { customer: 'crm-7' }, [id('d'), id('c'), id('b')]],
  ['nobody', { customer: 'nobody' }, []],
  ['all', {}, [id('d'), id('a')]],
])('finds the contracts of %s', async (_whose, asked, expected) => {
  const service = answering({
    '/contracts?': [{ Id: id('a') }, { Id: id('d') }],
    [`/contracts/${id('a')}`]: { Id: id('a') },
    '/customers?emailAddress=ada%40example.com': [{ Id: id('1') }],
    '/customers?externalId=crm-7': [{ Id: id('1') }, { Id: id('2') }],
    [`/customers/${id('1')}/contracts`]: [{ Id: id('b') }, { Id: id('c') }],
    [`/customers/${id('2')}/contracts`]: [{ Id: id('d') }],
  });
  expect((await findContracts(service, asked)).map(({ Id }) => Id)).toEqual(expected);
});

it('reads the documents and payments of a life newest first, and its bookings as they come', async () => {
  const entries = [{ Id: id('1') }, { Id: id('3') }, { Id: id('2') }];
  const paths = ['/invoices', '/paymentTransactions', `/contracts/${id('a')}/ledgerEntries`];
  const life = await readLife(
    answering(Object.fromEntries(paths.map((path) => [`${path}?`, entries]))),
    id('a'),
  );
  const newest = [id('3'), id('2'), id('1')];
  expect([life.invoices, life.transactions].map((list) => list.map(({ Id }) => Id))).toEqual([
    newest,
    newest,
  ]);
  expect(life.ledger).toEqual(entries);
});

it('explains all that is known of a request and of a mail', async () => {
  const service = answering({
    '/requests/7': {
      Method: 'POST',
      Path: '/api/v1/orders',
      Status: 422,
      At: '2026-01-15T10:00:00Z',
      Error: { Code: 'InvalidData', Message: 'Cart is missing.' },
      RequestBody: '{"A":1}',
      AnswerBody: '{"B":2}',
      Warnings: ['unknown property A', 'unknown property C'],
      Events: ['e1'],
    },
    [`/mails/${id('a')}`]: {
      To: 'ada@example.com',
      EventType: 'InvoiceCreated',
      Subject: 'Your invoice',
      Text: 'Hello.',
      Attachments: [{ Name: 'R-1.pdf' }, { Name: 'terms.pdf' }],
    },
  });
  const request = await explain.run(service, { what: ' 7 ' } as never);
  for (const part of ['InvalidData', 'Cart is missing.', 'unknown property A; unknown property C'])
    expect(request).toContain(part);
  for (const part of ['Sent: ', '"A"', 'Answered: ', '"B"', 'Events that it caused: 1'])
    expect(request).toContain(part);
  const mail = await explain.run(service, { what: id('a') } as never);
  for (const part of [
    'ada@example.com',
    'InvoiceCreated',
    '"Your invoice"',
    '"Hello."',
    'R-1.pdf',
    'terms.pdf',
  ])
    expect(mail).toContain(part);
});

it('says which endpoint is disabled', async () => {
  const endpoint = { Url: 'https://shop.example/', Pending: 2 };
  const text = await webhooks.run(
    answering({
      '/webhooks': [
        { Id: id('1'), ...endpoint },
        { Id: id('2'), ...endpoint, DisabledAt: '2026-01-15T10:00:00Z' },
      ],
    }),
    {} as never,
  );
  expect(text.match(/^endpoint .*$/gm)?.map((one) => one.endsWith(', disabled'))).toEqual([false, true]);
});

it.each([
  [3, '3 events: InvoiceCreated 3'],
  [500, '500 or more events: InvoiceCreated 500'],
])(
  'the clock counts all that happened where the last event before is not among the newest: %d',
  async (count, text) => {
    const events = Array.from({ length: count }, (_, at) => ({ Id: `e${at}`, Event: 'InvoiceCreated' }));
    const Now = '2026-02-15T10:00:00.0000000Z';
    const service = {
      control: async (_method: string, path: string) =>
        path === '/events?take=1'
          ? [{ Id: 'before' }]
          : path.startsWith('/events')
            ? events
            : { Now, Mode: 'Manual' },
      done: async () => ({ Now }),
    };
    expect(await clock.run(service as never, { advance: 'P1M' } as never)).toContain(text);
  },
);
