// @vitest-environment happy-dom
// The panels of the overview one by one: what each says of nothing, of little, of much and of a failure.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { lines, often, outlineOf, placesOf, section } from './outline.ts';

async function newPanel(file: string, part: string, answers: Answers = {}, settings = {}) {
  const page = newPage('#/overview', answers, settings);
  const session = await load('session.ts');
  const { [part]: Part } = await load(`views/${file}.tsx`);
  const { place } = draw(Part);
  const press = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click();
  return { ...page, place, press, session, shown: () => outlineOf(place) };
}

const nothing = { FailedPayments: [], OverdueInvoices: [], Endpoints: [] };
const request = (Id: number, more: object = {}) => ({
  name: 'request',
  data: {
    Id,
    At: '2026-03-15T09:00:00Z',
    Method: 'GET',
    Path: `/x/${Id}`,
    Status: 404,
    DurationMs: 1,
    ...more,
  },
});

test('what needs attention is known only once both the documents and the activity are read', async () => {
  const { begin, session, shown } = await newPanel('overview-attention', 'AttentionPanel', {
    '/sandbox/attention': nothing,
    '/sandbox/events?take=5000': undefined,
  });
  await begin();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown()).toEqual(['## Needs attention', 'Loading']);
  session.isLoaded.set(true);
  await expect.poll(shown, often).toEqual(['## Needs attention', '✓Nothing needs attention']);
  session.timeline.apply([
    request(1, { Status: 399 }),
    request(2, { Client: 'inspector' }),
    request(3, { Status: 500, Error: { Code: 'Broken', Message: 'It broke.' } }),
    request(4, { Status: 400 }),
  ]);
  await expect.poll(shown, often).toEqual(
    lines(`
      ## Needs attention
      ### [✗2 rejected requests](#/activity?kind=request&failures=yes&reads=yes)
      - [GET /x/4 "/x/4"](#/activity/{request})400
      - [GET /x/3 "/x/3"](#/activity/{request})500 Broken`),
  );
  session.timeline.apply(Array.from({ length: 120 }, (_, at) => request(at + 10)));
  await expect.poll(() => shown()[1], often).toContain('✗100 rejected requests');
});

test('what needs attention says why it could not be read', async () => {
  const { begin, session, shown } = await newPanel('overview-attention', 'AttentionPanel', {
    '/sandbox/attention': Response.json({ Message: 'Not now.' }, { status: 503 }),
  });
  session.isLoaded.set(true);
  await begin();
  await expect.poll(shown, often).toEqual(['## Needs attention', '✗ Not now.']);
});

test('what needs attention has three of each kind and counts all, with the webhooks of all endpoints', async () => {
  const Currency = 'CHF';
  const { begin, session, shown } = await newPanel('overview-attention', 'AttentionPanel', {
    '/sandbox/attention': {
      FailedPayments: [1, 2, 3, 4].map((id) => ({
        ...{ ContractId: `c${id}`, ReferenceCode: `R${id}`, CustomerName: 'Ada', Amount: id, Currency },
        ...(id === 1 ? { Retry: { Attempt: 2, Of: 3, At: '2026-03-16T09:00:00Z' } } : {}),
      })),
      OverdueInvoices: [1, 2, 3, 4].map((id) => ({
        ...{ Id: `i${id}`, InvoiceNumber: `N${id}`, RecipientName: 'Bea', Open: id, Currency },
        DueDate: '2026-03-12T09:00:00Z',
      })),
      Endpoints: [1, 2, 3, 4].map((id) => ({ WebhookId: `w${id}`, Url: `https://${id}/`, GivenUp: id })),
    },
  });
  session.isLoaded.set(true);
  await begin();
  await expect.poll(shown, often).toEqual(
    lines(`
      ## Needs attention
      ### [✗4 failed payments](#/contracts?payments=failed)
      - [R1 · Ada](#/contracts/c1)1.00 CHF, payment failed, retry 2 of 3 in 24 hours
      - [R2 · Ada](#/contracts/c2)2.00 CHF, payment failed, no retry planned
      - [R3 · Ada](#/contracts/c3)3.00 CHF, payment failed, no retry planned
      ### [✗4 overdue invoices](#/invoices?paymentStatus=Overdue)
      - [N1 · Bea](#/invoices/i1)1.00 CHF, 3 days overdue
      - [N2 · Bea](#/invoices/i2)2.00 CHF, 3 days overdue
      - [N3 · Bea](#/invoices/i3)3.00 CHF, 3 days overdue
      ### [✗10 undelivered webhooks](#/webhooks?status=Failed)
      - [https://1/](#/webhooks/w1?status=Failed)1 given up
      - [https://2/](#/webhooks/w2?status=Failed)2 given up
      - [https://3/](#/webhooks/w3?status=Failed)3 given up`),
  );
});

