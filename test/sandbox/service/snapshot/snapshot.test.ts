import { configure, Payment, Signup } from 'clientlib';
import { createSandbox, type Sandbox, type Snapshot } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readParts } from '../../../../sandbox/src/service/snapshot/parts.ts';
import { openReceiver, type Receiver } from '../../../contract/receiver.ts';
import { caseNames, runCase } from '../../../contract/suite.ts';

let open: Sandbox[];
let receivers: Receiver[];
beforeEach(() => {
  open = [];
  receivers = [];
});
afterEach(async () => {
  for (const sandbox of open) sandbox.close();
  for (const receiver of receivers) await receiver.close();
});

function make(): Sandbox {
  const sandbox = createSandbox({ seed: 'snapshot', clock: '2026-01-15T10:00:00Z' });
  open.push(sandbox);
  return sandbox;
}

async function signedUp(): Promise<Sandbox> {
  const sandbox = make();
  configure({ baseUrl: 'http://sandbox', fetch: sandbox.fetch });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  await new Signup().subscribe(
    payment,
    cart,
    { FirstName: 'Ada', LastName: 'B' },
    { bearer: 'InvoicePayment' },
  );
  return sandbox;
}

const get = (sandbox: Sandbox, path: string) => sandbox.fetch(`http://sandbox${path}`);

const put = (sandbox: Sandbox, path: string, body: string, type = 'application/x-ndjson') =>
  sandbox.fetch(`http://sandbox${path}`, { method: 'PUT', headers: { 'Content-Type': type }, body });

