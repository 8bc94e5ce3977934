// Whole files of exports and reports: every column, in its order, and every row.
import { beforeAll, describe, expect, test } from 'vitest';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import {
  type ExportKind,
  makeExport,
  makeReport,
} from '../../../../sandbox/src/service/domain/exports/export-files.ts';
import { registerPayment } from '../../../../sandbox/src/service/domain/payments/bookings.ts';
import type { ReportType } from '../../../../sandbox/src/service/model/export-file.ts';
import { card, ids, onAccount, Shop } from './billing-kit.ts';

let shop: Shop;
let names: readonly (readonly [id: string, name: string])[];

/** Acme pays Pro by card, the second time in vain. Ada owes a year of Basic, and half of it is credited. */
beforeAll(async () => {
  shop = new Shop('2026-01-15T23:30:00Z');
  shop.answering(
    { Outcome: 'Succeeded', ProviderTransactionId: 'p-1' },
    {
      Outcome: 'Failed',
      ProviderTransactionId: 'p-2',
      ErrorCode: 'InsufficientBalance',
      ErrorMessage: 'No money',
      Severity: 'Severe',
    },
  );
  const acme = shop.order(
    {
      Customer: { CompanyName: 'Acme, "Süd"', DebitorAccount: '10001', Address: { Country: 'DE' } },
      Cart: {
        PlanVariantId: ids.proMonthly,
        ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }],
      },
    },
    card,
  );
  await shop.settle();
  const ada = shop.order(
    {
      Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: ids.basicYearly },
    },
    onAccount,
  );
  await shop.advanceTo('2026-02-17T00:00:00Z');
  shop.core.transaction((tx) => endContract(tx, ada.Id, '2026-07-01T00:00:00Z'));
  await shop.settle();
  names = [
    [acme.Id, 'contract-1'],
    [acme.CustomerId, 'acme'],
    [acme.ReferenceCode, 'CODE-1'],
    [ada.Id, 'contract-2'],
    [ada.CustomerId, 'ada'],
    [ada.ReferenceCode, 'CODE-2'],
    ...[...shop.tx.paymentTransactions].map(({ Id, Amount }) => [Id, `payment-of-${Amount}`] as const),
  ];
});

/** The lines of a file, with names for ids. */
function linesOf(content: string | undefined): string[] {
  const named = names.reduce((text, [id, name]) => text.replaceAll(id, name), content ?? '');
  expect(named.endsWith('\r\n')).toBe(true);
  return named.slice(0, -2).split('\r\n');
}

const exported = (kind: ExportKind, span: { DateFrom?: string; DateTo?: string } = {}) =>
  linesOf(shop.core.transaction((tx) => makeExport(tx, kind, span)).Content);

const reported = (Type: ReportType, span: { DateFrom?: string; DateTo?: string } = {}) =>
  linesOf(shop.core.transaction((tx) => tx.files.get(makeReport(tx, { Type, ...span }).FileId)?.Content));

const ofBookings =
  'Date,Type,Description,DocumentNumber,DueDate,CustomerId,DebitorAccount,CustomerName,ContractId,Net,VatPercentage,Vat,Gross,Currency,PaymentTransactionId';
const bookings = [
  '2026-01-16,Receivable,Invoice: 2026-000001,2026-000001,2026-01-16,acme,10001,"Acme, ""Süd""",contract-1,87,19,16.53,103.53,EUR,',
  '2026-01-16,Payment,Transaction: payment-of-103.53,2026-000001,,acme,10001,"Acme, ""Süd""",contract-1,,,,-103.53,EUR,payment-of-103.53',
  '2026-01-16,Receivable,Invoice: 2026-000002,2026-000002,2026-01-30,ada,,Ada Lovelace,contract-2,99,19,18.81,117.81,EUR,',
  '2026-02-16,Receivable,Invoice: 2026-000003,2026-000003,2026-02-16,acme,10001,"Acme, ""Süd""",contract-1,38,19,7.22,45.22,EUR,',
  '2026-02-17,Credit,Credit note: 2026-000004,2026-000004,2026-03-03,ada,,Ada Lovelace,contract-2,-53.98,19,-10.26,-64.24,EUR,',
];
const ofRevenue = 'ProductType,ProductId,Description,Quantity,Net,Vat,Gross,Currency';
const ofOpenItems = 'InvoiceNumber,Date,DueDate,CustomerId,CustomerName,ContractId,Total,Open,Currency';
const ofContracts =
  'ContractId,ReferenceCode,CustomerId,CustomerName,Plan,PlanVariantId,LifecycleStatus,StartDate,EndDate,NextBillingDate,Balance,Currency';

