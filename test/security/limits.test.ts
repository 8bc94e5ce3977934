// docs/limits.md, row by row: what a limit allows is done, one more is refused, and what is kept is as much as it says.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchGivenUp } from '../../sandbox/src/sandbox/log/live-log.ts';
import { getWorkspaces, type Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { Core } from '../../sandbox/src/service/core/core.ts';
import { DeliveryLog } from '../../sandbox/src/service/delivery/delivery-log.ts';
import { RateLimits } from '../../sandbox/src/service/http/traffic/rate-limits.ts';
import type { Collection } from '../../sandbox/src/service/state/collection.ts';
import { type Answer, type Api, backEnd, newContract, newSandbox } from '../sandbox/service/http/service.ts';

/** The first columns of the table under a heading. */
function rowsOf(heading: string): string[] {
  const page = readFileSync('docs/limits.md', 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = section.split('\n').flatMap((line) => /^\| (.+?) \|/.exec(line)?.[1] ?? []);
  return cells.filter((cell) => cell !== 'Item');
}

let sandbox: Sandbox;
let api: Api;
let contractId: string;

beforeAll(async () => {
  sandbox = newSandbox();
  api = await backEnd(sandbox);
  contractId = (await newContract(api)).Id;
  return () => sandbox.close();
});

const basic = 'b00000000000000000000001';
const ndjson = { 'Content-Type': 'application/x-ndjson' };
const metered = 'd00000000000000000000003';
const listOf = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at));

const customer = (change: object) => api('POST', 'customers', { FirstName: 'Ada', ...change });
const preview = (change: object, cart: object = {}) =>
  api('POST', 'orders/preview', { Cart: { PlanVariantId: basic, ...cart }, ...change });
const variant = (change: object) =>
  api('POST', 'planVariants', {
    PlanId: 'b10000000000000000000001',
    InternalName: 'At the limit',
    RecurringFee: 1,
    FeePeriod: { Unit: 'Month', Quantity: 1 },
    BillingPeriod: { Unit: 'Month', Quantity: 1 },
    ContractPeriod: { Unit: 'Month', Quantity: 1 },
    ...change,
  });
const newMetered = () =>
  api('POST', 'components', {
    PlanGroupId: 'a10000000000000000000001',
    ComponentType: 'Metered',
    Name: { _c: 'At the limit' },
    PricePerUnit: 1,
  });
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

/** Previews on account of a plan that is billed each second, from so many seconds ago. */
async function secondsAgo(seconds: number): Promise<Answer> {
  const second = { Unit: 'Second', Quantity: 1 };
  const { body } = await variant({ FeePeriod: second, BillingPeriod: second, ContractPeriod: second });
  const StartDate = new Date(sandbox.clock.now().getTime() - seconds * 1000).toISOString();
  return preview({ StartDate }, { PlanVariantId: body.Id });
}

/** What stands for a 404 that names the path that was meant. */
const hinted: Answer = { status: 200, headers: new Headers(), body: {} };

const isDone = (status: number) => status === 200 || status === 201;

/** A limit of one request: `most` is done, one more is refused. */
interface Limit {
  readonly ask: (count: number) => Promise<Answer>;
  readonly most: number;
  readonly refused: number;
  /** The field that the refusal names, or words of its message. */
  readonly says: string;
}

/** Where another file shows a limit: its path and the title of the test. */
type Elsewhere = readonly [file: string, title: string];

const agents = 'test/security/agents.test.ts';
const snapshots = 'test/sandbox/service/snapshot/snapshot.test.ts';
const bounded = 'test/security/bounded-work.test.ts';
const workspaces = 'test/sandbox/hosts/node/workspaces.test.ts';