describe('a snapshot as NDJSON', () => {
  it('restores exactly the same state, here and in another workspace', async () => {
    const sandbox = await signedUp();
    const response = await get(sandbox, '/sandbox/snapshot.ndjson');
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
    const text = await response.text();
    const other = make();
    expect((await put(other, '/w/copy/sandbox/snapshot.ndjson', text)).status).toBe(200);
    expect(other.workspace('copy').snapshot()).toEqual(sandbox.snapshot());
    expect(other.snapshot().Collections['contracts']).toEqual([]);
  });

  it('contains coupons that were created by REST or a configuration', async () => {
    const coupon = {
      Id: 'f00000000000000000000009',
      DiscountId: 'f10000000000000000000001',
      Codes: ['MINE'],
    };
    const sandbox = createSandbox({ config: { Catalogue: { Coupons: [coupon] } } });
    open.push(sandbox);
    const other = make();
    const text = await (await get(sandbox, '/sandbox/snapshot.ndjson')).text();
    expect((await put(other, '/sandbox/snapshot.ndjson', text)).status).toBe(200);
    expect(other.snapshot().Collections['coupons']).toEqual(sandbox.snapshot().Collections['coupons']);
  });

  it('contains all workspaces, and afterwards there are exactly these', async () => {
    const sandbox = await signedUp();
    sandbox.workspace('one').restore(sandbox.snapshot());
    await sandbox.workspace('two').clock.advance('P1D');
    const text = await (await get(sandbox, '/sandbox/snapshot.ndjson?workspaces=all')).text();
    const other = make();
    other.workspace('three');
    expect((await put(other, '/sandbox/snapshot.ndjson', text)).status).toBe(200);
    expect(other.workspaces().sort()).toEqual(['one', 'two']);
    expect(other.snapshot()).toEqual(sandbox.snapshot());
    for (const name of ['one', 'two'])
      expect(other.workspace(name).snapshot()).toEqual(sandbox.workspace(name).snapshot());
  });

  it('in several chunks of a stream is read whole, whatever the chunks', async () => {
    const sandbox = make();
    const { Collections, ...rest } = sandbox.snapshot();
    const events = Array.from({ length: 3_000 }, (_, at) => ({
      Id: `e${at}`,
      At: at,
      Payload: { Event: 'ContractCreated', Note: 'ü'.repeat(40) },
    }));
    sandbox.restore({ ...rest, Collections: { ...Collections, events } });
    const bytes = new Uint8Array(await (await get(sandbox, '/sandbox/snapshot.ndjson')).arrayBuffer());
    expect(bytes.length).toBeGreaterThan(300_000);
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 997) controller.enqueue(bytes.subarray(at, at + 997));
        controller.close();
      },
    });
    const other = make();
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/x-ndjson' }, body, duplex: 'half' };
    expect((await other.fetch('http://sandbox/sandbox/snapshot.ndjson', init as RequestInit)).status).toBe(
      200,
    );
    expect(other.snapshot()).toEqual(sandbox.snapshot());
  });

  it.each([
    ['', 'line 1: expected {"End": …}: the snapshot is not complete'],
    ['nonsense\n', 'line 1: expected a JSON object'],
    ['{"End":3}\n', 'line 1: expected 3 lines before the end, got 0'],
    ['{"Collection":"contracts","Document":{}}\n', 'line 1: is before the first workspace'],
    ['{"Other":1}\n', 'line 1: expected Workspace, Collection or End'],
    ...['7', 'null', '"a"}\n{"Workspace":"a"'].map((name) => [
      `{"Workspace":${name}}\n`,
      `line ${name.split('\n').length}: expected the name of a workspace that is not already in the snapshot`,
    ]),
    ['{"Workspace":""}\n{"End":1}\n{"Other":1}\n', 'line 2: is after the end'],
    ['{"Workspace":""}\n{"End":', 'line 2: expected a JSON object'],
  ])('%j is rejected', async (body, message) => {
    const sandbox = make();
    const before = sandbox.snapshot();
    const response = await put(sandbox, '/sandbox/snapshot.ndjson', body);
    expect(response.status).toBe(422);
    expect(((await response.json()) as { Message: string }).Message).toBe(message);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('has deliveries of each status', async () => {
    const sandbox = await signedUp();
    const rest = (await sandbox.snapshot()) as Snapshot;
    const [event] = rest.Collections['events'] as { Id: string; Payload: object }[];
    const statuses = ['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped'];
    const deliveries = statuses.map((Status, at) => ({
      Id: `0123456789abcdef0000000${at}`,
      EventId: event?.Id,
      WebhookId: '0123456789abcdef01234567',
      Url: 'https://shop.test/hook',
      Event: 'ContractCreated',
      Status,
      Body: JSON.stringify(event?.Payload),
      Attempts: [],
    }));
    const text = JSON.stringify({ ...rest, Collections: { ...rest.Collections, deliveries } });
    const other = make();
    expect((await put(other, '/sandbox/snapshot', text, 'application/json')).status).toBe(200);
    const kept = other.snapshot().Collections['deliveries'] as unknown as { Status: string }[];
    expect(kept.map(({ Status }) => Status)).toEqual(statuses);
  });

  it('can have as many workspaces as the limit, and no more', async () => {
    const sandbox = make();
    sandbox.workspace('one');
    const text = await (await get(sandbox, '/sandbox/snapshot.ndjson?workspaces=all')).text();
    for (const [limit, status] of [
      [1, 200],
      [0, 422],
    ] as const) {
      const other = createSandbox({ clock: '2026-01-15T10:00:00Z', workspaces: { limit } });
      open.push(other);
      expect((await put(other, '/sandbox/snapshot.ndjson', text)).status).toBe(status);
    }
  });

  it('in which one workspace has two accounts is rejected, and no workspace changes', async () => {
    const sandbox = await signedUp();
    sandbox.workspace('one');
    const text = await (await get(sandbox, '/sandbox/snapshot.ndjson?workspaces=all')).text();
    const account = text.split('\n').findLast((line) => line.includes('"Collection":"accounts"')) as string;
    const another = account.replace(/"Id":"\w+"/, '"Id":"a00000000000000000000009"');
    const lines = text.trimEnd().split('\n').slice(0, -1);
    const broken = [...lines, another, `{"End":${lines.length + 1}}`, ''].join('\n');
    const other = make();
    other.workspace('kept');
    const before = other.snapshot();
    const response = await put(other, '/sandbox/snapshot.ndjson', broken);
    expect(response.status).toBe(422);
    expect(((await response.json()) as { Message: string }).Message).toBe(
      'one: Collections.accounts: expected one account',
    );
    expect(other.workspaces()).toEqual(['kept']);
    expect(other.snapshot()).toEqual(before);
  });

  it('that is interrupted is rejected, and nothing changes', async () => {
    const sandbox = await signedUp();
    const lines = (await (await get(sandbox, '/sandbox/snapshot.ndjson')).text()).split('\n');
    const before = sandbox.snapshot();
    for (const part of [lines.slice(0, -2), [...lines.slice(0, 5), ...lines.slice(6)]]) {
      expect((await put(sandbox, '/sandbox/snapshot.ndjson', part.join('\n'))).status).toBe(422);
      expect(sandbox.snapshot()).toEqual(before);
    }
  });
});

