// @vitest-environment happy-dom
// What the view of webhooks says of endpoints and deliveries, in each of their states.
import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { draw, load, newPage } from './drawn.ts';
import { fill, newReceiver, openInspector, press, signUp } from './mounted.ts';
import { often } from './outline.ts';
import { reads, shown } from './reads.ts';
import { sortsBy } from './sorts.ts';

/** Receivers of an address each: `/ok` accepts, `/broken` fails, `/gone` wants no more. */
const deliver = async ({ url }: Request): Promise<Response> => {
  const statuses: Record<string, number> = { broken: 500, gone: 410 };
  const status = statuses[url.split('/').at(-1) ?? ''] ?? 200;
  return new Response(status === 200 ? '' : 'TypeError: total is undefined', { status });
};

const rows = () => [...document.querySelectorAll('.deliveries tbody tr')];

test('an endpoint and its deliveries in each state', async () => {
  const { api, visit } = await openInspector('overview', { deliver });
  const endpoint = async (name: string, more: object = {}, control?: object): Promise<string> => {
    const { Id } = await api('POST', '/api/v1/webhooks', { Url: `https://shop.test/${name}`, ...more });
    if (control !== undefined) await api('PATCH', `/sandbox/webhooks/${Id}`, control);
    return Id;
  };
  const some = { Events: ['PaymentFailed', 'CustomerCreated'] };
  const ids = {
    ok: await endpoint('ok', some),
    simulates: await endpoint('simulates', { ...some, Signed: false }, { Rehearsal: { Delay: 'PT1M' } }),
    off: await endpoint('off', {}, { Enabled: false }),
    gone: await endpoint('gone', { Events: ['CustomerCreated'] }),
    broken: await endpoint('broken', { Events: ['CustomerCreated', 'PlanCreated'] }),
  };
  const { Id: contract, CustomerId: customer } = await signUp(api);
  await api('POST', '/sandbox/deliveries/settle');
  await api('POST', '/sandbox/clock', { Advance: 'P16D' });
  await api('POST', '/sandbox/deliveries/settle');
  await api('POST', '/sandbox/events', { Event: 'PlanCreated' });
  await api('POST', '/sandbox/deliveries/settle');
  await visit('webhooks');
  const names = { ...ids, contract, customer };
  await reads(
    `
    # Webhooks
    {Register endpoint…}
    Endpoints
    Address (long) | Events (minor) | State | Pending (number, minor)
    [https://shop.test/ok](#/webhooks/{ok}) | PaymentFailed, CustomerCreated | ✓Enabled | 0
    [https://shop.test/simulates](#/webhooks/{simulates}) | PaymentFailed, CustomerCreated | …Simulates problems | 0
    [https://shop.test/off](#/webhooks/{off}) | all | ✗Disabled | 0
    [https://shop.test/gone](#/webhooks/{gone}) | CustomerCreated | ✗Disabled | 0
    [https://shop.test/broken](#/webhooks/{broken}) | CustomerCreated, PlanCreated | ✗1 given up | 1
    ## Deliveries
    <Filter deliveries: ><Status of deliveries: *Status: any / Pending / Succeeded / Failed / Canceled / Dropped>
    5 deliveries
    Deliveries
    {Event} | {Status} (long) | {Last attempt} (minor) | For (long) | {Endpoint} (minor, long) | {Attempts} (number, minor) | Actions
    [PlanCreated](#/webhooks?delivery={id}) | ✗Pending, 500 TypeError: total is undefined | 2026-03-03 10:00 | | https://shop.test/broken | 1 | {Retry now "POST /sandbox/deliveries/{id}/resend"}
    [CustomerCreated](#/webhooks?delivery={id}) | ✗Failed, 500 TypeError: total is undefined | 2026-02-17 05:31 | [Ada Lovelace](#/customers/{customer}) | https://shop.test/broken | 12 | {Resend "POST /sandbox/deliveries/{id}/resend"}
    [CustomerCreated](#/webhooks?delivery={id}) | ✗Failed, 410 TypeError: total is undefined | 2026-02-15 10:00 | [Ada Lovelace](#/customers/{customer}) | https://shop.test/gone | 1 | {Resend "POST /sandbox/deliveries/{id}/resend"}
    [CustomerCreated](#/webhooks?delivery={id}) | ✓Succeeded, 200 | 2026-02-15 10:01 | [Ada Lovelace](#/customers/{customer}) | https://shop.test/simulates | 1 | {Resend "POST /sandbox/deliveries/{id}/resend"}
    [CustomerCreated](#/webhooks?delivery={id}) | ✓Succeeded, 200 | 2026-02-15 10:00 | [Ada Lovelace](#/customers/{customer}) | https://shop.test/ok | 1 | {Resend "POST /sandbox/deliveries/{id}/resend"}
  `,
    'main',
    names,
  );
  for (const [id, text] of [
    [
      ids.ok,
      `
      # https://shop.test/ok
      [× "× close details"](#/webhooks)
      Id: {ok} {Copy}
      Events: PaymentFailed, CustomerCreated
      Secret: whsec_Cmws… {Copy secret}
      Registered: 2026-02-15 10:00
      Timeout: {ms}
      Pending: 0
      ## Actions
      {Send an event…}{Simulate problems…}{Resend undelivered events…}{Rotate secret…}{Disable…}{Delete… "danger"}
    `,
    ],
    [
      ids.simulates,
      `
      # https://shop.test/simulates
      [× "× close details"](#/webhooks)
      Id: {simulates} {Copy}
      Events: PaymentFailed, CustomerCreated
      Secret: not signed
      Registered: 2026-02-15 10:00
      Timeout: {ms}
      Pending: 0
      Simulated problems: delays by PT1M
      ## Actions
      {Send an event…}{Simulate problems…}{Resend undelivered events…}{Rotate secret…}{Disable…}{Delete… "danger"}
    `,
    ],
    [
      ids.off,
      `
      # https://shop.test/off
      [× "× close details"](#/webhooks)
      ✗ disabled by hand
      Id: {off} {Copy}
      Events: all
      Secret: whsec_gTDW… {Copy secret}
      Registered: 2026-02-15 10:00
      Timeout: {ms}
      Pending: 0
      ## Actions
      {Send an event…}{Simulate problems…}{Resend undelivered events…}{Rotate secret…}{Enable…}{Delete… "danger"}
    `,
    ],
    [
      ids.gone,
      `
      # https://shop.test/gone
      [× "× close details"](#/webhooks)
      ✗ the endpoint answered 410 Gone to CustomerCreated
      Id: {gone} {Copy}
      Events: CustomerCreated
      Secret: whsec_5J+K… {Copy secret}
      Registered: 2026-02-15 10:00
      Timeout: {ms}
      Pending: 0
      ## Actions
      {Send an event…}{Simulate problems…}{Resend undelivered events…}{Rotate secret…}{Enable…}{Delete… "danger"}
    `,
    ],
    [
      ids.broken,
      `
      # https://shop.test/broken
      [× "× close details"](#/webhooks)
      Id: {broken} {Copy}
      Events: CustomerCreated, PlanCreated
      Secret: whsec_/QVo… {Copy secret}
      Registered: 2026-02-15 10:00
      Timeout: {ms}
      Pending: 1
      ## Actions
      {Send an event…}{Simulate problems…}{Resend undelivered events…}{Rotate secret…}{Disable…}{Delete… "danger"}
    `,
    ],
  ] as const) {
    await visit(`webhooks/${id}`);
    await reads(text, '.detail', names);
  }
});