const invoice = (at: number, more: object = {}) => ({
  ...{ ContractId: `c${at}`, CustomerId: 'k1', CustomerName: `Name ${at}`, Date: '2026-03-20' },
  ...{ TotalNet: 1, TotalVat: 0.19, TotalGross: 1.19, Currency: 'EUR', ...more },
});

test('a forecast is of as many months as chosen, has each month of each currency, and lists fifty invoices', async () => {
  let arrive = (_: unknown): void => {};
  const { asked, answers, place, press, shown } = await newPanel('overview-forecast', 'ForecastPanel', {
    '/sandbox/forecast': () => new Promise((resolve) => (arrive = resolve)),
  });
  const button = () =>
    [...place.querySelectorAll('button')].map(({ textContent, disabled, title }) => [
      textContent,
      disabled,
      title,
    ]);
  const choose = (months: string) => {
    const select = place.querySelector('select') as HTMLSelectElement;
    select.value = months;
    select.dispatchEvent(new Event('input', { bubbles: true }));
  };
  choose('3');
  await expect.poll(button, often).toEqual([['Show forecast', false, 'POST /sandbox/forecast {"Months":3}']]);
  press('Show forecast');
  await expect.poll(() => button()[0]?.[1], often).toBe(true);
  arrive({
    From: '2026-12-15T09:00:00Z',
    Until: '2027-02-15T09:00:00Z',
    Invoices: Array.from({ length: 51 }, (_, at) => invoice(at)),
    Sums: [
      { Currency: 'EUR', TotalGross: 60.69, Months: [{ Month: '2027-01', TotalGross: 60.69 }] },
      { Currency: 'JPY', TotalGross: 1200, Months: [] },
    ],
  });
  await expect.poll(() => shown().length, often).toBeGreaterThan(50);
  expect([...shown().slice(3, 17), shown().at(-1)]).toEqual(
    lines(`
      Total of 3 months, with VAT: 60.69 EUR
      ▸ As a table, EUR
      Month | Billed (number)
      2026-12 | 0.00 EUR
      2027-01 | 60.69 EUR
      2027-02 | 0.00 EUR
      Total of 3 months, with VAT: 1,200 JPY
      ▸ As a table, JPY
      Month | Billed (number)
      2026-12 | 0 JPY
      2027-01 | 0 JPY
      2027-02 | 0 JPY
      ▸ 51 invoices
      - 2026-03-20[Name 0](#/contracts/c0)1.19 EUR
      The first 50 of them. The CSV file has all.`),
  );
  expect([place.querySelectorAll('ul li').length, button()[1]?.[0]]).toEqual([50, 'Download CSV']);
  expect(placesOf(place)).toEqual(['Forecast', 'Forecast invoices']);
  choose('24');
  await expect.poll(() => shown().length, often).toBe(3);
  answers['/sandbox/forecast'] = Response.json({ Message: 'Too much.' }, { status: 422 });
  press('Show forecast');
  await expect.poll(() => shown().at(-1), often).toBe('✗ Too much.');
  expect(asked).toEqual(['POST /sandbox/forecast {"Months":3}', 'POST /sandbox/forecast {"Months":24}']);
  answers['/sandbox/forecast'] = { Invoices: [], Sums: [] };
  press('Show forecast');
  await expect.poll(() => shown().at(-1), often).toBe('Nothing will be billed.');
  expect(button()).toHaveLength(1);
});

const month = (Month: string, Billed: number, Paid: number, Currency = 'EUR') => ({
  Month,
  Billed,
  Paid,
  Currency,
});

