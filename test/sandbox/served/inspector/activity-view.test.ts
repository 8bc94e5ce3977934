// @vitest-environment happy-dom
// How the list of activity is filtered, unfolded, paused and undone, and what the details of a row say in each case.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { lines, often, outlineOf, placesOf } from './outline.ts';

const At = '2026-03-15T09:00:00.0000000Z';
const c1 = '0123456789abcdef01234567';

const request = (Id: number, more: object = {}) => ({
  name: 'request',
  data: { Id, At, Method: 'POST', Path: `/api/v1/orders/${Id}`, Status: 200, DurationMs: 1, ...more },
});
const event = (Id: string, more: object = {}) => ({
  name: 'event',
  data: { Id, At, Event: 'PlanCreated', ...more },
});
const delivery = (Id: string, more: object = {}) => ({
  name: 'delivery',
  data: {
    ...{
      Id,
      EventId: 'e1',
      WebhookId: 'w1',
      Url: 'https://shop.test/',
      Event: 'PlanCreated',
      Status: 'Pending',
    },
    ...{ Attempts: [], ...more },
  },
});

async function newActivity(entries: readonly object[], query = '', answers: Answers = {}) {
  const page = newPage(`#/activity${query}`, answers);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const { ActivityView } = await load('views/activity.tsx');
  const session = await load('session.ts');
  session.timeline.apply(entries);
  session.isLoaded.set(true);
  const { place } = draw(ActivityView);
  const rows = () => [...place.querySelectorAll('li.row')].map((row) => row.getAttribute('data-row'));
  const count = () => place.querySelector('[role=status]')?.textContent;
  const press = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click();
  const add = (...more: object[]) => session.timeline.apply(more);
  return { ...page, session, place, rows, count, press, add };
}

const three = [request(1), request(2), request(3)];

test.each([
  [`/api/v1/orders/${c1}/commit`, 'POST /api/v1/orders/…234567/commit'],
  ['/api/v1/orders?search=a&take=5', 'POST /api/v1/orders?search=a&take=5'],
  ['/api/v1/orders?search=what?&take=5', 'POST /api/v1/orders?search=what?&take=5'],
])('a request is shown with its whole query: %s', async (Path, line) => {
  const { place } = await newActivity([request(1, { Path })]);
  expect(place.querySelector('li.row')?.textContent).toContain(line);
});