describe('the file', () => {
  test('of an accounting export has bookings by day of the merchant, documents with net and VAT, payments without', () => {
    expect(exported('AccountingExport')).toEqual([ofBookings, ...bookings]);
  });

  test('of a payments export has each payment with its status', () => {
    expect(exported('PaymentsExport')).toEqual([
      'Date,TransactionId,Type,Status,ErrorCode,Provider,Role,ProviderTransactionId,Amount,Currency,CustomerId,CustomerName,ContractId,InvoiceNumber',
      '2026-01-16,payment-of-103.53,Payment,Succeeded,,FakePSP,CreditCard,p-1,103.53,EUR,acme,"Acme, ""Süd""",contract-1,2026-000001',
      '2026-02-16,payment-of-45.22,Payment,Failed,InsufficientBalance,FakePSP,CreditCard,p-2,45.22,EUR,acme,"Acme, ""Süd""",contract-1,2026-000003',
    ]);
  });

  test('Revenue sums by product; a credit is subtracted', () => {
    expect(reported('Revenue')).toEqual([
      ofRevenue,
      `RecurringFee,${ids.proMonthly},Pro,2,58,11.02,69.02,EUR`,
      `Component,${ids.seat},Seat,4,18,3.42,21.42,EUR`,
      `SetupFee,${ids.proMonthly},Pro Einrichtung,1,49,9.31,58.31,EUR`,
      `RecurringFee,${ids.basicYearly},Basic,0,45.02,8.55,53.57,EUR`,
    ]);
  });

  test('OpenItems lists what is unpaid, minus credits', () => {
    expect(reported('OpenItems')).toEqual([
      ofOpenItems,
      '2026-000003,2026-02-16,2026-02-16,acme,"Acme, ""Süd""",contract-1,45.22,45.22,EUR',
      '2026-000002,2026-01-16,2026-01-30,ada,Ada Lovelace,contract-2,117.81,53.57,EUR',
    ]);
  });

  test('Contracts lists them with their end and the next billing date that the contract shows', () => {
    expect(reported('Contracts')).toEqual([
      ofContracts,
      `contract-1,CODE-1,acme,"Acme, ""Süd""",Pro,${ids.proMonthly},Active,2026-01-16,,2026-03-16,45.22,EUR`,
      `contract-2,CODE-2,ada,Ada Lovelace,Basic,${ids.basicYearly},Active,2026-01-16,2026-07-01,2026-07-01,53.57,EUR`,
    ]);
  });
});

describe('a span', () => {
  test('excludes what was before and after it', () => {
    const later = { DateFrom: '2026-02-01' };
    expect(exported('AccountingExport', later)).toEqual([ofBookings, ...bookings.slice(3)]);
    expect(exported('PaymentsExport', later)).toHaveLength(2);
    expect(reported('OpenItems', later)).toHaveLength(2);
    expect(reported('Contracts', later)).toEqual([ofContracts]);
    expect(reported('Revenue', later).slice(1)).toEqual([
      `RecurringFee,${ids.proMonthly},Pro,1,29,5.51,34.51,EUR`,
      `Component,${ids.seat},Seat,2,9,1.71,10.71,EUR`,
      `RecurringFee,${ids.basicYearly},Credit: Basic,-1,-53.98,-10.26,-64.24,EUR`,
    ]);
    const earlier = { DateTo: '2026-01-31T00:00:00Z' };
    expect(exported('AccountingExport', earlier)).toEqual([ofBookings, ...bookings.slice(0, 3)]);
    expect(reported('OpenItems', earlier)).toHaveLength(2);
  });

  test('includes both of its ends', () => {
    const [first] = [...shop.tx.ledgerEntries];
    const at = first?.Timestamp as string;
    expect(exported('AccountingExport', { DateFrom: at, DateTo: at })).toContain(bookings[0]);
  });

  test('is shown by the file: its end is now, or the whole day that it names', () => {
    const of = (span: { DateFrom?: string; DateTo?: string }) =>
      shop.core.transaction((tx) => makeExport(tx, 'PaymentsExport', span));
    const { Id, MD5, Content, ...file } = of({ DateFrom: '2026-02-01' });
    expect(file).toEqual({
      Kind: 'PaymentsExport',
      Name: 'payments-export-2026-02-17.csv',
      ContentType: 'text/csv',
      Length: Content.length + 1, // ü has two bytes
      UploadDate: '2026-02-17T00:00:00.0000000Z',
      DateFrom: '2026-01-31T23:00:00.0000000Z',
      DateTo: '2026-02-17T00:00:00.0000000Z',
      Rows: 1,
    });
    expect(of({ DateTo: '2026-02-15' })).toMatchObject({ DateTo: '2026-02-15T22:59:59.9990000Z', Rows: 1 });
    expect(of({ DateTo: '20260215' })).toMatchObject({ DateTo: '2026-02-15T22:59:59.9990000Z' });
    expect(of({ DateTo: '2026-02-15T10:00:00Z' }).DateTo).toBe('2026-02-15T10:00:00.0000000Z');
    expect(of({}).DateFrom).toBeUndefined();
  });

  test('that ends before it starts is rejected', () => {
    const refused = shop.refusal(() => makeExport(shop.tx, 'PaymentsExport', { DateFrom: '2026-03-01' }));
    expect(refused).toMatchObject({ kind: 'Invalid', fields: [{ Field: 'DateFrom' }] });
    expect(exported('PaymentsExport', { DateFrom: '2026-02-17T00:00:00Z' })).toHaveLength(1);
  });
});