test('what was billed and paid is plotted for each currency, from four months on or the first with money', async () => {
  const { begin, place, shown } = await newPanel('overview-money', 'TurnoverPanel', {
    '/sandbox/turnover?months=12': [
      ...['10', '11', '12'].map((name) => month(`2025-${name}`, 0, 0)),
      month('2026-01', 0, 50),
      ...['02', '03', '04', '05'].map((name) => month(`2026-${name}`, 100, -5)),
      ...['01', '02', '03', '04'].map((name) => month(`2026-${name}`, 0, 0, 'CHF')),
      month('2026-05', 7, 0, 'CHF'),
    ],
  });
  expect(place.textContent).toBe('');
  await begin();
  await expect.poll(shown, often).toEqual(
    lines(`
      ## Billed and paid
      Billed Paid
      ▸ As a table, EUR
      Month | Billed (number) | Paid (number)
      2026-01 | 0.00 EUR | 50.00 EUR
      2026-02 | 100.00 EUR | −5.00 EUR
      2026-03 | 100.00 EUR | −5.00 EUR
      2026-04 | 100.00 EUR | −5.00 EUR
      2026-05 | 100.00 EUR | −5.00 EUR
      ▸ As a table, CHF
      Month | Billed (number) | Paid (number)
      2026-02 | 0.00 CHF | 0.00 CHF
      2026-03 | 0.00 CHF | 0.00 CHF
      2026-04 | 0.00 CHF | 0.00 CHF
      2026-05 | 7.00 CHF | 0.00 CHF`),
  );
  expect(placesOf(place)).toEqual(['Billed and paid']);
  const [plot] = place.querySelectorAll('svg');
  const bars = [...(plot?.querySelectorAll('rect') ?? [])].map((bar) =>
    [
      bar.getAttribute('class'),
      ...['x', 'y', 'width', 'height'].map((name) => Math.round(Number(bar.getAttribute(name)))),
    ].join(' '),
  );
  // Five months on 480 pixels; the highest amount is 108 pixels high, above a line at 128.
  expect(bars).toEqual(
    lines(`
      billed 10 128 35 0
      paid 48 74 35 54
      billed 106 20 35 108
      paid 144 128 35 0
      billed 202 20 35 108
      paid 240 128 35 0
      billed 298 20 35 108
      paid 336 128 35 0
      billed 394 20 35 108
      paid 432 128 35 0`),
  );
  const texts = [...(plot?.querySelectorAll('text') ?? [])].map((text) => [
    text.textContent,
    ...['x', 'y', 'text-anchor'].map((name) => text.getAttribute(name)),
  ]);
  expect(texts).toEqual([
    ['100.00 EUR', '0', '12', null],
    ['2026-02', '192', '144', 'end'],
    ['2026-05', '480', '144', 'end'],
  ]);
  expect(plot?.querySelector('title')?.textContent).toBe('2026-01: billed 0.00 EUR, paid 50.00 EUR');
  expect([plot?.getAttribute('viewBox'), plot?.querySelector('line')?.getAttribute('y1')]).toEqual([
    '0 0 480 150',
    '128',
  ]);
});

test('without months there is no plot', async () => {
  const { begin, asked, place } = await newPanel('overview-money', 'TurnoverPanel', {
    '/sandbox/turnover': [],
  });
  await begin();
  await expect.poll(() => asked, often).toEqual(['GET /sandbox/turnover?months=12']);
  expect(place.textContent).toBe('');
});

const due = (Type: string, at: number, more: object = {}) => ({
  ...{ Type, Key: `k${at}`, DueAt: `2026-03-${15 + at}T09:00:00Z`, ...more },
});

