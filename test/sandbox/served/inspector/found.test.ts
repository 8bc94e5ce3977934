// @vitest-environment happy-dom
// What the search of everything finds, how it is told, and in which order; and how rows of the activity are told.
import { expect, test } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { often, outlineOf } from './outline.ts';

const At = '2026-03-15T09:00:00Z';
const c1 = '0123456789abcdef01234567';
const o1 = 'f123456789abcdef01234567';
const p1 = 'e123456789abcdef01234567';

const documents: Answers = {
  '/api/v1/contracts': [{ Id: 'x1', ReferenceCode: 'R1', CustomerName: 'Ada', LifecycleStatus: 'Paused' }],
  '/api/v1/customers': [{ Id: 'x2', CustomerName: 'Ada', EmailAddress: 'ada@x' }],
  '/api/v1/orders': [
    { Id: 'x3', OrderType: 'Signup', Status: 'Failed', Total: 3, Currency: 'EUR' },
    { Id: 'x4', OrderType: 'Upgrade', Status: 'Expired', Total: 3, TotalGross: 4, Currency: 'EUR' },
  ],
  '/api/v1/invoices': [
    { Id: 'x5', InvoiceNumber: 'N1', RecipientName: 'Ada', TotalGross: 5, Currency: 'JPY' },
  ],
  '/api/v1/paymentTransactions': [
    { Id: 'x6', Amount: 6, Currency: 'EUR', CustomerName: 'Ada', Status: { Status: 'Failed' } },
  ],
  '/sandbox/mails': [{ Id: 'x7', Subject: 'Hello', To: 'ada@x' }],
};

async function newSearch(entries: readonly object[], answers: Answers = documents) {
  const page = newPage('#/', answers);
  const { searchEverything } = await load('search.ts');
  const { timeline } = await load('session.ts');
  timeline.apply(entries);
  const find = async (text: string) =>
    ((await searchEverything(text)) as Record<string, string>[]).map(({ kind, title, detail, href }) =>
      [kind, title, detail, href].join(' | '),
    );
  return { ...page, find, searchEverything };
}

const request = (Id: number, more: object = {}) => ({
  name: 'request',
  data: { Id, At, Method: 'POST', Path: `/ada/${Id}?x=1`, Status: 201, DurationMs: 1, ...more },
});