test('each filter of the activity is kept in the address, and shows what fits', async () => {
  const { place, rows } = await newActivity([
    request(1),
    request(2, { Method: 'GET' }),
    request(3, { Status: 404, Method: 'PUT' }),
    event('e1', { Cause: { TaskId: 't1', TaskType: 'collect', TaskKey: c1 } }),
    event('e2'),
    delivery('d1', { EventId: 'e2' }),
    request(4, { Client: 'playground', Method: 'DELETE' }),
    request(5, { Status: 0, Method: 'PATCH' }),
    request(6, { Status: 304 }),
    request(7, { Status: 503 }),
  ]);
  const all = [7, 6, 5].map((id) => `request-${id}`).concat('event-e2', 't1', 'request-3', 'request-1');
  await expect.poll(rows, often).toEqual(all);
  const put = (label: string, value: string) => {
    const control = place.querySelector<HTMLInputElement>(`[aria-label="${label}"]`) as HTMLInputElement;
    control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const tick = (text: string) =>
    [...place.querySelectorAll<HTMLElement>('label.check')]
      .find(({ textContent }) => textContent === text)
      ?.querySelector('input')
      ?.click();
  for (const [label, value, hash, shown] of [
    ['Kind', 'request', '?kind=request', ['request-7', 'request-6', 'request-5', 'request-3', 'request-1']],
    ['Kind', 'task', '?kind=task', ['t1']],
    ['Kind', 'event', '?kind=event', ['event-e2', 't1']],
    ['Kind', 'webhook', '?kind=webhook', ['event-e2']],
    ['Kind', 'playground', '?kind=playground', ['request-4']],
    ['Kind', '', '', all],
    ['Method', 'GET', '?method=GET', ['request-2']],
    ['Method', 'PUT', '?method=PUT', ['request-3']],
    ['Method', 'PATCH', '?method=PATCH', ['request-5']],
    ['Method', '', '', all],
    ['Status', '2', '?status=2', ['request-1']],
    ['Status', '3', '?status=3', ['request-6']],
    ['Status', '4', '?status=4', ['request-3']],
    ['Status', '5', '?status=5', ['request-7']],
    ['Status', '0', '?status=0', ['request-5']],
    ['Status', '', '', all],
    ['Filter', 'orders/3', '?q=orders%2F3', ['request-3']],
    ['Filter', '', '', all],
  ] as const) {
    put(label, value);
    await expect.poll(() => [location.hash, ...rows()], often).toEqual([`#/activity${hash}`, ...shown]);
  }
  tick('Failures only');
  await expect.poll(rows, often).toEqual(['request-7', 'request-5', 'request-3']);
  expect(location.hash).toBe('#/activity?failures=yes');
  tick('Failures only');
  await expect.poll(rows, often).toEqual(all);
  tick('Hide reads');
  await expect.poll(rows, often).toContain('request-2');
  expect(location.hash).toBe('#/activity?reads=yes');
  tick('Hide reads');
  await expect.poll(() => [location.hash, ...rows()], often).toEqual(['#/activity', ...all]);
});

test('a filter in the address is shown in its fields', async () => {
  const { place } = await newActivity(three, '?kind=task&method=PUT&status=5&failures=yes&reads=yes&q=x');
  const values = [...place.querySelectorAll<HTMLInputElement>('.filters [type=search], .filters [selected]')];
  const ticks = [...place.querySelectorAll<HTMLInputElement>('.filters [type=checkbox]')].map(
    ({ checked }) => checked,
  );
  expect([values.map(({ value }) => value), ticks]).toEqual([
    ['x', 'task', 'PUT', '5'],
    [true, false],
  ]);
});

test('where filters leave nothing, they are cleared with a press; where nothing happened, it says how to begin', async () => {
  const { count, place, press, rows, session } = await newActivity(
    three,
    '?kind=task&status=5&failures=yes&method=GET&q=z',
  );
  const empty = () => outlineOf(place.querySelector('.empty') ?? document.createElement('p'));
  await expect.poll(empty, often).toEqual(['## No results', '{Clear the filters}']);
  expect(count()).toBe('0 entries');
  press('Clear the filters');
  await expect
    .poll(() => [location.hash, ...rows()], often)
    .toEqual(['#/activity?reads=yes', 'request-3', 'request-2', 'request-1']);
  expect(count()).toBe('3 entries');
  session.timeline.clear();
  await expect.poll(() => empty()[0], often).toBe('## Nothing has happened yet');
  session.isLoaded.set(false);
  await expect.poll(count, often).toBe('Loading');
  expect(place.querySelector('.empty, .windowed')).toBeNull();
});

test('a paused list stands until it is resumed, and says how much is new', async () => {
  const { add, count, place, press, rows } = await newActivity(three);
  const button = () => place.querySelector('.heading [aria-pressed]');
  await expect.poll(rows, often).toHaveLength(3);
  expect([button()?.textContent, button()?.getAttribute('aria-pressed')]).toEqual(['Pause', 'false']);
  press('Pause');
  await expect
    .poll(() => [button()?.textContent, button()?.getAttribute('aria-pressed')], often)
    .toEqual(['Resume', 'true']);
  add(request(4), request(5));
  await expect.poll(count, often).toBe('3 entries2 new');
  expect(rows()).toHaveLength(3);
  press('2 new');
  await expect.poll(rows, often).toHaveLength(5);
  expect([count(), button()?.textContent]).toEqual(['5 entries', 'Pause']);
  press('Pause');
  await expect.poll(() => button()?.textContent, often).toBe('Resume');
  add(request(6));
  await expect.poll(count, often).toBe('5 entries1 new');
  press('Resume');
  await expect.poll(rows, often).toHaveLength(6);
});

test('a list that is scrolled down stands too, and goes on at its top', async () => {
  const { add, count, place, rows } = await newActivity(three);
  await expect.poll(rows, often).toHaveLength(3);
  const box = place.querySelector<HTMLElement>('.windowed') as HTMLElement;
  const scroll = (scrollTop: number) => {
    for (const [name, value] of Object.entries({ scrollTop, clientHeight: 800 }))
      Object.defineProperty(box, name, { configurable: true, value });
    box.dispatchEvent(new Event('scroll'));
  };
  scroll(40);
  await new Promise((resolve) => setTimeout(resolve, 30));
  add(request(4));
  await expect.poll(count, often).toBe('3 entries1 new');
  scroll(0);
  await expect.poll(rows, often).toHaveLength(4);
});

test('a row is unfolded and folded by itself, and says whether it is', async () => {
  const { place, rows } = await newActivity([
    request(1),
    event('e1', { Cause: { RequestId: 1 } }),
    request(2),
    event('e2', { Cause: { RequestId: 2 } }),
    request(3, { Warnings: ['a', 'b'] }),
  ]);
  const fold = (key: string) => place.querySelector<HTMLButtonElement>(`[data-row="${key}"] .fold`);
  const told = (key: string) => [
    fold(key)?.textContent,
    fold(key)?.getAttribute('aria-expanded'),
    fold(key)?.ariaLabel ?? fold(key)?.getAttribute('aria-label'),
    fold(key)?.disabled,
  ];
  await expect.poll(() => told('request-1'), often).toEqual(['▸', 'false', 'Show what it caused', false]);
  expect(told('request-3')).toEqual(['·', 'false', 'Show what it caused', true]);
  expect(place.querySelector<HTMLElement>('[data-row="request-3"] .sums .mark')?.title).toBe('a\nb');
  fold('request-1')?.click();
  await expect
    .poll(rows, often)
    .toEqual(['request-3', 'request-2', 'request-1', 'changes-request-1', 'event-e1']);
  expect(told('request-1')).toEqual(['▾', 'true', 'Hide what it caused', false]);
  fold('request-1')?.click();
  await expect.poll(rows, often).toEqual(['request-3', 'request-2', 'request-1']);
});

test('a row says when it was, to the second and exactly, and is marked if it is open or undone', async () => {
  const { place, session } = await newActivity(three, '/request-2?kind=request', {
    '/sandbox/requests/2': undefined,
  });
  session.undone.set(new Set(['request-3', 'request-2']));
  const classes = () => [...place.querySelectorAll('li.row')].map(({ className }) => className);
  await expect.poll(classes, often).toEqual(['row group undone', 'row group selected undone', 'row group']);
  const time = place.querySelector('li.row time');
  expect([time?.getAttribute('datetime'), time?.getAttribute('title'), time?.textContent]).toEqual([
    At,
    `2026-03-15 10:00 (${At})`,
    '2026-03-15 10:00:00',
  ]);
  expect(place.querySelector('.split.open .detail')).not.toBeNull();
  expect(placesOf(place)).toEqual(['What has happened', 'Details']);
  expect(outlineOf(place.querySelector('.detail')).slice(0, 3)).toEqual([
    '# POST /api/v1/orders/2 "/api/v1/orders/2"',
    '[× "Close details"](#/activity?kind=request)',
    '{Return to here "POST /sandbox/session/rewind {"Row":"{request}"}"}…undone',
  ]);
});

/** What the details of a row say, by the answers of the API. */
const details: readonly (readonly [
  key: string,
  entries: readonly object[],
  answers: Answers,
  shown: string,
])[] = [
  [
    'event-e1',
    [event('e1', { Amount: 3, Url: 'https://x/', ContractId: c1 })],
    {},
    `
    # Plan created …{id}
    [× "Close details"](#/activity)
    ## What it did
    No document changed.
    ## What went out
    ▸ PlanCreated 2026-03-15 10:00
    Id: e1 {Copy}
    Amount: 3
    Url: https://x/
    ContractId: […{id}](#/contracts/{id})
    No endpoint subscribes to it.`,
  ],
  [
    'request-1',
    [
      request(1, {
        Path: `/api/v1/contracts/${c1}/end`,
        Caller: 'OAuth',
        Client: 'inspector',
        DurationMs: 1_500,
      }),
    ],
    { '/sandbox/requests/1': Response.json({ Message: 'Gone.' }, { status: 404 }) },
    `
    # POST /api/v1/contracts/…{id}/end "/api/v1/contracts/{id}/end"
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}[Try something else from here](#/contracts/{id}?row={request})
    ## What came in
    Request: POST /api/v1/contracts/{id}/end
    X-Request-Id: {number} {Copy}
    Caller: OAuth (inspector)
    At: 2026-03-15 10:00:00
    Status: ✓200
    Duration: 1.5 s
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    This request is no longer stored.
    ## What went out
    No events.`,
  ],
  [
    'request-1',
    [
      request(1, {
        Path: `/api/v1/contracts/${c1}/end`,
        Caller: 'OAuth',
        Client: 'inspector',
        DurationMs: 1_500,
      }),
    ],
    { '/sandbox/requests/1': Response.json({ Message: 'Not now.' }, { status: 503 }) },
    `
    # POST /api/v1/contracts/…{id}/end "/api/v1/contracts/{id}/end"
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}[Try something else from here](#/contracts/{id}?row={request})
    ## What came in
    Request: POST /api/v1/contracts/{id}/end
    X-Request-Id: {number} {Copy}
    Caller: OAuth (inspector)
    At: 2026-03-15 10:00:00
    Status: ✓200
    Duration: 1.5 s
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    ✗ Not now.
    ## What went out
    No events.`,
  ],
  [
    'request-1',
    [request(1)],
    {
      '/sandbox/requests/1': {
        RequestBody: '{"a":1}',
        AnswerBody: 'fine',
        Headers: { 'X-A': 'b' },
        Documents: [
          { Collection: 'orders', Id: 'o1', Change: 'Created' },
          {
            ...{ Collection: 'mails', Id: 'm1', Change: 'Changed' },
            Fields: [
              { Field: 'A', Before: 'x' },
              { Field: 'B', After: { c: 1 } },
            ],
          },
          {
            ...{ Collection: 'mails', Id: 'm2', Change: 'Changed' },
            Fields: [{ Field: 'A', Before: 'x', After: 'y' }],
          },
        ],
        MoreDocuments: 2,
      },
    },
    `
    # POST /api/v1/orders/1 "/api/v1/orders/1"
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"{request}"}"}
    ## What came in
    Request: POST /api/v1/orders/1
    X-Request-Id: {number} {Copy}
    Caller:
    At: 2026-03-15 10:00:00
    Status: ✓200
    Duration: {ms}
    ▸ Headers
    X-A: b
    ▾ Request body
    { "a": 1 }
    ▾ Response
    fine
    {Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}
    ## What it did
    Created orders [o1](#/orders/o1)
    Changed mails [m1](#/mails/m1)
    Field | Before | After
    A | x | –
    B | – | {"c":1}
    Changed mails [m2](#/mails/m2)
    Field | Before | After
    A | x | y
    and 2 more documents.
    ## What went out
    No events.`,
  ],
  [
    't1',
    [
      { name: 'task', data: { Id: 't1', At, Type: 'order-expiry', Key: c1 } },
      {
        name: 'change',
        data: {
          At,
          Cause: { TaskId: 't1' },
          Documents: [{ Collection: 'orders', Id: 'o1', Change: 'Changed' }],
          More: 1,
        },
      },
    ],
    {},
    `
    # Order expiry …{id}
    [× "Close details"](#/activity)
    {Go back to here "POST /sandbox/session/rewind {"Row":"t1"}"}
    ## What was due
    Task: Order expiry
    For: […{id}](#/orders/{id})
    At: 2026-03-15 10:00
    ## What it did
    Changed orders [o1](#/orders/o1)
    and 1 more document.
    ## What went out
    No events.`,
  ],
];

test.each(details)('the details of %s, %j, say all that is known', async (key, entries, answers, shown) => {
  const { place, begin, session } = await newActivity([], `/${key}`, { '/api/v1/': undefined, ...answers });
  // What has been read replaces what was there.
  session.isLoaded.set(false);
  await begin();
  await expect.poll(() => session.isLoaded.get(), often).toBe(true);
  session.timeline.apply(entries);
  await expect.poll(() => outlineOf(place.querySelector('.detail')), often).toEqual(lines(shown));
  for (const time of place.querySelectorAll('.detail time')) expect(time.getAttribute('title')).toBe(At);
});

test.each([
  ['ContractId', 'contracts'],
  ['CustomerId', 'customers'],
  ['OrderId', 'orders'],
  ['InvoiceId', 'invoices'],
  ['PaymentTransactionId', 'payments'],
])('the %s of an event links to its document in the view of %s', async (field, view) => {
  const { place } = await newActivity([event('e1', { [field]: 'x1' })], '/event-e1');
  const link = () => place.querySelector('details.event dd a')?.getAttribute('href');
  await expect.poll(link, often).toBe(`#/${view}/x1`);
});

test('a request is copied with the body and the status that it had', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { place, begin, press, session } = await newActivity([], '/request-1', {
    '/sandbox/requests/1': { RequestBody: '{"a":1}', Documents: [] },
  });
  // What has been read replaces what was there.
  session.isLoaded.set(false);
  await begin();
  await expect.poll(() => session.isLoaded.get(), often).toBe(true);
  session.timeline.apply([request(1, { Status: 409 })]);
  await expect.poll(() => place.querySelector('pre')?.textContent, often).toContain('"a": 1');
  press('Copy as curl');
  press('Copy as test code');
  const texts = copied.mock.calls.map(([text]) => text);
  expect(texts[0]).toContain(`/api/v1/orders/1`);
  expect(texts[0]).toContain('{"a":1}');
  expect(texts[0]).toContain('POST');
  expect(texts[1]).toContain('409');
});