test('what is due in seven days is listed, eight at most, without each attempt to send a webhook', async () => {
  const tasks = [
    due('payment-retry', 1, { Attempt: 2, Of: 3, ReferenceCode: 'R1', CustomerName: 'Ada' }),
    due('delivery', 1),
    due('order-expiry', 2, { Key: 'o1' }),
    due('delivery', 2),
    ...[3, 4, 5, 6, 7, 3].map((at) => due('lifecycle', at)),
  ];
  const { answers, asked, begin, session, shown } = await newPanel('overview-money', 'NextWeekPanel', {
    '/sandbox/tasks': tasks,
  });
  expect(shown()).toEqual(['## Next seven days', 'Loading']);
  await begin();
  await expect.poll(shown, often).toEqual(
    lines(`
      ## Next seven days
      - 2026-03-16 10:00[Payment retry 2 of 3 · R1, Ada](#/contracts/k1)in 24 hours
      - 2026-03-17 10:00[Order expiry](#/orders/o1)in 2 days
      - 2026-03-18 10:00[Renewal](#/contracts/k3)in 3 days
      - 2026-03-19 10:00[Renewal](#/contracts/k4)in 4 days
      - 2026-03-20 10:00[Renewal](#/contracts/k5)in 5 days
      - 2026-03-21 10:00[Renewal](#/contracts/k6)in 6 days
      - 2026-03-22 10:00[Renewal](#/contracts/k7)in 7 days
      - 2026-03-18 10:00[Renewal](#/contracts/k3)in 3 days
      [2 webhook attempts](#/webhooks?status=Pending)`),
  );
  expect(asked).toEqual(['GET /sandbox/tasks?take=500&until=2026-03-22T09:00:00.000Z']);
  for (const [name, answer, last, count] of [
    ['contracts', [...tasks, due('lifecycle', 1)], 'and 1 more task.', 11],
    ['paymentTransactions', [due('delivery', 1)], '[1 webhook attempt](#/webhooks?status=Pending)', 2],
    ['clock', [], 'Nothing is due.', 2],
  ] as const) {
    answers['/sandbox/tasks'] = answer;
    session.revisions.set({ ...session.revisions.get(), [name]: 1 });
    await expect.poll(() => shown().slice(-2), often).toContain(last);
    // Nothing else is said beside it.
    expect(shown()).toHaveLength(count);
  }
  session.clock.set({ Now: '2026-03-16T09:00:30Z', Mode: 'Manual' });
  await expect
    .poll(() => asked.at(-1), often)
    .toBe('GET /sandbox/tasks?take=500&until=2026-03-23T09:00:00.000Z');
});

async function newOverview(answers: Answers, settings = {}) {
  const page = await newPanel('overview', 'OverviewView', answers, settings);
  await page.begin();
  return { ...page, part: (title: string) => section(page.shown(), title) };
}

/** What the panels read again when documents of a collection change. */
const readAgain: { readonly [path: string]: readonly string[] } = {
  '/sandbox/turnover?months=12': ['invoices', 'ledgerEntries', 'clock'],
  '/api/v1/contracts?take=1': ['contracts'],
  '/sandbox/usage': [
    ...['customers', 'contracts', 'orders', 'invoices', 'paymentTransactions', 'mails', 'webhooks', 'events'],
  ],
  '/sandbox/attention': [
    ...['contracts', 'paymentTransactions', 'ledgerEntries', 'invoices', 'deliveries', 'webhooks', 'clock'],
  ],
  '/sandbox/tasks?take=500&until=2026-03-22T09:00:00.000Z': ['contracts', 'paymentTransactions', 'clock'],
  '/sandbox/audit': [],
};

test('the overview reads again what may have changed, and no more', async () => {
  const paths = Object.keys(readAgain);
  const { asked, place, session } = await newOverview({
    ...Object.fromEntries(paths.map((path) => [path, []])),
    '/sandbox/attention': nothing,
    '/sandbox/usage': { Collections: {} },
    '/sandbox/audit': { Ok: true, Problems: [] },
  });
  const read = () => paths.filter((path) => asked.includes(`GET ${path}`));
  await expect.poll(read, often).toEqual(paths);
  await expect
    .poll(() => placesOf(place), often)
    .toEqual([
      ...[
        'Needs attention',
        'Forecast',
        'Start here',
        'State',
        'Next seven days',
        'Activity',
        'Clock',
        'Snapshot',
        'Session',
      ],
      'Workspaces',
    ]);
  for (const name of new Set(Object.values(readAgain).flat())) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    asked.length = 0;
    session.revisions.set({ ...session.revisions.get(), [name]: 1 });
    const expected = paths.filter((path) => readAgain[path]?.includes(name));
    await expect.poll(() => [name, ...read()], often).toEqual([name, ...expected]);
  }
});

test('what does not add up is told with its contract, five at most', async () => {
  const problem = (Rule: string, ContractId?: string) => ({
    Rule,
    Message: `${Rule} is off.`,
    ...(ContractId && { ContractId }),
  });
  const { part } = await newOverview({
    '/sandbox/audit': {
      Ok: false,
      Problems: [
        problem('Sum'),
        problem('Balance', 'c1'),
        ...['3', '4', '5', '6'].map((name) => problem(name)),
      ],
    },
    '/sandbox/usage': { Collections: { customers: 1_200, contracts: 0 } },
  });
  await expect.poll(() => part('State').length, often).toBeGreaterThan(8);
  await expect
    .poll(() => part('State'), often)
    .toEqual(
      lines(`
      ## State
      - [1,200 Customers](#/customers)
      - [0 Contracts](#/contracts)
      - [… Orders](#/orders)
      - [… Invoices](#/invoices)
      - [… Payments](#/payments)
      - [… Mails](#/mails)
      - [… Endpoints](#/webhooks)
      ✗6 inconsistencies
      Sum: Sum is off.
      [Balance](#/contracts/c1): Balance is off.
      3: 3 is off.
      4: 4 is off.
      5: 5 is off.`),
    );
});