test('documents are found by kind, then what happened, each with what tells it from others', async () => {
  const { asked, find, searchEverything } = await newSearch([
    request(1),
    { name: 'task', data: { Id: 't1', At, Type: 'collect', Key: 'ada' } },
    { name: 'event', data: { Id: 'e1', At, Event: 'PlanCreated', Note: 'Ada' } },
  ]);
  expect(await find('ada')).toEqual([
    'Contract | R1 · Ada | Paused | #/contracts/x1',
    'Customer | Ada | ada@x | #/customers/x2',
    'Order | Signup order, 3.00 EUR | Failed | #/orders/x3',
    'Order | Upgrade order, 4.00 EUR | Expired | #/orders/x4',
    'Invoice | N1 · Ada | 5 JPY | #/invoices/x5',
    'Payment | 6.00 EUR · Ada | Failed | #/payments/x6',
    'Mail | Hello | ada@x | #/mails/x7',
    'Event | Plan created |  | #/activity/event-e1',
    'Task | Payment |  | #/activity/t1',
    'Request | POST /ada/1 | 201 | #/activity/request-1',
    'Activity | All activity with “ada” |  | #/activity?q=ada',
  ]);
  expect(asked.map((line) => line.replace('GET ', '')).sort()).toEqual(
    Object.keys(documents)
      .map((path) => `${path}?search=ada&take=5`)
      .sort(),
  );
  const keys = ((await searchEverything('ada')) as { key: string }[]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a single character finds only what has happened, five at most; nothing finds nothing', async () => {
  const { asked, find } = await newSearch([1, 2, 3, 4, 5, 6].map((id) => request(id, { Method: 'GET' })));
  expect(await find('a')).toEqual([
    ...[6, 5, 4, 3, 2].map((id) => `Request | GET /ada/${id} | 201 | #/activity/request-${id}`),
    'Activity | All activity with “a” |  | #/activity?q=a',
  ]);
  expect(asked).toEqual([]);
  expect(await find('§')).toEqual([]);
});

test('a request is found by its number first; a list that cannot be read is left out', async () => {
  const { find } = await newSearch([request(42)], {
    ...documents,
    '/api/v1/customers': Response.json({}, { status: 500 }),
  });
  for (const text of ['42', '#42'])
    expect((await find(text))[0]).toBe('Request 42 | POST /ada/42 | 201 | #/activity/request-42');
  const kinds = (await find('42')).map((line) => line.split(' | ')[0]);
  expect(kinds.slice(1, 7)).toEqual(['Contract', 'Order', 'Order', 'Invoice', 'Payment', 'Mail']);
  expect((await find('x42'))[0]).toContain('Contract');
  expect((await find('43'))[0]).toContain('Contract');
});

const named: Answers = {
  '/api/v1/contracts': [{ Id: c1, ReferenceCode: 'R1', CustomerName: 'Ada' }],
  '/api/v1/customers': [{ Id: c1, CustomerName: 'Ada' }],
  '/api/v1/orders': [{ Id: o1, PlanVariantName: 'Pro' }],
  '/api/v1/paymentTransactions': [
    {
      Id: p1,
      Amount: 6,
      Currency: 'EUR',
      CustomerName: 'Ada',
      Status: { Status: 'Failed', ErrorCode: 'BearerExpired' },
    },
  ],
  '/sandbox/requests/1': { RequestBody: '{"Advance":"P1M"}' },
};

const event = (Event: string, more: object = {}) => ({
  name: 'event',
  data: { Id: Event, At, Event, Cause: { RequestId: 1 }, ...more },
});
const ofTask = (Event: string, more: object = {}) =>
  event(Event, { Cause: { TaskId: 't1', TaskType: 'payment-retry', TaskKey: c1 }, ...more });
const all = { ContractId: c1, CustomerId: c1, OrderId: o1, PaymentTransactionId: p1 };
const move = (more: object = {}) => request(1, { Path: '/sandbox/clock', ...more });
const task = (Id: string) => ({ name: 'task', data: { Id, At, Type: 'collect', Key: c1, AdvanceId: 1 } });

test.each([
  [[event('ContractCreated', all)], 'Ada signed up for Pro'],
  [[event('OrderSucceeded', all)], 'Ada ordered Pro'],
  [
    [event('InvoiceCreated', all), event('OrderSucceeded', all), event('ContractCreated', all)],
    'Ada signed up for Pro',
  ],
  [[event('PaymentFailed', all)], 'Payment declined: bearer expired R1 · Ada'],
  [[ofTask('PaymentFailed', all)], 'Payment retry declined: bearer expired R1 · Ada'],
  [[event('PaymentSucceeded', all)], 'Payment paid: 6.00 EUR · Ada'],
  [[ofTask('PaymentSucceeded', all)], 'Payment retry paid: 6.00 EUR · Ada'],
  [[ofTask('InvoiceCreated', { ContractId: c1 })], 'Payment retry billed R1 · Ada'],
  [[event('InvoiceCreated', { ContractId: c1 })], 'Invoice created R1 · Ada'],
  [
    [event('PaymentEscalated', { ContractId: c1 }), event('InvoiceCreated', all)],
    'Payment escalated R1 · Ada',
  ],
  [
    [event('PaymentFailed', all), event('PaymentSucceeded', all)],
    'Payment declined: bearer expired R1 · Ada',
  ],
  [
    [event('InvoiceCreated', all), event('ContractCancelled', { ContractId: c1 })],
    'Contract canceled R1 · Ada',
  ],
  [[event('CustomerChanged', { CustomerId: c1 })], 'Customer changed Ada'],
  [[event('PlanCreated'), event('CustomerChanged', { CustomerId: c1 })], 'Plan created'],
  [[{ name: 'task', data: { Id: 't1', At, Type: 'escalation', Key: c1 } }], 'Dunning step R1 · Ada'],
  [[{ name: 'task', data: { Id: 't1', At, Type: 'order-expiry', Key: o1 } }], 'Order expiry Pro'],
  [[{ name: 'task', data: { Id: 't1', At, Type: 'collect', Key: p1 } }], 'Payment …234567'],
  [[move()], '+1 month'],
  [[move(), task('t1'), task('t2')], '+1 month: 2 tasks'],
  [[move({ Status: 400 })], 'POST /sandbox/clock'],
  [[move({ Method: 'GET' })], 'GET /sandbox/clock'],
  [[move({ Path: '/sandbox/clock/' })], '+1 month'],
  [[move({ Path: '/sandbox/clock/advance' })], 'POST /sandbox/clock/advance'],
  [
    [request(1, { Path: `/api/v1/contracts/${c1}/end?dry=1` })],
    'POST /api/v1/contracts/…234567/end?dry=1 R1 · Ada',
  ],
  [[task('t1')], 'Request in progress: 1'],
])('a row of %j is told as "%s"', async (entries, told) => {
  newPage('#/activity', named);
  const { Story } = await load('parts/story.tsx');
  const { timeline } = await load('session.ts');
  timeline.apply(entries);
  const group = timeline.groups.find(({ advance }: { advance?: object }) => advance === undefined);
  const { place } = draw(Story, { group });
  const text = () => place.textContent?.replace(/\s+/g, ' ').trim();
  if (told === 'Request in progress: 1') expect(text()).toBe('Request in progress');
  else await expect.poll(text, often).toBe(told);
});

test('a path is shown whole where it is pointed at', async () => {
  newPage('#/activity');
  const { Story } = await load('parts/story.tsx');
  const { timeline } = await load('session.ts');
  timeline.apply([request(1, { Path: `/api/v1/orders/${o1}?a=1` })]);
  const { place } = draw(Story, { group: timeline.groups[0] });
  expect(outlineOf(place)[0]).toBe(`POST /api/v1/orders/…{id} "/api/v1/orders/{id}?a=1"?a=1`);
});