const ofRequests: { readonly [what: string]: readonly (Limit | Elsewhere)[] } = {
  Body: [
    {
      ask: (length) => {
        const parts = Object.fromEntries(listOf(5, (at) => [`Part${at}`, 'x'.repeat(190_000)]));
        const rest = length - JSON.stringify({ FirstName: 'Ada', ...parts, Rest: '' }).length;
        return customer({ ...parts, Rest: 'x'.repeat(rest) });
      },
      most: 1_000_000,
      refused: 413,
      says: 'at most 1000000 characters',
    },
  ],
  'Message to `/mcp`': [
    [agents, 'a message of more than 1,000,000 characters is not read'],
    [agents, 'a message of too many %s is refused before a tool sees it'],
    ['test/security/agent-answers.test.ts', 'refuses a batch of more than 10 messages'],
  ],
  "Text in the arguments of an agent's tool, except the body of a request": [
    [agents, '%s takes no text that nobody means'],
    ['test/sandbox/served/agents/search-words.test.ts', 'searches for ten words of 40 letters at most'],
  ],
  'Values in a body; nesting depth; length of a string': [
    {
      // The body, the name of the event and the list itself are three of them.
      ask: (count) => {
        const NewInvoiceDraftIds = listOf(count - 3, () => 'x');
        return api('POST', '/sandbox/events', { Event: 'InvoiceCorrected', NewInvoiceDraftIds });
      },
      most: 50_000,
      refused: 413,
      says: 'more than 50000 values',
    },
    {
      // The body, its name and the list itself are three of them.
      ask: (count) => customer({ List: listOf(count - 3, () => 0) }),
      most: 50_000,
      refused: 413,
      says: 'more than 50000 values',
    },
    {
      ask: (levels) => api('POST', 'customers', `{"FirstName": "Ada", "Deep": ${nested(levels - 1)}}`),
      most: 32,
      refused: 400,
      says: 'deeper than 32 levels',
    },
    {
      ask: (length) => customer({ CompanyName: 'x'.repeat(length) }),
      most: 200_000,
      refused: 422,
      says: 'CompanyName',
    },
  ],
  'Line of `/sandbox/snapshot.ndjson`': [
    {
      ask: async (length) => {
        const copy = newSandbox();
        const back = await backEnd(copy);
        const [first, ...rest] = (await back('GET', '/sandbox/snapshot.ndjson')).body.split('\n');
        const long = `${first}${' '.repeat(length - first.length)}`;
        copy.close();
        return back('PUT', '/sandbox/snapshot.ndjson', [long, ...rest].join('\n'), ndjson);
      },
      most: 10_000_000,
      refused: 422,
      says: 'line 1: has more than 10000000 characters',
    },
  ],
  'Document of a snapshot: size; values; nesting depth': [
    [snapshots, 'a text of 11 MB'],
    [snapshots, 'a document of 300,000 values'],
    [snapshots, 'a document nested 300,000 levels deep'],
  ],
  'Documents of a snapshot': [
    ['test/sandbox/service/http/quotas.test.ts', 'of documents and endpoints also applies to snapshots'],
  ],
  Dates: [
    {
      ask: (year) => preview({ StartDate: `${year}-01-31` }),
      most: 9999,
      refused: 422,
      says: 'StartDate',
    },
    ['test/security/hostile-requests.test.ts', '9999-12-31 would be billed beyond the calendar'],
  ],
  'Characters of a time': [
    {
      ask: (length) => preview({ StartDate: `2026-01-31T10:00:00[a=${'b'.repeat(length - 23)}]` }),
      most: 100,
      refused: 422,
      says: 'StartDate',
    },
    [bounded, 'as a time: %s, over and over'],
  ],
  'Quantity of a period': [
    {
      ask: (Quantity) => variant({ ContractPeriod: { Unit: 'Month', Quantity } }),
      most: 10_000,
      refused: 422,
      says: 'ContractPeriod.Quantity',
    },
  ],
  'Billing periods of one order, preview or invoice': [
    // The period that has begun is one of them.
    { ask: (periods) => secondsAgo(periods - 1), most: 2_000, refused: 422, says: 'StartDate' },
  ],
  'Entries in each list of a cart': [[bounded, 'a cart has 500 %s at most']],
  'Usage records in one request': [
    {
      ask: (count) =>
        api(
          'POST',
          `contracts/${contractId}/usage`,
          listOf(count, () => ({ ComponentId: metered, Quantity: 1 })),
        ),
      most: 1_000,
      refused: 422,
      says: '1000',
    },
  ],
  'Intervals of a price scale': [
    {
      ask: (count) =>
        api('POST', 'components', {
          PlanGroupId: 'a10000000000000000000001',
          Name: { _c: 'Many' },
          ComponentType: 'Metered',
          PriceScale: {
            IsCumulative: true,
            Items: listOf(count, (From) => ({ From, Value: 1, IsBucketPrice: false })),
          },
        }),
      most: 100,
      refused: 422,
      says: 'PriceScale.Items',
    },
  ],
  'Quotas of a plan variant; codes of a coupon': [
    {
      ask: async (count) => {
        const ids: string[] = [];
        for (let at = 0; at < count; at += 1) ids.push((await newMetered()).body.Id);
        return variant({ Quota: ids.map((ComponentId) => ({ ComponentId, Quota: 1 })) });
      },
      most: 500,
      refused: 422,
      says: 'Quota',
    },
    {
      ask: (count) =>
        api('POST', 'coupons', {
          Codes: listOf(count, (at) => `CODE-${count}-${at}`),
          DiscountId: 'f10000000000000000000001',
        }),
      most: 10_000,
      refused: 422,
      says: 'Codes',
    },
  ],
  'Phases of a contract': [[bounded, 'a contract has at most 1,000 phases']],
  'Words of a `search`; characters of a text that it searches': [
    [
      'test/sandbox/service/domain/search.test.ts',
      'looks at ten words, and at the first 1,000 characters of a text',
    ],
  ],
  'Page size (`take`); skipped entries (`skip`)': [
    { ask: (take) => api('GET', `customers?take=${take}`), most: 500, refused: 422, says: 'take' },
    { ask: (skip) => api('GET', `customers?skip=${skip}`), most: 1_000, refused: 422, says: 'skip' },
  ],
  'Rows of an export; its texts': [
    [
      'test/sandbox/service/http/exports.test.ts',
      'with too many rows fail, are kept as failed, and send an event',
    ],
  ],
  '`Idempotency-Key`': [
    {
      ask: (length) =>
        api('POST', 'customers', { FirstName: 'Ada' }, { 'Idempotency-Key': 'k'.repeat(length) }),
      most: 255,
      refused: 400,
      says: 'Idempotency-Key',
    },
  ],
  'Lifetime of a self-service token': [
    {
      ask: (minutes) => api('GET', `contracts/${contractId}/selfServiceToken?tokenValidity=${minutes}`),
      most: 7 * 24 * 60,
      refused: 422,
      says: 'tokenValidity',
    },
  ],
  'One advance of the clock': [
    {
      ask: async (years) => {
        const empty = newSandbox();
        try {
          return await (await backEnd(empty))('POST', '/sandbox/clock', { Advance: `P${years}Y` });
        } finally {
          empty.close();
        }
      },
      most: 200,
      refused: 422,
      says: 'Advance',
    },
  ],
  'Webhook endpoints': [[bounded, 'there are at most 100 webhook endpoints']],
  'Fault rules; pending payment decisions': [
    [bounded, 'there are at most 1,000 fault rules and 1,000 decided payments'],
  ],
  'Characters of the `Path` of a fault rule; of its `Method`': [
    {
      ask: (length) => api('POST', '/sandbox/faults', { Path: 'x'.repeat(length), Fault: { Drop: true } }),
      most: 2_000,
      refused: 422,
      says: 'Path',
    },
    {
      ask: (length) => api('POST', '/sandbox/faults', { Method: 'x'.repeat(length), Fault: { Drop: true } }),
      most: 20,
      refused: 422,
      says: 'Method',
    },
  ],
  'Delay of a fault rule or a payment decision': [
    {
      ask: (DelayMs) => api('POST', '/sandbox/faults', { Path: '/nowhere', Fault: { DelayMs } }),
      most: 600_000,
      refused: 422,
      says: 'DelayMs',
    },
    {
      ask: (DelayMs) => api('POST', '/sandbox/payments/next', { Outcome: { Code: 'Rejected', DelayMs } }),
      most: 600_000,
      refused: 422,
      says: 'DelayMs',
    },
  ],
  'Warnings in `X-Sandbox-Warnings`; characters of one': [
    ['test/sandbox/service/http/bodies.test.ts', 'with 500 warnings gets a header that clients accept'],
  ],
  'Path for which a 404 suggests the nearest one': [
    {
      ask: async (length) => {
        const answer = await api('GET', `/api/v1/custmers${'/'.repeat(length - '/api/v1/custmers'.length)}`);
        return answer.body.Message.endsWith('Did you mean /api/v1/customers?') ? hinted : answer;
      },
      most: 200,
      refused: 404,
      says: 'custmers///',
    },
  ],
  Workspaces: [[workspaces, 'is limited to 1,000']],
};

