// What falls due by the wall clock while a workspace is not in memory: its alarm brings it back, without a request.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startHosted } from './hosted.ts';
import { control, restOf } from './requests.ts';

let hosted: Awaited<ReturnType<typeof startHosted>>;
beforeAll(async () => {
  hosted = await startHosted({ PRIVATE_TARGETS: 'true' });
});
afterAll(() => hosted.close());

it('retries a failed webhook', async () => {
  const attempts: IncomingHttpHeaders[] = [];
  let triedAgain = () => {};
  const second = new Promise<void>((resolve) => {
    triedAgain = resolve;
  });
  const receiver = createServer((request, response) => {
    request.resume();
    attempts.push(request.headers);
    response.writeHead(attempts.length === 1 ? 503 : 204).end();
    if (attempts.length === 2) triedAgain();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const made = await hosted.make({ Name: 'retry', Clock: '2027-01-15T10:00:00Z' });
    const rest = await restOf(made);
    const Url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await rest('POST', 'webhooks', { Url, Events: ['CustomerCreated'] });
    await rest('POST', 'customers', { FirstName: 'Ada' });
    await control(made)('POST', 'deliveries/settle');
    expect(attempts).toHaveLength(1);

    const { json: clock } = await control(made)('GET', 'clock');
    expect(clock.Next.Type).toBe('delivery');
    await control(made)('POST', 'clock', { Now: new Date(Date.parse(clock.Next.DueAt) - 2_000) });
    await control(made)('POST', 'clock', { Mode: 'WallClock' });
    await hosted.evict('retry');
    await second;
    expect(attempts[1]?.['x-retry-count']).toBe('1');
    expect(attempts[1]?.['webhook-id']).toBe(attempts[0]?.['webhook-id']);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
});

it('deletes an unused workspace with all its data', async () => {
  const forgetful = await startHosted({ IDLE_HOURS: '0.0005' });
  try {
    const made = await forgetful.make({ Name: 'idle' });
    expect((await control(made)('GET', 'usage')).json).toMatchObject({ IdleHours: 0.0005 });
    await forgetful.evict('idle');
    // Its name is free as soon as it is deleted: after 1.8 s and a 24th of it. To ask for the name is no use of it.
    const again = await vi.waitFor(() => forgetful.make({ Name: 'idle' }), {
      timeout: 25_000,
      interval: 100,
    });
    expect((await control({ ...again, ControlToken: made.ControlToken })('GET', 'events')).status).toBe(401);
  } finally {
    await forgetful.close();
  }
});

it('keeps its state when it is evicted from memory', async () => {
  const made = await hosted.make({ Name: 'evicted' });
  const rest = await restOf(made);
  const { json: customer } = await rest('POST', 'customers', { FirstName: 'Ada' });
  await hosted.evict('evicted');
  const { status, json } = await rest('GET', `customers/${customer.Id}`);
  expect([status, json.FirstName]).toEqual([200, 'Ada']);
  // The log of requests was in memory alone.
  const { json: requests } = await control(made)('GET', 'requests');
  expect(JSON.stringify(requests)).not.toContain('"POST"');
});