const attempt = (more: object = {}) => ({ At, StatusCode: 200, DurationMs: 12.34, ...more });
const failed = attempt({ StatusCode: 500, Error: 'answered 500' });
const answer = { Status: 500, Headers: { 'X-A': 'b' } };

test.each([
  [
    'Pending',
    { NextAttemptAt: '2026-03-16T09:00:00Z' },
    [],
    ['…Pending → https://shop.test/', 'First attempt at 2026-03-16 10:00'],
  ],
  [
    'Pending',
    { NextAttemptAt: '2026-03-16T09:00:00Z', Attempts: [failed] },
    [],
    [
      '✗Pending → https://shop.test/',
      '✗ answered 500',
      'Next attempt at 2026-03-16 10:00',
      '▸ Attempt 1: ✗answered 500 2026-03-15 10:00, {ms}',
    ],
  ],
  ['Pending', {}, [], ['…Pending → https://shop.test/']],
  [
    'Succeeded',
    { NextAttemptAt: '2026-03-16T09:00:00Z', Attempts: [failed, attempt({ DurationMs: undefined })] },
    [],
    [
      '✓Succeeded → https://shop.test/',
      '▸ Attempt 1: ✗answered 500 2026-03-15 10:00, {ms}',
      '▸ Attempt 2: ✓200 2026-03-15 10:00',
    ],
  ],
  [
    'Failed',
    { Attempts: [failed] },
    [
      {
        Id: 'd1',
        Body: { Event: 'PlanCreated' },
        Attempts: [
          {
            ...failed,
            Request: { Headers: { 'webhook-id': 'x' } },
            Answer: { ...answer, Body: 'Error: no' },
          },
          { ...failed, Answer: { ...answer, Body: '' } },
        ],
      },
    ],
    [
      '✗Failed → https://shop.test/',
      '✗ answered 500',
      '▸ Attempt 1: ✗answered 500 2026-03-15 10:00, {ms}',
      '{ "webhook-id": "x" }',
      '{ "Event": "PlanCreated" }',
      'Response 500',
      'Error: no',
      '▸ Attempt 2: ✗answered 500 2026-03-15 10:00, {ms}',
      'Response 500',
      '{ "X-A": "b" }',
    ],
  ],
])('a delivery that is %s, %j, is shown with each attempt', async (Status, more, stored, shown) => {
  const page = newPage('#/activity', { '/sandbox/deliveries?eventId=e1': stored });
  const { DeliveryPart } = await load('views/activity-detail.tsx');
  const { place } = draw(DeliveryPart, { delivery: delivery('d1', { Status, ...more }).data });
  await page.begin();
  await expect.poll(() => outlineOf(place).slice(0, -1), often).toEqual(shown);
  expect(page.asked[0]).toBe('GET /sandbox/deliveries?eventId=e1');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  [...place.querySelectorAll('button')].at(-1)?.click();
  expect(JSON.parse(copied.mock.lastCall?.[0] ?? '')).toEqual(
    stored.length === 0 ? {} : { Event: 'PlanCreated' },
  );
});
