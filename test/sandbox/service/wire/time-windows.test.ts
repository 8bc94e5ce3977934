import { beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../../../openapi-document.ts';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';
import { type Json, Merchant } from '../lives/merchant.ts';

// Every filter of time of every list, around midnights in universal time and in the account's zone (Europe/Berlin), across
// both clock changes: a window is half open, and times are compared as they are stored, to the tick of 100 ns.

type Documents = { readonly [collection: string]: readonly { readonly [field: string]: unknown }[] };

const dates = ['dateFrom', 'dateTo'] as const;

/** Each list with a window: the collection behind it, the time by which it is filtered, and the names of the filters. */
const lists: { readonly [path: string]: readonly [string, string, readonly [string, string]] } = {
  '/api/v1/orders': ['orders', 'CreatedAt', dates],
  '/api/v1/invoices': ['invoices', 'Created', dates],
  '/api/v1/dunnings': ['dunnings', 'CreationTime', dates],
  '/api/v1/paymentTransactions': ['paymentTransactions', 'StatusTimestamp', dates],
  '/api/v1/paymentRefunds': ['paymentRefunds', 'TimeStamp', dates],
  '/api/v1/accountingExportFiles': ['files', 'UploadDate', dates],
  '/api/v1/paymentsExportFiles': ['files', 'UploadDate', dates],
  '/api/v1/reports': ['reports', 'Created', dates],
  '/api/v1/files': ['files', 'UploadDate', dates],
  '/api/v1/subscriptions': ['contracts', 'StartDate', ['contractStartFrom', 'contractStartTo']],
  '/api/v1/contracts/{id}/usage': ['meteredUsages', 'DueDate', ['fromDateTime', 'untilDateTime']],
  '/sandbox/events': ['events', 'At', dates],
};

/** Midnights with the same instant as a time of the account. */
const midnights = [
  ['2026-03-28T23:00:00', '2026-03-29T00:00:00+01:00'],
  ['2026-03-29T00:00:00', '2026-03-29T01:00:00+01:00'],
  ['2026-03-29T22:00:00', '2026-03-30T00:00:00+02:00'],
  ['2026-03-30T00:00:00', '2026-03-30T02:00:00+02:00'],
  ['2026-10-24T22:00:00', '2026-10-25T00:00:00+02:00'],
  ['2026-10-25T23:00:00', '2026-10-26T00:00:00+01:00'],
] as const;

/** One tick before, at, and one tick after each; in universal time, so that they compare as texts. */
const times = midnights.flatMap(([at]) => [tickBefore(at), `${at}.0000000Z`, `${at}.0000001Z`]);

function tickBefore(at: string): string {
  return new Date(Date.parse(`${at}Z`) - 1).toISOString().replace('Z', '9999Z');
}

/** Windows: what is asked for, and the stored times that it holds: from the one on, before the other. */
const windows: readonly [from: string, to: string, since: string, before: string][] = [
  ...midnights.flatMap(([at, local]): [string, string, string, string][] => [
    [local, '', `${at}.0000000Z`, '9'],
    [local.replace('00:00+', '00:00.0000001+'), '', `${at}.0000001Z`, '9'],
    ['', tickBefore(at), '', `${at}.0000000Z`],
    // A time without a fraction of a millisecond is the whole of it.
    ['', local, '', `${at}.0010000Z`],
    ['', `${at}.0000001Z`, '', `${at}.0000002Z`],
  ]),
  // A date without a time is a day of the account's zone: of 23 and of 25 hours where the clock changes.
  ['', '2026-03-28', '', '2026-03-28T23:00:00.0000000Z'],
  ['', '20260328', '', '2026-03-28T23:00:00.0000000Z'],
  ['2026-03-29', '2026-03-29', '2026-03-28T23:00:00.0000000Z', '2026-03-29T22:00:00.0000000Z'],
  ['20260329', '20260329', '2026-03-28T23:00:00.0000000Z', '2026-03-29T22:00:00.0000000Z'],
  ['2026-10-25', '2026-10-25', '2026-10-24T22:00:00.0000000Z', '2026-10-25T23:00:00.0000000Z'],
];

let sandbox: Sandbox;
let api: Api;
let contractId: string;
let lived: ReturnType<Sandbox['snapshot']>;

beforeAll(async () => {
  sandbox = newSandbox({ config: { Account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } } });
  api = await backEnd(sandbox);
  const merchant = new Merchant(sandbox, await Merchant.token(sandbox));
  await merchant.signup('Basic monthly', {}, 'account');
  await sandbox.clock.set('2026-02-10T10:00:00Z');
  await merchant.signup('Pro monthly', {}, 'card');
  contractId = merchant.contractId;
  await merchant.usage(1);
  const [paid] = (await api('GET', `paymentTransactions?contractId=${contractId}`)).body;
  await api('POST', `paymentTransactions/${paid.Id}/refund`, { Amount: 1 });
  await api('POST', 'accountingExportFiles', {});
  await api('POST', 'paymentsExportFiles', {});
  await api('POST', 'reports', { Type: 'OpenItems' });
  lived = sandbox.snapshot();
});