test.each([
  ['Europe/Berlin', '2026-02-18'],
  ['America/New_York', '2026-02-17'],
  ['UTC', '2026-02-17'],
])('is named after the day in %s', (TimeZone, day) => {
  const one = new Shop('2026-02-17T23:30:00Z', { account: { TimeZone } });
  const Names = one.core.transaction((tx) => {
    makeReport(tx, { Type: 'Contracts' });
    for (const kind of ['AccountingExport', 'PaymentsExport'] as const) makeExport(tx, kind, {});
    return [...tx.files].map(({ Name }) => Name);
  });
  expect(Names).toEqual(
    ['report-contracts', 'accounting-export', 'payments-export'].map((name) => `${name}-${day}.csv`),
  );
});

test('a payment booked on an earlier day is among the bookings of that day', () => {
  const one = new Shop('2026-01-15T09:00:00Z');
  const { Id } = one.signup(ids.basicMonthly);
  const file = one.core.transaction((tx) => {
    registerPayment(tx, Id, { Amount: 5, BookingDate: '2026-01-12T09:00:00Z' });
    return makeExport(tx, 'AccountingExport', {});
  });
  const rows = file.Content.split('\r\n').slice(1, -1);
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
    ['2026-01-12', 'Payment'],
    ['2026-01-15', 'Receivable'],
  ]);
});

test('files and reports are announced by their ids', () => {
  const events: unknown[] = [];
  const EntityId = shop.tx.account.Id;
  const end = shop.core.feed.on('event', ({ Payload }) => void events.push(Payload));
  const [accounting, payments, report] = shop.core.transaction((tx) => [
    makeExport(tx, 'AccountingExport', {}).Id,
    makeExport(tx, 'PaymentsExport', {}).Id,
    makeReport(tx, { Type: 'Contracts' }).Id,
  ]);
  end();
  expect(events).toEqual([
    { Event: 'AccountingExportFileCreated', EntityId, FileId: accounting },
    { Event: 'PaymentsExportFileCreated', EntityId, FileId: payments },
    { Event: 'ReportSucceeded', EntityId, ReportId: report },
  ]);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-x', "'-x"],
  ['@x', "'@x"],
  ['a=b', 'a=b'],
  [';=cmd', ";'=cmd"],
  ['a; =cmd', "a;' =cmd"],
  ['  =1+1', "'  =1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['two\n=lines', '"two\n\'=lines"'],
  ['two\nlines', '"two\nlines"'],
  ['say "x"', '"say ""x"""'],
])('a customer called %j becomes the cell %j', (CompanyName, cell) => {
  const one = new Shop('2026-01-15T09:00:00Z');
  one.signup(ids.basicMonthly, {}, { CompanyName, Address: { Country: 'DE' } });
  const file = one.core.transaction((tx) => makeExport(tx, 'AccountingExport', {}));
  expect(file.Content).toContain(`,,${cell},`);
});