/** The other file has a test, or a row of a table of tests, of this name, and skips none. */
function expectTest([file, title]: Elsewhere): void {
  const source = readFileSync(file, 'utf8');
  const isThere = [`'${title}'`, `"${title}"`].some((quoted) => source.includes(quoted));
  expect(isThere, `${file} has the test "${title}"`).toBe(true);
  expect(source).not.toMatch(/\.(skip|todo|only)\w*\(/);
}

const isElsewhere = (limit: Limit | Elsewhere): limit is Elsewhere => Array.isArray(limit);

const cases = Object.entries(ofRequests).flatMap(([what, all]) => all.map((limit) => [what, limit] as const));
const here = cases.filter((one): one is readonly [string, Limit] => !isElsewhere(one[1]));

describe('a limit for requests', () => {
  it('is in docs/limits.md, and each limit there is tested', () => {
    expect(Object.keys(ofRequests)).toEqual(rowsOf('Requests'));
  });

  it.each(cases.filter((one): one is readonly [string, Elsewhere] => isElsewhere(one[1])))(
    '%s: another file tests it',
    (_what, elsewhere) => expectTest(elsewhere),
  );

  it.each(here)('%s', async (_what, { ask, most, refused, says }) => {
    const allowed = await ask(most);
    expect([allowed.status, allowed.body.Message]).toEqual([expect.toSatisfy(isDone), undefined]);
    const { status, body } = await ask(most + 1);
    expect([status, body.Message]).toEqual([refused, expect.stringContaining(says)]);
  });
});

/** As many as are kept, and one more: the first is gone. */
interface Kept {
  readonly most: number;
  /** Makes so many and tells the names of those that are still there, the oldest first. */
  readonly make: (count: number) => Promise<readonly string[]>;
}

const named = (count: number) => listOf(count, (at) => String(at).padStart(24, '0'));

/** So many documents in a collection, each a little later than the one before. */
function documents(
  collection:
    | 'events'
    | 'mails'
    | 'files'
    | 'reports'
    | 'decidedPayments'
    | 'idempotentAnswers'
    | 'providerChallenges',
  timed: (at: number) => object = () => ({}),
) {
  return async (count: number) => {
    const core = new Core({ clock: start, seed: 'kept' });
    const kept: Collection<{ readonly Id: string }> = core.tx[collection] as never;
    core.transaction(() => named(count).forEach((Id, at) => void kept.insert({ Id, ...timed(at) })));
    await core.close();
    return [...kept].map(({ Id }) => Id).toSorted();
  };
}

const start = '2026-01-15T10:00:00Z';
const later = (at: number) => new Date(Date.parse(start) + at * 1000).toISOString();
const expiry = 'test/sandbox/service/domain/expiry.test.ts';
const tokens = '10,000 tokens of each kind: one more deletes the first to expire';

const history = 'test/sandbox/service/state/history.test.ts';
const whatIf = 'test/sandbox/sandbox/sessions/what-if.test.ts';
const recorded = 'test/sandbox/clients/replay/replay.test.ts';
const replayed = 'test/sandbox/sandbox/sessions/replay-here.test.ts';

const ofWhatIsKept: { readonly [what: string]: readonly (Kept | Elsewhere)[] } = {
  'Request log': [
    {
      most: 1_000,
      make: async (count) => {
        const other = newSandbox();
        const names = named(count);
        for (const name of names) await other.fetch(`http://sandbox/api/v1/customers/${name}`);
        const listed = await other.fetch('http://sandbox/sandbox/requests?take=10000');
        other.close();
        const latest = (await listed.json()) as { Path: string }[];
        return latest.map(({ Path }) => Path.slice('/api/v1/customers/'.length)).toReversed();
      },
    },
  ],
  'A [session](sessions.md), with `--record`': [
    [recorded, 'drops its first 2,500 turns with the 5,000th, and starts with the state after them'],
    [recorded, 'forgets its oldest turns where the host limits the characters of its bodies'],
  ],
  'A session that is [replayed](sessions.md#share-a-session) in a running sandbox': [
    [replayed, 'refuses more than 50,000,000 bytes'],
    [replayed, 'rejects %s, and the state stays unchanged'],
    [replayed, 'stops at the first step with more than 50,000 documents, and restores nothing'],
  ],
  'Rows to [go back to](sessions.md#go-back), while an inspector has been open or with `--record`': [
    [history, 'drops its first rows after 20,000 moments'],
    [history, 'joins the tasks of an advance after 200,000 documents, and reaches the row before it'],
  ],
  'State for which [two futures](sessions.md#what-if) are compared': [
    [whatIf, 'is rejected for more than 50,000 documents'],
  ],
  'Activity, for `/sandbox/stream`': [[bounded, 'the activity: by number and by length']],
  'Events; mails; files; reports; decided payments': [
    { most: 10_000, make: documents('events', (At) => ({ At, Payload: {} })) },
    { most: 1_000, make: documents('mails') },
    { most: 100, make: documents('files', (at) => ({ UploadDate: later(at) })) },
    { most: 10_000, make: documents('reports', (at) => ({ Created: later(at) })) },
    { most: 1_000, make: documents('decidedPayments') },
  ],
  'Finished deliveries': [
    [
      'test/sandbox/service/delivery/delivery.test.ts',
      'never drops pending deliveries, and limits the log of the others',
    ],
    {
      most: 2_000,
      make: async (count) => {
        const log = new DeliveryLog();
        const request = { url: 'https://shop.example/', headers: {}, credentials: {}, body: '' };
        for (const id of named(count)) log.add(id, request as never, undefined, 1);
        return named(count).filter((id) => log.of(id).length > 0);
      },
    },
  ],
  'Deliveries waiting for one endpoint': [
    [bounded, '50,000 pending deliveries of an endpoint: one more gives up the oldest'],
  ],
  'Access tokens; self-service tokens; download links': [[bounded, tokens]],
  'Lifetime of the same': [
    [expiry, 'an access token is known as expired for a day, and then deleted'],
    [expiry, "a self-service token is known as expired for a day, whatever the others' lifetime"],
    [expiry, 'a download link is deleted after a day'],
  ],
  'Responses stored for `Idempotency-Key`': [
    { most: 10_000, make: documents('idempotentAnswers', (KeptUntil) => ({ KeptUntil })) },
    [expiry, 'responses for repeats are deleted after a day'],
  ],
  'Unused tokens of cards and bank accounts': [
    [bounded, '10,000 tokens of cards that wait for a payment; one that pays a contract stays'],
    [expiry, 'an unused payment token is deleted after a day, one that pays a contract stays'],
  ],
  '3-D Secure challenges': [{ most: 10_000, make: documents('providerChallenges') }],
  'Clients whose requests are counted': [
    {
      most: 10_000,
      make: async (count) => {
        const limits = new RateLimits();
        for (const caller of named(count)) limits.take(caller, 10, 60, 0);
        return named(count).filter((caller) => limits.used(caller, 60, 0) === 1);
      },
    },
  ],
  'Failed webhooks that the command lists when it stops': [
    {
      most: 1_000,
      make: async (count) => {
        const other = newSandbox();
        const opened = getWorkspaces(other);
        const given = watchGivenUp(opened);
        for (const [, { core }] of opened.entries())
          for (const Id of named(count))
            core.feed.emit('attempt', {
              Id,
              Event: 'OrderSucceeded',
              Url: '',
              Status: 'Failed',
              Attempts: [],
            } as never);
        other.close();
        return given.map(({ Id }) => Id);
      },
    },
  ],
  'Unused workspaces': [[workspaces, 'is removed if nobody used it for a week']],
  'A full disk or browser storage': [
    [
      'test/sandbox/service/storage/full-disk.test.ts',
      'on a full disk a change is rejected with 503, reading works, and everything continues when there is room',
    ],
  ],
};

describe('a limit for the state', () => {
  const rows = Object.entries(ofWhatIsKept).flatMap(([what, all]) => all.map((one) => [what, one] as const));

  it('is in docs/limits.md, and each limit there is tested', () => {
    // Tasks have no number of their own.
    expect(Object.keys(ofWhatIsKept)).toEqual(rowsOf('Stored data').filter((what) => what !== 'Tasks'));
  });

  it.each(rows.filter((row): row is [string, Elsewhere] => Array.isArray(row[1])))(
    '%s: another file tests it',
    (_what, elsewhere) => expectTest(elsewhere),
  );

  it.each(rows.filter((row): row is [string, Kept] => !Array.isArray(row[1])))(
    '%s: as many as may be, without the oldest',
    async (_what, { most, make }) => {
      expect(await make(most)).toEqual(named(most));
      expect(await make(most + 1)).toEqual(named(most + 1).slice(1));
    },
  );
});