test('deliveries are sorted by each column, filtered, and read one by one', async () => {
  const { api, visit } = await openInspector('overview', { deliver });
  const { Id: broken } = await api('POST', '/api/v1/webhooks', { Url: 'https://shop.test/broken' });
  const { Id: ok } = await api('POST', '/api/v1/webhooks', {
    Url: 'https://shop.test/ok',
    Events: ['PlanCreated'],
  });
  const { Id: contract, CustomerId: customer } = await signUp(api);
  await api('POST', '/sandbox/deliveries/settle');
  await api('POST', '/sandbox/clock', { Advance: 'PT1H' });
  await api('POST', '/sandbox/events', { Event: 'PlanCreated' });
  await api('POST', '/sandbox/deliveries/settle');
  await visit('webhooks');
  await expect.poll(() => rows().length).toBe(8);
  await sortsBy(['Event', 'Status', 'Last attempt', 'Endpoint', 'Attempts'], '.deliveries');
  const names = { broken, ok, contract, customer };
  await visit(`webhooks/${ok}`);
  await expect.poll(() => rows().length).toBe(1);
  await fill(screen.getByLabelText('Status of deliveries'), 'Succeeded');
  await fill(screen.getByLabelText('Filter deliveries'), 'plan');
  await reads(
    `
    ## Deliveries
    <Filter deliveries: plan><Status of deliveries: Status: any / Pending / *Succeeded / Failed / Canceled / Dropped>
    1 delivery
    Deliveries
    {Event} | {Status} (long) | {Last attempt} (minor) | For (long) | {Endpoint} (minor, long) | {Attempts} (number, minor) | Actions
    [PlanCreated](#/webhooks/{ok}?status=Succeeded&q=plan&delivery={id}) | ✓Succeeded, 200 | 2026-02-15 11:00 | | https://shop.test/ok | 1 | {Resend "POST /sandbox/deliveries/{id}/resend"}
  `,
    '.deliveries',
    names,
  );
  press(screen.getByText('PlanCreated', { selector: '.deliveries a' }));
  await reads(
    `
    # PlanCreated
    [× "× close details"](#/webhooks?status=Succeeded&q=plan)
    ✓Succeeded → https://shop.test/ok
    ▸ Attempt 1: ✓200 2026-02-15 11:00, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed} }
    { "Event": "PlanCreated", "EntityId": "{id}", "PlanId": "{id}" }
    Response 200
    {}
    {Resend "POST /sandbox/deliveries/{id}/resend"}{Copy body}
  `,
    '.detail',
    names,
  );
  await fill(screen.getByLabelText('Filter deliveries'), 'plan nothing');
  await reads(
    `
    ## Deliveries
    <Filter deliveries: plan nothing><Status of deliveries: Status: any / Pending / *Succeeded / Failed / Canceled / Dropped>
    0 deliveries
    ## No results
    {Clear the filters}
  `,
    '.deliveries',
    names,
  );
  press(screen.getByText('Clear the filters'));
  await expect.poll(() => location.hash).toBe('#/webhooks');
  location.hash = '#/webhooks?delivery=gone';
  await reads(
    `
    # Delivery
    [× "× close details"](#/webhooks)
    This delivery is no longer stored.
  `,
    '.detail',
  );
  const [{ Id }] = await api('GET', `/sandbox/deliveries?status=Pending`);
  location.hash = `#/webhooks?delivery=${Id}`;
  await reads(
    `
    # PlanCreated
    [× "× close details"](#/webhooks)
    ✗Pending → https://shop.test/broken
    ✗ 500 TypeError: total is undefined
    Next attempt at 2026-02-15 11:01
    ▸ Attempt 1: ✗answered 500 2026-02-15 11:00, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed} }
    { "Event": "PlanCreated", "EntityId": "{id}", "PlanId": "{id}" }
    Response 500
    TypeError: total is undefined
    {Retry now "POST /sandbox/deliveries/{id}/resend"}{Copy body}
  `,
    '.detail',
    names,
  );
  // An attempt that is made meanwhile is shown.
  await api('POST', '/sandbox/clock', { Advance: 'PT1H' });
  await api('POST', '/sandbox/deliveries/settle');
  await reads(
    `
    # PlanCreated
    [× "× close details"](#/webhooks)
    ✗Pending → https://shop.test/broken
    ✗ 500 TypeError: total is undefined
    Next attempt at 2026-02-15 12:25
    ▸ Attempt 1: ✗answered 500 2026-02-15 11:00, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed} }
    { "Event": "PlanCreated", "EntityId": "{id}", "PlanId": "{id}" }
    Response 500
    TypeError: total is undefined
    ▸ Attempt 2: ✗answered 500 2026-02-15 11:01, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed}, "X-Retry-Count": "1" }
    Response 500
    TypeError: total is undefined
    ▸ Attempt 3: ✗answered 500 2026-02-15 11:04, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed}, "X-Retry-Count": "2" }
    Response 500
    TypeError: total is undefined
    ▸ Attempt 4: ✗answered 500 2026-02-15 11:09, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed}, "X-Retry-Count": "3" }
    Response 500
    TypeError: total is undefined
    ▸ Attempt 5: ✗answered 500 2026-02-15 11:20, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed}, "X-Retry-Count": "4" }
    Response 500
    TypeError: total is undefined
    ▸ Attempt 6: ✗answered 500 2026-02-15 11:42, {ms}
    { "Content-Type": "application/json; charset=utf-8", "User-Agent": "clientlib-sandbox", "webhook-id": "{id}", {signed}, "X-Retry-Count": "5" }
    Response 500
    TypeError: total is undefined
    {Retry now "POST /sandbox/deliveries/{id}/resend"}{Copy body}
  `,
    '.detail',
    names,
  );
});