test('the latest activity is that on top, six at most, without what only reads', async () => {
  const { part, session } = await newOverview({});
  await expect.poll(() => session.isLoaded.get(), often).toBe(true);
  const event = (Id: string, Cause?: object) => ({
    name: 'event',
    data: { Id, At: '2026-03-15T09:00:00Z', Event: 'PlanCreated', Cause },
  });
  session.timeline.apply([
    request(1),
    request(2, { Status: 200 }),
    event('e1'),
    request(3, { Method: 'POST', Status: 201 }),
    event('e2', { TaskId: 't1', AdvanceId: 3 }),
    request(4),
    request(5),
    request(6),
    request(7),
  ]);
  await expect
    .poll(() => part('[Activity](#/activity)').slice(1), often)
    .toEqual(
      lines(`
      - 2026-03-15 10:00[GET /x/7 "/x/7"](#/activity/{request})✗404
      - 2026-03-15 10:00[GET /x/6 "/x/6"](#/activity/{request})✗404
      - 2026-03-15 10:00[GET /x/5 "/x/5"](#/activity/{request})✗404
      - 2026-03-15 10:00[GET /x/4 "/x/4"](#/activity/{request})✗404
      - 2026-03-15 10:00[POST /x/3 "/x/3"](#/activity/{request})201
      - 2026-03-15 10:00[Plan created ](#/activity/event-e1)1 event`),
    );
});

test('a workspace is opened by its name, and the current one is marked and not removed', async () => {
  const { part, place, session } = await newOverview(
    { '/sandbox/workspaces': [{ Name: 'one' }, { Name: 'two' }] },
    { workspace: 'one' },
  );
  const without = (text: string) => text.replace(/http:..sandbox-\d+\.test/g, '');
  await expect
    .poll(() => part('Workspaces').map(without), often)
    .toEqual(
      lines(`
      ## Workspaces
      Each workspace has its own state and clock, at /w/<name>/.
      - [main](/)
      - [one "current true"](/w/one/)
      - [two](/w/two/) {Remove two… "danger"}
      <Name of a workspace: >{Open workspace}`),
    );
  const assigned = vi.spyOn(location, 'assign').mockReturnValue();
  const form = place.querySelector('form.inline') as HTMLFormElement;
  form.requestSubmit();
  expect(assigned).not.toHaveBeenCalled();
  const field = form.querySelector('input') as HTMLInputElement;
  field.value = 'a b';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  form.requestSubmit();
  expect(without(String(assigned.mock.lastCall))).toBe('/w/a%20b/');
  expect(session.sent.get()).toEqual([]);
});

test('the first steps are shown only while there is no contract, and are copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const catalog = {
    ...{ OAuthClients: [{ ClientId: 'c', ClientSecret: 's' }], PublicApiKey: 'key' },
    PlanVariants: [{ Id: 'v1' }, { Id: 'v2' }],
  };
  const { answers, begin, place, press, session } = await newPanel('overview-start', 'StartPanel', {
    '/sandbox/catalog': catalog,
    '/api/v1/contracts?take=1': [],
  });
  expect(place.textContent).toBe('');
  await begin();
  await expect
    .poll(() => place.querySelector('a')?.getAttribute('href'), often)
    .toMatch(/\/portal\/signup\.html#\/v1$/);
  expect([place.querySelector('a')?.target, place.querySelector('a')?.rel]).toEqual(['_blank', 'noopener']);
  expect(placesOf(place)).toEqual(['Start here']);
  press('Copy script tag');
  expect(copied.mock.lastCall?.[0]).toMatch(
    /^<script src="http:.*\/clientlib\.js"><\/script>\n<script>\n.*'key'/,
  );
  press('Copy test');
  const { firstTest } = await load('views/overview-start.tsx');
  expect(copied.mock.lastCall).toEqual([firstTest]);
  answers['/api/v1/contracts?take=1'] = [{ Id: 'c1' }];
  session.revisions.set({ contracts: 1 });
  await expect.poll(() => place.textContent, often).toBe('');
});