type Changed = { -readonly [key in keyof Snapshot]: unknown };
// biome-ignore lint/suspicious/noExplicitAny: documents of all kinds are broken here.
type Broken = Changed & { Collections: Record<string, any[]> };

const hostile: readonly (readonly [what: string, field: string, breaks: (snapshot: Broken) => void])[] = [
  ...(
    [
      ['plans', 'TrialPeriod'],
      ['planVariants', 'FeePeriod'],
      ['planVariants', 'BillingPeriod'],
      ['planVariants', 'ContractPeriod'],
      ['planVariants', 'LaterContractPeriod'],
      ['components', 'FeePeriod'],
      ['discounts', 'Duration'],
    ] as const
  ).map(
    ([name, field]) =>
      [
        `no length of ${name}.${field}`,
        `Collections.${name}[0].${field}.Quantity`,
        (s: Broken) => (s.Collections[name]![0][field] = { Unit: 'Month', Quantity: 0 }),
      ] as const,
  ),
  ['another version', 'Version', (s) => (s.Version = 2)],
  ['a clock beyond all years', 'Clock.Now', (s) => (s.Clock = { Now: 1e18, Mode: 'Manual' })],
  ['a clock before all years', 'Clock.Now', (s) => (s.Clock = { Now: -1e15, Mode: 'Manual' })],
  ['a clock of another mode', 'Clock.Mode', (s) => (s.Clock = { Now: 0, Mode: 'Backwards' })],
  ['half of the randomness', 'Random', (s) => (s.Random = [1, 2])],
  ['randomness of zeros', 'Random', (s) => (s.Random = [0, 0, 0, 0])],
  ['a counter of ids below 0', 'LastId', (s) => (s.LastId = -1)],
  ['a counter of ids that is no whole number', 'LastId', (s) => (s.LastId = 1.5)],
  ['an unknown collection', 'Collections.secrets', (s) => (s.Collections['secrets'] = [])],
  [
    'a collection named as what all objects have',
    'Collections.constructor',
    (s) => (s.Collections['constructor'] = []),
  ],
  ['no account', 'Collections.accounts', (s) => (s.Collections['accounts'] = [])],
  [
    'two accounts',
    'Collections.accounts',
    (s) =>
      s.Collections['accounts']?.push({ ...s.Collections['accounts'][0], Id: 'a00000000000000000000009' }),
  ],
  [
    'an account in no time zone',
    'Collections.accounts[0].TimeZone',
    (s) => (s.Collections['accounts']![0].TimeZone = 'Mars/Olympus'),
  ],
  [
    'a document twice',
    'Collections.plans[7].Id',
    (s) => s.Collections['plans']?.push(s.Collections['plans'][0]),
  ],
  [
    'two customers of one external id',
    'Collections.customers[1]',
    (s) => {
      const [ada] = s.Collections['customers']!;
      s.Collections['customers'] = ['a', 'b'].map((digit) => ({
        ...ada,
        Id: digit.repeat(24),
        ExternalCustomerId: 'shop-1',
      }));
      s.Collections['customers'].push(ada);
    },
  ],
  [
    'two coupons of one code',
    'Collections.coupons[4]',
    (s) => s.Collections['coupons']?.push({ ...s.Collections['coupons'][0], Id: 'a'.repeat(24) }),
  ],
  [
    'a document without a name',
    'Collections.counters[0].Id',
    (s) => (s.Collections['counters'] = [{ Id: '', Value: 1 }]),
  ],
  ['a contract of nobody', 'Collections.contracts[0].CustomerId', (s) => (s.Collections['customers'] = [])],
  [
    'a contract with a text as its balance',
    'Collections.contracts[0].Balance',
    (s) => (s.Collections['contracts']![0].Balance = 'much'),
  ],
  [
    'a contract that starts at no time',
    'Collections.contracts[0].StartDate',
    (s) => (s.Collections['contracts']![0].StartDate = 'soon'),
  ],
  [
    'an order that was priced at no time',
    'Collections.orders[0].Ordered.PricedAt',
    (s) => (s.Collections['orders']![0].Ordered.PricedAt = 'soon'),
  ],
  [
    'a contract that is billed until no time',
    'Collections.contracts[0].BilledUntil',
    (s) => (s.Collections['contracts']![0].BilledUntil = 'soon'),
  ],
  [
    'an invoice without items',
    'Collections.invoices[0].ItemList',
    (s) => delete s.Collections['invoices']![0].ItemList,
  ],
  [
    'a ledger entry of no contract',
    'Collections.ledgerEntries[0].ContractId',
    (s) => (s.Collections['ledgerEntries']![0].ContractId = 'f'.repeat(24)),
  ],
  [
    'a task in the year 300000',
    'Collections.tasks[0].DueAt',
    (s) => (s.Collections['tasks']![0].DueAt = 9e15),
  ],
  [
    'a webhook that is a script',
    'Collections.webhooks[0].Url',
    (s) => (s.Collections['webhooks'] = [{ Id: 'w', Url: 'javascript:alert(1)' }]),
  ],
  [
    'an event that nobody knows',
    'Collections.events[0].Payload.Event',
    (s) => (s.Collections['events']![0].Payload = { Event: 'Boom' }),
  ],
  [
    'a variant of no plan',
    'Collections.planVariants[0].PlanId',
    (s) => (s.Collections['planVariants']![0].PlanId = 'f'.repeat(24)),
  ],
];

