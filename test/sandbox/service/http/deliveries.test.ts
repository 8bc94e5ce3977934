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
