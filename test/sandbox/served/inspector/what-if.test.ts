// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest';
import type { Future } from '../../../../sandbox/src/served/inspector/what-if.ts';

/* What is compared of two futures of a contract. */

type WhatIf = typeof import('../../../../sandbox/src/served/inspector/what-if.ts');
let whatIf: WhatIf;
beforeAll(async () => {
  vi.resetModules();
  whatIf = await import('../../../../sandbox/src/served/inspector/what-if.ts');
});

const future = (contract: object = {}, more: object = {}): Future =>
  ({
    Now: '2026-03-15T00:00:00Z',
    Contract: {
      StartDate: '2026-01-15T00:00:00Z',
      Phases: [],
      Balance: 0,
      Currency: 'JPY',
      LifecycleStatus: 'Active',
      ...contract,
    },
    Invoices: [],
    Transactions: [],
    Ledger: [],
    Events: [],
    Mails: [],
    ...more,
  }) as unknown as Future;

const facts = (one: Future, other = one): unknown[] =>
  whatIf.compared(one, other).map(({ what, present, otherwise }) => [what, present, otherwise]);

it('is its state, in the currency of the contract', () => {
  const ended = future({
    Balance: 12,
    LifecycleStatus: 'Ended',
    EndDate: '2026-03-01T00:00:00Z',
    NextBillingDate: '2026-04-01T00:00:00Z',
  });
  expect(facts(future(), ended)).toEqual([
    ['Status', 'Active', 'Ended'],
    ['Balance', '0 JPY', '12 JPY'],
    ['Ends', '–', '2026-03-01'],
    ['Next billing', '–', '2026-04-01'],
  ]);
});

it('is each document by its day, oldest first, and how often what was told', () => {
  const documents = {
    Invoices: [
      { DocumentDate: '2026-03-15', TotalGross: 3, IsInvoice: false },
      { DocumentDate: '2026-02-15', TotalGross: 2, IsInvoice: true },
      { DocumentDate: '2026-02-15', TotalGross: 1, IsInvoice: true },
    ],
    Transactions: [
      { StatusTimestamp: '2026-02-16T00:00:00Z', Amount: 2, Status: { Status: 'Succeeded' } },
      { StatusTimestamp: '2026-02-15T00:00:00Z', Amount: 1, Status: { Status: 'Failed' } },
    ],
    Events: [{ Event: 'PaymentFailed' }, { Event: 'InvoiceCreated' }, { Event: 'PaymentFailed' }],
    Mails: [{ EventType: 'PaymentFailed' }],
  };
  const told = [
    ['Invoice of 2026-02-15', '1 JPY, 2 JPY'],
    ['Credit note of 2026-03-15', '3 JPY'],
    ['Payment of 2026-02-15', '1 JPY Failed'],
    ['Payment of 2026-02-16', '2 JPY Succeeded'],
    ['Event PaymentFailed', '2 ×'],
    ['Event InvoiceCreated', '1 ×'],
    ['Mail PaymentFailed', '1 ×'],
  ];
  expect(facts(future({}, documents), future()).slice(4)).toEqual(
    told.map(([what, text]) => [what, text, '–']),
  );
  expect(facts(future(), future({}, documents)).slice(4)).toEqual(
    told.map(([what, text]) => [what, '–', text]),
  );
});

it('is drawn with all that it has', () => {
  const contract = { NextBillingDate: '2026-04-15T00:00:00Z' };
  const life = whatIf.lifeOfFuture(
    future(contract, {
      Invoices: [
        {
          Id: 'i1',
          InvoiceNumber: 'N1',
          TotalGross: 9,
          IsInvoice: true,
          ItemList: [{ PeriodStart: '2026-01-15', PeriodEnd: '2026-02-15' }],
        },
      ],
      Transactions: [
        {
          Id: 't1',
          StatusTimestamp: '2026-02-15',
          StatusHistory: [],
          Status: { Status: 'Failed' },
          Amount: 9,
          Type: 'Payment',
        },
      ],
      Ledger: [{ Type: 'Invoice', Timestamp: '2026-02-15', Amount: 9, Balance: 9, Description: 'N1' }],
      Next: { Invoice: { TotalGross: 5 } },
      Cancellation: { NextPossibleCancellationDate: '2026-04-01T00:00:00Z' },
    }),
  );
  expect(life.marks.map(({ lane, text }) => [lane, text])).toEqual([
    ['period', 'N1: 9 JPY'],
    ['period', 'Next: 5 JPY'],
    ['payment', 'Payment 9 JPY: Failed'],
    ['booking', 'Invoice 9 JPY: N1'],
    ['next', 'Renewal'],
    ['next', 'Last day of notice for the next end'],
  ]);
});

it('asks for the whole contract and keeps nothing, unless that is wanted', () => {
  expect(whatIf.whatIfRequest('c1', '', { what: '', Advance: 'P1M' }).body).toEqual({
    ContractId: 'c1',
    Requests: [],
    Advance: 'P1M',
  });
});