describe('a snapshot from outside', () => {
  it.each(hostile)('with %s is rejected, and nothing changes', async (_what, field, breaks) => {
    const sandbox = await signedUp();
    const before = sandbox.snapshot();
    const broken = structuredClone(before) as unknown as Broken;
    breaks(broken);
    const response = await put(sandbox, '/sandbox/snapshot', JSON.stringify(broken), 'application/json');
    expect(response.status).toBe(422);
    const [mistake] = ((await response.json()) as { Errors: { Field: string }[] }).Errors;
    expect(mistake?.Field).toBe(field);
    expect(sandbox.snapshot()).toEqual(before);
    expect((await get(sandbox, '/sandbox/health')).status).toBe(200);
  });

  it.each(caseNames)('that a sandbox created is accepted: %s', async (name) => {
    const receiver = await openReceiver();
    receivers.push(receiver);
    const sandbox = make();
    await runCase(name, { baseUrl: 'http://sandbox', fetch: sandbox.fetch, receiverUrl: receiver.url });
    const text = await (await get(sandbox, '/sandbox/snapshot')).text();
    const other = make();
    const response = await put(other, '/sandbox/snapshot', text, 'application/json');
    expect(await response.json()).toEqual({ Status: 'ok' });
    expect(other.snapshot()).toEqual(sandbox.snapshot());
  });
});

