import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import { type Receiver, type Reply, startReceiver } from './receiver.ts';
import { customer, type Service, START, startService } from './service.ts';

let service: Service;
let receiver: Receiver;
const receivers: Receiver[] = [];

const another = async (reply?: Receiver['reply']) => {
  const made = await startReceiver(reply);
  receivers.push(made);
  return made;
};

beforeEach(async () => {
  service = startService();
  receiver = await another();
});
afterEach(async () => {
  service.sandbox.close();
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});

const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

describe('a delivery', () => {
  it('sends the event as JSON, with ids only, and accepts 200, 201, 202 and 204', async () => {
    const statuses = [200, 201, 202, 204];
    receiver.reply = (_arrival, number) => statuses[number - 1] as number;
    await service.register(receiver.url);
    for (const at of [1, 2, 3, 4])
      await service.emit('CustomerCreated', { CustomerId: customer(at), Tag: `user-${at}` });
    expect(await service.settle()).toEqual({ Now: '2026-01-15T10:00:00.0000000Z', Pending: 0 });
    expect(receiver.arrivals.map(({ payload }) => payload)).toEqual(
      [1, 2, 3, 4].map((at) => ({
        Event: 'CustomerCreated',
        EntityId: 'a00000000000000000000001',
        CustomerId: customer(at),
        Tag: `user-${at}`,
      })),
    );
    expect(receiver.arrivals[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
    });
    expect((await service.deliveries()).map(({ Status }) => Status)).toEqual(Array(4).fill('Succeeded'));
  });

  it.each([203, 206, 302, 303, 307, 308, 400, 401, 404, 429, 500, 503])(
    'counts %i as failed and retries',
    async (status) => {
      receiver.reply = (_arrival, number) =>
        number === 1 ? { status, headers: { Location: '/elsewhere' } } : 204;
      await service.register(receiver.url);
      await service.emit('CustomerCreated');
      expect(await service.settle()).toMatchObject({ Pending: 1 });
      await service.sandbox.clock.advance('P1D');
      const [delivery] = await service.deliveries();
      expect(delivery).toMatchObject({
        Status: 'Succeeded',
        Attempts: [{ StatusCode: status }, { StatusCode: 204 }],
      });
      expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/hooks', '/hooks']);
    },
  );

  it('is retried about a dozen times with doubling delays up to two days, on the sandbox clock', async () => {
    receiver.reply = () => 500;
    await service.register(receiver.url);
    await service.emit('CustomerCreated');
    await service.sandbox.clock.advance('P3D');
    const [{ Status, Attempts, NextAttemptAt }] = await service.deliveries();
    expect({ Status, NextAttemptAt, tries: Attempts.length }).toEqual({ Status: 'Failed', tries: 12 });
    const delays = Attempts.slice(1).map(({ At }: { At: string }, at: number) =>
      minutes(Attempts[at].At, At),
    );
    for (const [at, delay] of delays.entries()) {
      expect(delay).toBeGreaterThanOrEqual(1.25 * 2 ** at * 0.9);
      expect(delay).toBeLessThanOrEqual(1.25 * 2 ** at * 1.1);
    }
    expect(minutes(Attempts[0].At, Attempts.at(-1).At)).toBeLessThanOrEqual(48 * 60);
    expect(receiver.arrivals.map(({ headers }) => headers['x-retry-count'])).toEqual([
      undefined,
      ...Array.from({ length: 11 }, (_, at) => String(at + 1)),
    ]);
    expect(new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('has the same delays for the same seed, and others for another', async () => {
    receiver.reply = () => 500;
    const delaysOf = async (seed: string) => {
      const one = startService({ seed, webhooks: [receiver.url] });
      await one.emit('CustomerCreated');
      await one.sandbox.clock.advance('P3D');
      const [{ Attempts }] = await one.deliveries();
      one.sandbox.close();
      return Attempts.map(({ At }: { At: string }) => At);
    };
    expect(await delaysOf('a')).toEqual(await delaysOf('a'));
    expect(await delaysOf('a')).not.toEqual(await delaysOf('b'));
  });

  it('has the same attempts in one jump as in small steps', async () => {
    receiver.reply = () => 500;
    const attemptsOf = async (steps: readonly string[]) => {
      const one = startService({ webhooks: [receiver.url] });
      await one.emit('CustomerCreated');
      for (const step of steps) await one.sandbox.clock.advance(step);
      const [{ Attempts }] = await one.deliveries();
      one.sandbox.close();
      return Attempts.map((attempt: { At: string; Error: string }) => [attempt.At, attempt.Error]);
    };
    expect(await attemptsOf(['PT12H'])).toEqual(await attemptsOf(Array(24).fill('PT30M')));
  });

  it('waits as long as Retry-After asks, in seconds or until a date, up to two days', async () => {
    const inTwoHours = new Date(Date.now() + 2 * 3_600_000).toUTCString();
    const asked = ['7200', inTwoHours, String(10 * 86_400)];
    const replies =
      (wish: string): Receiver['reply'] =>
      (_arrival, number) =>
        number === 1 ? { status: 429, headers: { 'Retry-After': wish } } : 204;
    const waited: number[] = [];
    for (const wish of asked) {
      const one = await another(replies(wish));
      const { Id } = await service.register(one.url);
      await service.emit('CustomerCreated', { WebhookId: Id });
    }
    await service.sandbox.clock.advance('P3D');
    for (const { Attempts } of await service.deliveries())
      waited.push(minutes(Attempts[0].At, Attempts[1].At));
    expect(waited[0]).toBe(120);
    expect(waited[1]).toBeCloseTo(120, 0);
    expect(waited[2]).toBe(48 * 60);
  });

  it('without a response in time, with a reset or without a receiver is retried', async () => {
    const replies: Reply[] = ['hang', 'reset', 204];
    receiver.reply = ({ headers }) => replies[Number(headers['x-retry-count'] ?? 0)] as Reply;
    const { Id } = await service.register(receiver.url);
    const giveTime = (TimeoutMs: number) => service.control('PATCH', `/webhooks/${Id}`, { TimeoutMs });
    await giveTime(400);
    await service.emit('CustomerCreated');
    await service.settle();
    // On a busy machine, a response may need more.
    await giveTime(10_000);
    await service.waitForDeliveries();
    const [{ Attempts }] = await service.deliveries();
    expect(Attempts.map((attempt: { Error?: string }) => attempt.Error)).toEqual([
      'no answer within 0.4 s',
      expect.stringContaining('not delivered: '),
      undefined,
    ]);
    await receiver.close();
    await service.emit('CustomerCreated');
    await service.settle();
    expect((await service.deliveries())[1].Attempts[0].Error).toBe('not delivered: ECONNREFUSED');
  });

  it('gives an endpoint ten seconds', async () => {
    await service.register(receiver.url);
    expect(await service.control('GET', '/webhooks')).toMatchObject([{ TimeoutMs: 10_000 }]);
  });
});

describe('a redirect', () => {
  const to = (location: string): Reply => ({ status: 301, headers: { Location: location } });

  it('with 301 is followed once, with the same body and signature', async () => {
    receiver.reply = ({ path }) => (path === '/hooks' ? to('/moved') : 204);
    await service.register(receiver.url);
    await service.emit('CustomerCreated');
    await service.settle();
    const [first, second] = receiver.arrivals;
    expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/hooks', '/moved']);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).toBe(first?.headers['webhook-signature']);
    expect(await service.deliveries()).toMatchObject([
      { Status: 'Succeeded', Attempts: [{ StatusCode: 204 }] },
    ]);
  });

  it('with a second 301 fails', async () => {
    receiver.reply = () => to('/hooks');
    await service.register(receiver.url);
    await service.emit('CustomerCreated');
    await service.settle();
    expect(receiver.arrivals.length).toBe(2);
    expect((await service.deliveries())[0].Attempts[0].Error).toBe('a second redirect; one is followed');
  });

  it.each([
    ['ftp://example.test/', '301 to ftp: is not followed'],
    ['http://user:pass@127.0.0.1/', '301 to an address with a password is not followed'],
    ['http://', '301 to "http://", which is no URL'],
  ])('with 301 to %s is not followed', async (location, reason) => {
    receiver.reply = () => to(location);
    await service.register(receiver.url);
    await service.emit('CustomerCreated');
    await service.settle();
    expect((await service.deliveries())[0].Attempts[0]).toMatchObject({ StatusCode: 301, Error: reason });
  });

  it('to another host does not send the credentials', async () => {
    const other = await another();
    receiver.reply = () => to(other.url);
    await service.register(receiver.url, {
      BasicAuth: { Username: 'shop', Password: 'pässword' },
      Headers: { 'X-Api-Key': 'k' },
    });
    await service.emit('CustomerCreated');
    await service.settle();
    expect(receiver.arrivals[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('shop:pässword').toString('base64')}`,
      'x-api-key': 'k',
    });
    expect(other.arrivals[0]?.headers).not.toHaveProperty('authorization');
    expect(other.arrivals[0]?.headers).not.toHaveProperty('x-api-key');
    expect(other.arrivals[0]?.headers['webhook-signature']).toBe(
      receiver.arrivals[0]?.headers['webhook-signature'],
    );
  });
});

describe('an endpoint', () => {
  it('that responds with 410 is disabled with the reason, until it is enabled again', async () => {
    receiver.reply = () => 410;
    const { Id } = await service.register(receiver.url);
    await service.emit('CustomerCreated', { CustomerId: customer(1) });
    await service.emit('CustomerChanged', { CustomerId: customer(1) });
    await service.sandbox.clock.advance('P2D');
    expect(receiver.arrivals.length).toBe(1);
    expect((await service.rest('GET', `/webhooks/${Id}`)).body).toMatchObject({
      DisabledAt: '2026-01-15T10:00:00.0000000Z',
      DisabledReason: 'the endpoint answered 410 Gone to CustomerCreated',
    });
    expect((await service.deliveries()).map(({ Status }) => Status)).toEqual(['Failed', 'Canceled']);
    await service.emit('CustomerDeleted', { CustomerId: customer(1) });
    expect(await service.deliveries()).toHaveLength(2);

    receiver.reply = () => 204;
    await service.control('PATCH', `/webhooks/${Id}`, { Enabled: true });
    await service.emit('CustomerLocked', { CustomerId: customer(1) });
    await service.settle();
    expect(receiver.arrivals.at(-1)?.payload.Event).toBe('CustomerLocked');
  });

  it('that is disabled and enabled by hand gets what comes then, also for whom a retry was waiting', async () => {
    receiver.reply = () => 500;
    const { Id } = await service.register(receiver.url);
    await service.emit('CustomerCreated', { CustomerId: customer(1) });
    await service.settle();
    for (const Enabled of [false, true]) await service.control('PATCH', `/webhooks/${Id}`, { Enabled });
    receiver.reply = () => 204;
    await service.emit('CustomerChanged', { CustomerId: customer(1) });
    await service.settle();
    expect(receiver.arrivals.map(({ payload }) => payload.Event)).toEqual([
      'CustomerCreated',
      'CustomerChanged',
    ]);
  });

  it('that is down or slow delays neither another endpoint nor a request', async () => {
    const dead = await another(() => 'hang');
    await service.register(dead.url);
    await service.register(receiver.url);
    for (let at = 0; at < 100; at += 1) await service.emit('CustomerCreated', { CustomerId: customer(at) });
    await new Promise<void>((resolve) => {
      receiver.reply = (_arrival, number) => {
        if (number === 100) resolve();
        return 204;
      };
    });
    // All of the dead endpoint's requests hang still; the other one has everything, and the service answers.
    expect(dead.open.now).toBeGreaterThan(0);
    expect((await service.rest('GET', '/customers')).status).toBe(200);
    expect(receiver.arrivals.length).toBe(100);
  });

  it('that was deleted gets nothing, not even due or running deliveries', async () => {
    receiver.reply = () => 'hang';
    const { Id } = await service.register(receiver.url);
    for (const event of ['CustomerCreated', 'CustomerChanged'])
      await service.emit(event, { CustomerId: customer(1) });
    await new Promise<void>((resolve) => {
      receiver.reply = () => {
        resolve();
        return 'hang';
      };
    });
    expect((await service.rest('DELETE', `/webhooks/${Id}`)).status).toBe(204);
    await service.emit('CustomerChanged', { CustomerId: customer(1) });
    await service.sandbox.clock.advance('P3D');
    expect(receiver.arrivals.length).toBe(1);
    expect((await service.deliveries()).map(({ Status }) => Status)).toEqual(['Canceled', 'Canceled']);
  });

  it('gets no retries after it was deleted', async () => {
    receiver.reply = () => 500;
    const { Id } = await service.register(receiver.url);
    await service.emit('CustomerCreated');
    await service.settle();
    await service.rest('DELETE', `/webhooks/${Id}`);
    await service.sandbox.clock.advance('P3D');
    expect(receiver.arrivals.length).toBe(1);
  });

  it('has at most 32 open requests', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.reply = async () => {
      if (receiver.open.now === 32) release();
      await gate;
      return 204;
    };
    await service.register(receiver.url);
    for (let at = 0; at < 80; at += 1) await service.emit('CustomerCreated', { CustomerId: customer(at) });
    await service.settle();
    expect(receiver.arrivals.length).toBe(80);
    expect(receiver.open.most).toBe(32);
  });
});

describe('order', () => {
  it('is kept within one customer, whatever fails in between', async () => {
    const events = [
      'CustomerCreated',
      'ContractCreated',
      'OrderSucceeded',
      'InvoiceCreated',
      'PaymentSucceeded',
    ];
    const failing = new Map<string, number>();
    const replies: Reply[] = [500, 'reset', 429, 'hang', 302];
    receiver.reply = ({ headers }) => {
      const id = headers['webhook-id'] as string;
      const tried = failing.get(id) ?? 0;
      failing.set(id, tried + 1);
      const failures = Number.parseInt(id.slice(-2), 16) % 4;
      return tried < failures ? (replies[(tried + failures) % replies.length] as Reply) : 204;
    };
    const { Id } = await service.register(receiver.url);
    await service.control('PATCH', `/webhooks/${Id}`, { TimeoutMs: 50 });
    for (const event of events) {
      for (const at of [1, 2, 3, 4, 5, 6]) {
        await service.emit(event, {
          CustomerId: customer(at),
          ...(event === 'CustomerCreated' ? {} : { ContractId: customer(at) }),
        });
      }
    }
    await service.waitForDeliveries();
    expect((await service.deliveries()).map(({ Status }) => Status)).toEqual(Array(30).fill('Succeeded'));
    const taken = new Map<string, string[]>();
    for (const { payload, headers } of receiver.arrivals) {
      const list = taken.get(payload.CustomerId as string) ?? [];
      taken.set(payload.CustomerId as string, list);
      const last = receiver.arrivals
        .filter((one) => one.headers['webhook-id'] === headers['webhook-id'])
        .at(-1);
      if (last?.headers['x-retry-count'] === headers['x-retry-count']) list.push(payload.Event);
    }
    expect([...taken.values()]).toEqual(Array(6).fill(events));
    // A later event never set out before the one before it had been taken.
    const first = receiver.arrivals
      .filter(({ payload }) => payload.CustomerId === customer(1))
      .map(({ payload }) => payload.Event);
    expect([...new Set(first)]).toEqual(events);
    expect(first).toEqual([...first].sort((a, b) => events.indexOf(a) - events.indexOf(b)));
  });
});

describe('the state', () => {
  it('contains what is due: a snapshot restored elsewhere delivers it', async () => {
    receiver.reply = () => 500;
    await service.register(receiver.url);
    await service.emit('CustomerCreated', { CustomerId: customer(1) });
    await service.settle();
    await service.emit('CustomerChanged', { CustomerId: customer(1) });
    await service.emit('CustomerCreated', { CustomerId: customer(2) });
    const snapshot = JSON.parse(JSON.stringify(service.sandbox.snapshot()));
    service.sandbox.close();
    const before = receiver.arrivals.length;

    receiver.reply = () => 204;
    service = startService();
    service.sandbox.restore(snapshot);
    await service.sandbox.clock.advance('PT10M');
    const after = receiver.arrivals
      .slice(before)
      .map(({ payload, headers }) => [payload.Event, payload.CustomerId, headers['x-retry-count']]);
    expect(after).toEqual([
      ['CustomerCreated', customer(2), undefined],
      ['CustomerCreated', customer(1), '1'],
      ['CustomerChanged', customer(1), undefined],
    ]);
  });

  it('drops what was due on a reset', async () => {
    await service.register(receiver.url);
    await service.emit('CustomerCreated');
    service.sandbox.reset();
    await service.settle();
    expect(receiver.arrivals).toEqual([]);
  });

  it('contains no delivery if no endpoint is registered', async () => {
    await service.emit('CustomerCreated');
    expect(await service.deliveries()).toEqual([]);
    expect(await service.control('GET', '/events')).toMatchObject([
      { Event: 'CustomerCreated', At: '2026-01-15T10:00:00.0000000Z' },
    ]);
  });

  it('never drops pending deliveries, and limits the log of the others', async () => {
    const received = new Set<string>();
    const core = new Core({
      webhooks: ['http://merchant.test/hooks'],
      deliver: async (request) => {
        received.add(request.headers.get('webhook-id') as string);
        return new Response(null, { status: 204 });
      },
    });
    const many = 10_050;
    core.transaction((tx) => {
      for (let at = 0; at < many; at += 1) tx.emit({ Event: 'CustomerCreated', CustomerId: customer(at) });
    });
    expect(core.tx.deliveries.size).toBe(many);
    await core.schedule.settle();
    expect(received.size).toBe(many);
    expect(core.tx.deliveries.size).toBe(10_000);
    core.close();
  }, 30_000);
});

describe('the log', () => {
  it('shows request, response, timing and next attempt, and hides secrets', async () => {
    receiver.reply = () => ({ status: 503, headers: { 'X-Reason': 'maintenance' } });
    const { Secret } = await service.register(receiver.url, {
      BasicAuth: { Username: 'shop', Password: 'hidden' },
      Headers: { 'X-Api-Key': 'hidden' },
    });
    await service.emit('PaymentFailed');
    await service.settle();
    const [delivery] = await service.deliveries();
    expect(delivery).toMatchObject({
      Event: 'PaymentFailed',
      Url: receiver.url,
      Status: 'Pending',
      NextAttemptAt: expect.stringMatching(/^2026-01-15T10:01:/),
      Attempts: [
        {
          At: '2026-01-15T10:00:00.0000000Z',
          StatusCode: 503,
          Error: 'answered 503',
          Request: {
            Method: 'POST',
            Url: receiver.url,
            Headers: { Authorization: '***', 'X-Api-Key': '***' },
          },
          Answer: { Status: 503, Headers: { 'x-reason': 'maintenance' }, Body: '' },
          DurationMs: expect.any(Number),
        },
      ],
    });
    expect(JSON.stringify(delivery)).not.toContain('hidden');
    expect(JSON.stringify(delivery)).not.toContain(Secret);
  });

  it('can be filtered by endpoint, event and status', async () => {
    receiver.reply = ({ payload }) => (payload.Event === 'PaymentFailed' ? 500 : 204);
    const { Id } = await service.register(receiver.url);
    await service.emit('PaymentFailed');
    await service.emit('CustomerCreated');
    await service.settle();
    const found = async (query: string) => (await service.deliveries(query)).map(({ Event }) => Event);
    expect(await found('&status=Pending')).toEqual(['PaymentFailed']);
    expect(await found('&event=customercreated')).toEqual(['CustomerCreated']);
    expect(await found(`&webhookId=${Id}`)).toEqual(['PaymentFailed', 'CustomerCreated']);
    expect(START).toBe(service.sandbox.clock.now().toISOString());
  });
});
