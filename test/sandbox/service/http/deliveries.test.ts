import { expect, it, onTestFinished } from 'vitest';
import { type Answer, backEnd, newSandbox } from './service.ts';

/** Two endpoints, one of which refuses everything, and what two customers cause. */
async function delivered() {
  const sandbox = newSandbox({
    deliver: async ({ url }) => new Response(null, { status: url.endsWith('/broken') ? 410 : 204 }),
  });
  onTestFinished(() => sandbox.close());
  const api = await backEnd(sandbox);
  const endpoint = async (path: string, Events: readonly string[]) =>
    (await api('POST', 'webhooks', { Url: `http://shop.test/${path}`, Events })).body.Id as string;
  const good = await endpoint('hook', ['CustomerCreated', 'CustomerChanged']);
  const broken = await endpoint('broken', ['CustomerCreated']);
  const { body } = await api('POST', 'customers', { FirstName: 'Ada' });
  await sandbox.settle();
  await api('PATCH', `customers/${body.Id}`, { LastName: 'Byron' });
  await sandbox.settle();
  const list = async (query: string) => (await api('GET', `/sandbox/deliveries${query}`)) as Answer;
  return { good, broken, list };
}

it('deliveries are listed by endpoint, event, kind and status, newest first', async () => {
  const { good, broken, list } = await delivered();
  const all = (await list('')).body as {
    Id: string;
    EventId: string;
    Event: string;
    WebhookId: string;
    Status: string;
  }[];
  expect(all.map(({ WebhookId, Event, Status }) => [WebhookId, Event, Status])).toEqual([
    [good, 'CustomerChanged', 'Succeeded'],
    [broken, 'CustomerCreated', 'Failed'],
    [good, 'CustomerCreated', 'Succeeded'],
  ]);
  const [changed, refused, created] = all.map(({ Id }) => Id);
  const eventId = all[1]?.EventId;
  for (const [query, ids] of [
    [`?webhookId=${good}`, [changed, created]],
    [`?webhookId=${broken}`, [refused]],
    [`?eventId=${eventId}`, [refused, created]],
    ['?event=CustomerChanged', [changed]],
    ['?event=customercreated', [refused, created]],
    ['?status=Failed', [refused]],
    ['?status=Pending', []],
    [`?webhookId=${good}&event=CustomerCreated`, [created]],
    ['?take=1', [changed]],
    ['?take=1&skip=1', [refused]],
  ] as const) {
    const { body } = await list(query);
    expect([query, body.map(({ Id }: { Id: string }) => Id)]).toEqual([query, ids]);
  }
  const unknown = await list('?event=Nothing');
  expect([unknown.status, unknown.body.Errors[0].Field]).toEqual([422, 'event']);
});

it('waiting for deliveries says how many are to be tried again, and when the first of them is', async () => {
  const sandbox = newSandbox({
    clock: '2026-01-15T10:00:00Z',
    deliver: async () => new Response(null, { status: 503 }),
  });
  onTestFinished(() => sandbox.close());
  const api = await backEnd(sandbox);
  await api('POST', 'webhooks', { Url: 'http://shop.test/hook', Events: ['CustomerCreated'] });
  const settled = async () => (await api('POST', '/sandbox/deliveries/settle')).body;
  expect(await settled()).toEqual({ Now: '2026-01-15T10:00:00.0000000Z', Pending: 0 });
  await api('POST', 'customers', { FirstName: 'Ada' });
  const first = await settled();
  await sandbox.clock.advance('PT1S');
  await api('POST', 'customers', { FirstName: 'Grace' });
  const { Pending, NextAttemptAt } = await settled();
  const waiting = (await api('GET', '/sandbox/deliveries?status=Pending')).body as {
    NextAttemptAt: string;
  }[];
  const times = waiting.map((one) => one.NextAttemptAt).toSorted();
  expect(new Set(times).size).toBe(2);
  expect(times).toContain(first.NextAttemptAt);
  expect([first.Pending, Pending, NextAttemptAt]).toEqual([1, 2, times[0]]);
});