describe('a snapshot that is an attack', () => {
  const text = (documents: string) => `{"Version":1,"Collections":{"events":[${documents}{}]}}`;

  it.each([
    ['200,000 empty documents', () => text('{},'.repeat(200_000)), 'Collections.events[0].Id'],
    [
      'a document of 300,000 values',
      () => text(`{"Id":"e","List":[${'0,'.repeat(300_000)}0]},`),
      'has more than 200000 values',
    ],
    [
      'a document nested 300,000 levels deep',
      () => text(`${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)},`),
      'is nested deeper than 40 levels',
    ],
    [
      'a text of 11 MB',
      () => text(`{"Id":"${'x'.repeat(11_000_000)}"},`),
      'has more than 10000000 characters',
    ],
    [
      '60,000 wrong items in a list',
      () => `{"Collections":{"invoices":[{"Id":"i","ItemList":[${'{},'.repeat(60_000)}{}]}]}}`,
      'Collections.invoices[0].ItemList[0].',
    ],
    [
      'a list of something unknown',
      () => '{"Collections":{"secrets":[1]}}',
      'Collections.secrets: is not known',
    ],
    [
      'an object for a list',
      () => '{"Collections":{"events":{"a":{}}}}',
      'Collections.events: expected a list',
    ],
    ['a number for a list', () => '{"Collections":{"events":7}}', 'Collections.events: expected a list'],
    ['no JSON', () => '{"Collections":{"events":[nonsense', 'body: expected a JSON object'],
    ['half of a snapshot', () => '{"Version":1', 'body: expected a JSON object'],
    ['a list', () => '[]', 'body: expected a JSON object'],
  ])('is rejected at the first error: %s', async (_what, body, message) => {
    const sandbox = make();
    const before = sandbox.snapshot();
    const response = await put(sandbox, '/sandbox/snapshot', body(), 'application/json');
    expect(response.status).toBe(422);
    expect(((await response.json()) as { Message: string }).Message).toContain(message);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('with another content type is rejected with 415', async () => {
    expect((await put(make(), '/sandbox/snapshot', '{}', 'text/html')).status).toBe(415);
  });

  it('lets other requests be answered while it arrives', async () => {
    const sandbox = make();
    const documents = Array.from(
      { length: 20_000 },
      (_, at) => `{"Id":"e${at}","At":1,"Payload":{"Event":"ContractCreated"}},`,
    );
    let isDone = false;
    const putting = put(sandbox, '/sandbox/snapshot', text(documents.join('')), 'application/json').then(
      () => {
        isDone = true;
      },
    );
    let turns = 0;
    for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await putting;
    // About 1 MB, in slices of 64 kB.
    expect(turns).toBeGreaterThan(15);
  });
});

it('a text of lines may be longer than a line may be: each line counts for itself', async () => {
  const line = (text: string) => `{"Text":"${text}"}`;
  const long = 'x'.repeat(6_000_000);
  const read = async (body: string) => {
    const chunks = new Response(body).body as unknown as AsyncIterable<Uint8Array>;
    const where = (at: number) => `line ${at}`;
    const parts: unknown[] = [];
    for await (const { value } of readParts(chunks, { paths: ['$'], separator: '\n', where }))
      parts.push((value as { Text: string }).Text.length);
    return parts;
  };
  expect(await read([line('x'), line(long), line(long)].join('\n'))).toEqual([1, 6_000_000, 6_000_000]);
  await expect(read([line('x'), line(`${long}${long}`)].join('\n'))).rejects.toThrow(
    'line 2: has more than 10000000 characters',
  );
});

describe('restore in process', () => {
  it.each([
    ['Version', (one: Snapshot) => ({ ...one, Version: 2 }), 'Version: expected 1, got 2'],
    [
      'Clock.Now',
      (one: Snapshot) => ({ ...one, Clock: { ...one.Clock, Now: 1e18 } }),
      'Clock.Now: expected epoch milliseconds up to the year 9999, got 1000000000000000000',
    ],
    [
      'Clock.Mode',
      (one: Snapshot) => ({ ...one, Clock: { ...one.Clock, Mode: 'Fast' } }),
      'Clock.Mode: expected WallClock or Manual, got Fast',
    ],
    [
      'Collections.cats',
      (one: Snapshot) => ({ ...one, Collections: { ...one.Collections, cats: [] } }),
      'Collections.cats: is not known',
    ],
    [
      'Collections.accounts',
      (one: Snapshot) => ({ ...one, Collections: { ...one.Collections, accounts: [] } }),
      'Collections.accounts: expected one account',
    ],
    ['Version', () => null, 'Version: expected 1, got undefined'],
  ])('rejects a wrong %s and changes nothing', async (_field, broken, message) => {
    const sandbox = await signedUp();
    const before = sandbox.snapshot();
    expect(() => sandbox.restore(broken(before) as Snapshot)).toThrow(message);
    expect(sandbox.snapshot()).toEqual(before);
  });
});