test('of many deliveries the newest are shown, and it says so', async () => {
  const { api, visit } = await openInspector('overview', { deliver });
  await api('POST', '/api/v1/webhooks', { Url: 'https://shop.test/ok' });
  await api('POST', '/sandbox/events', { Event: 'PlanCreated' });
  const ask = globalThis.fetch;
  let count = 0;
  // As if there were so many: to make them takes long.
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await ask(url, init);
    if (!url.includes('/sandbox/deliveries?take=500')) return answer;
    const [one] = await answer.json();
    return Response.json(Array.from({ length: count }, (_, at) => ({ ...one, Id: `d${at}` })));
  });
  const said = () => document.querySelector('.deliveries [role=status]')?.textContent;
  for (const [many, text] of [
    [100, '100 deliveries'],
    [101, '101 deliveries, the first 100 are shown'],
    [500, 'more than 500 deliveries, the first 100 are shown'],
  ] as const) {
    count = many;
    await visit('faults');
    await visit('webhooks');
    await expect.poll(() => [said(), rows().length]).toEqual([text, 100]);
  }
});

test.each([
  ['d2', 'failed'],
  ['d3', 'done'],
])('of several deliveries of an event, %s is sent again: it has %s', async (Id, state) => {
  newPage('#/webhooks', {
    '/sandbox/deliveries/d1/resend': { Id },
    '/sandbox/deliveries/settle': {},
    '/sandbox/deliveries?eventId=e1': [
      { Id: 'd3', Attempts: [{}] },
      { Id: 'd2', Attempts: [{}, { Error: 'answered 500' }] },
    ],
  });
  const { Resend } = await load('views/resend.tsx');
  const { sent } = await load('session.ts');
  const { place } = draw(Resend, { delivery: { Id: 'd1', EventId: 'e1', Status: 'Failed' } });
  place.querySelector('button')?.click();
  await expect.poll(() => sent.get()[0]?.state, often).toBe(state);
});