/** What a list answers of copies of its newest document, one at each of the times. */
async function timesIn(path: string, asked: readonly string[]): Promise<string[]> {
  const [, field, names] = lists[path] as (typeof lists)[string];
  const query = names.flatMap((name, at) => (asked[at] ? `${name}=${encodeURIComponent(asked[at])}` : []));
  const address = path.replace('{id}', contractId);
  const { status, body } = await api('GET', `${address}?take=500&${query.join('&')}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const ids: string[] = body.map((one: { Id?: string; ContractId?: string }) =>
    field === 'StartDate' ? one.ContractId : one.Id,
  );
  return ids.flatMap((id) => (id.startsWith('f') ? (times[Number(id.slice(1))] ?? []) : [])).sort();
}

describe('a window of time', () => {
  it('is tested for each list that has one', () => {
    type Parameter = { readonly name: string; readonly description?: string; readonly $ref?: string };
    const { paths, components } = openApiDocument as unknown as {
      paths: Record<string, { get?: { parameters?: Parameter[] } }>;
      components: { parameters: Record<string, Parameter> };
    };
    const named = (one: Parameter) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one;
    const windowed = Object.entries(paths).filter(([, { get }]) =>
      get?.parameters?.some((one) =>
        named(one).description?.includes('a date without a time is the whole day'),
      ),
    );
    expect(windowed.map(([path]) => path).sort()).toEqual(Object.keys(lists).sort());
  });

  it.each(Object.keys(lists))('is half open, to the tick, across clock changes: %s', async (path) => {
    const [name, field] = lists[path] as (typeof lists)[string];
    const collections = lived.Collections as unknown as Documents;
    // Files of all exports are of one collection.
    const kind = { accountingExportFiles: 'AccountingExport', paymentsExportFiles: 'PaymentsExport' }[
      path.split('/').at(-1) as string
    ];
    const one = collections[name]?.findLast(({ Kind }) => kind === undefined || Kind === kind);
    expect(one, name).toBeDefined();
    const isWhole = field === 'At';
    const copies = times.map((time, at) => ({
      ...one,
      Id: `f${at.toString().padStart(23, '0')}`,
      ...(name === 'meteredUsages' ? { ContractId: contractId, Key: '' } : {}),
      [field]: isWhole ? Date.parse(time) : time,
    }));
    sandbox.restore({
      ...lived,
      Collections: { ...lived.Collections, [name]: [...(collections[name] ?? []), ...copies] },
    } as typeof lived);
    for (const [from, to, since, before] of windows) {
      const within = times.filter((time) => {
        const stored = isWhole ? time.replace(/\d{4}Z$/, '0000Z') : time;
        return stored >= since && stored < before;
      });
      expect(await timesIn(path, [from, to]), `${from} to ${to}`).toEqual(within.sort());
    }
  });
});

/** Days around changes of the clock, one of them at midnight, one of half an hour, and one that was left out. */
const zones: readonly (readonly [zone: string, days: readonly string[]])[] = [
  ['Europe/Berlin', ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25']],
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['America/Santiago', ['2026-04-04', '2026-04-05', '2026-09-06']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  ['Pacific/Apia', ['2011-12-29', '2011-12-31']],
  ['Asia/Kathmandu', ['2026-01-31', '2026-02-01']],
];

describe('a day without a time', () => {
  it.each(Object.keys(lists))('is that of the zone, whatever its clock does: %s', async (path) => {
    const [name, field, [from, to]] = lists[path] as (typeof lists)[string];
    const collections = lived.Collections as unknown as Documents;
    const kind = { accountingExportFiles: 'AccountingExport', paymentsExportFiles: 'PaymentsExport' }[
      path.split('/').at(-1) as string
    ];
    const one = collections[name]?.findLast(({ Kind }) => kind === undefined || Kind === kind);
    const account = collections['accounts']?.[0];
    for (const [TimeZone, days] of zones) {
      const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: TimeZone, dateStyle: 'short' });
      // Each half hour of the days before, on and after: every border and every change is between two of them.
      const instants = days.flatMap((day) =>
        Array.from({ length: 6 * 48 }, (_, half) => Date.parse(day) + (half - 2 * 48) * 1_800_000),
      );
      const copies = [...new Set(instants)].map((at, index) => ({
        ...one,
        Id: `f${index.toString().padStart(23, '0')}`,
        ...(name === 'meteredUsages' ? { ContractId: contractId, Key: '' } : {}),
        [field]: field === 'At' ? at : new Date(at).toISOString().replace('Z', '0000Z'),
      }));
      sandbox.restore({
        ...lived,
        Collections: { ...lived.Collections, accounts: [{ ...account, TimeZone }], [name]: copies },
      } as typeof lived);
      for (const first of days) {
        for (const last of days.filter((day) => day >= first)) {
          const within = copies.filter((copy) => {
            const day = dayOf.format(new Date(copy[field as keyof typeof copy] as string | number));
            return day >= first && day <= last;
          });
          const { status, body } = await api(
            'GET',
            `${path.replace('{id}', contractId)}?take=500&${from}=${first}&${to}=${last}`,
          );
          const ids = body.map((entry: Json) => (field === 'StartDate' ? entry.ContractId : entry.Id));
          expect([status, ids.sort()], `${TimeZone} ${first} to ${last}`).toEqual([
            200,
            within.map(({ Id }) => Id).sort(),
          ]);
        }
      }
    }
  });
});

describe('a day of the account', () => {
  const aligned = { PlanId: 'b10000000000000000000001', InternalName: 'On the first', RecurringFee: 10 };

  it('has the documents that are dated on it, in lists, exports, reports and turnover', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const variant = await api('POST', 'planVariants', { ...aligned, BillingDateAlignment: '---01' });
    await newContract(api, { Cart: { PlanVariantId: variant.body.Id } });
    await sandbox.clock.set('2026-03-20T10:00:00Z');
    const february = 'dateFrom=2026-02-01&dateTo=2026-02-28';
    const listed = (await api('GET', `invoices?${february}`)).body;
    expect(listed.map(({ Created, DocumentDate }: Json) => [Created, DocumentDate])).toEqual([
      ['2026-01-31T23:00:00.0000000Z', '2026-02-01'],
    ]);
    const span = { DateFrom: '2026-02-01', DateTo: '20260228' };
    const made = await api('POST', 'accountingExportFiles', span);
    expect(made.body).toMatchObject({
      DateFrom: '2026-01-31T23:00:00.0000000Z',
      DateTo: '2026-02-28T22:59:59.9990000Z',
      Rows: 1,
    });
    const csv: string = (await api('GET', `accountingExportFiles/${made.body.Id}/download`)).body;
    expect(csv.split('\r\n')[1]?.slice(0, 21)).toBe('2026-02-01,Receivable');
    const revenue = await api('POST', 'reports', { Type: 'Revenue', ...span });
    const lines = (await api('GET', `reports/${revenue.body.Id}/download`)).body.split('\r\n');
    expect(lines[1]).toMatch(/,11\.9,EUR$/);
    const turnover = (await api('GET', '/sandbox/turnover?months=2')).body;
    expect(turnover.map(({ Month, Billed }: Json) => [Month, Billed])).toEqual([
      ['2026-02', 11.9],
      ['2026-03', 11.9],
    ]);
  });

  it('a window until now has everything that was recorded while the clock stands', async () => {
    const api = await backEnd(newSandbox());
    for (let at = 0; at < 30; at += 1) await newContract(api);
    const now = '2026-01-15T10:00:00Z';
    expect((await api('GET', `invoices?take=500&dateTo=${now}`)).body).toHaveLength(30);
    expect((await api('GET', `orders?take=500&dateFrom=${now}&dateTo=${now}`)).body).toHaveLength(30);
    expect((await api('POST', 'accountingExportFiles', {})).body.Rows).toBe(30);
    const revenue = await api('POST', 'reports', { Type: 'Revenue' });
    const rows = (await api('GET', `reports/${revenue.body.Id}/download`)).body.split('\r\n');
    expect(rows[1]).toContain(',30,');
  });

  it('an offset that was sent with a bare plus sign is rejected with what to send', async () => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('GET', 'invoices?dateFrom=2026-01-15T10:00:00+01:00');
    expect([status, body.Message]).toEqual([
      422,
      'dateFrom: expected an ISO 8601 date or time with an encoded offset: send + as %2B, as in 2026-01-31T12:00:00%2B01:00, got "2026-01-15T10:00:00 01:00"',
    ]);
    const sent = await api('GET', 'invoices?dateFrom=2026-01-15T10:00:00%2B01:00');
    expect([sent.status, sent.body]).toEqual([200, []]);
  });
});