test('a delivery that was tried again stands where its last attempt is, and one without attempts is last', async () => {
  const delivery = (Id: string, ...ats: string[]) => ({
    ...{ Id, Event: 'PlanCreated', Url: 'https://shop.test/hooks', EventId: Id, Status: 'Pending', Body: {} },
    Attempts: ats.map((at) => ({ At: `2026-02-15T${at}:00Z`, StatusCode: 500 })),
  });
  const page = newPage('#/webhooks?sort=Last+attempt', {
    '/sandbox/deliveries?': [
      delivery('none'),
      delivery('twice', '10:00', '12:00'),
      delivery('once', '11:00'),
    ],
  });
  const { Deliveries } = await load('views/deliveries.tsx');
  const { place } = draw(Deliveries, { webhookId: undefined });
  await page.begin();
  const ids = () => [...place.querySelectorAll('tbody tr')].map((row) => row.getAttribute('data-row'));
  await expect.poll(ids, often).toEqual(['once', 'twice', 'none']);
});

test('a delivery is not called gone while the others are read, nor if they could not be', async () => {
  let arrive = (_: unknown): void => {};
  const page = newPage('#/webhooks?delivery=d1', {
    '/sandbox/deliveries?take=500': () => new Promise((resolve) => (arrive = resolve)),
  });
  const { DeliveryDetail } = await load('views/deliveries.tsx');
  const { place } = draw(DeliveryDetail, { id: 'd1' });
  await page.begin();
  await expect.poll(() => page.asked, often).toContain('GET /sandbox/deliveries?take=500');
  expect(place.textContent).not.toContain('no longer stored');
  arrive(Response.json({ Message: 'Not now.' }, { status: 503 }));
  await expect.poll(() => place.textContent, often).toContain('Not now.');
  expect(place.textContent).not.toContain('no longer stored');
});

test('a delivery that is sent again says whether it has failed again', async () => {
  const receiver = newReceiver();
  receiver.status = 500;
  const { api, visit } = await openInspector('webhooks', { deliver: receiver.deliver });
  await api('POST', '/api/v1/webhooks', { Url: receiver.url });
  await api('POST', '/sandbox/events', { Event: 'PlanCreated' });
  await api('POST', '/sandbox/deliveries/settle');
  const told = () => document.querySelector('.sent article')?.textContent ?? '';
  press(await screen.findByText('Retry now'));
  await expect.poll(told).toContain('Retry now failedThe delivery failed again: answered 500');
  receiver.status = 200;
  press(screen.getByText('Retry now'));
  await expect.poll(told).toContain('Retry now 200POST /sandbox/deliveries/');
  await screen.findByText('Resend');
  // It was registered before it was disabled.
  await api('POST', '/sandbox/clock', { Advance: 'PT1H' });
  const [{ Id }] = await api('GET', '/sandbox/webhooks');
  await api('PATCH', `/sandbox/webhooks/${Id}`, { Enabled: false });
  await visit(`webhooks/${Id}`);
  await expect.poll(() => shown('.detail')).toContain('Registered: 2026-02-15 10:00');
});
