import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import { rehearse as rehearseWebhook } from '../../../../sandbox/src/service/domain/webhooks/delivery-problems.ts';
import { type Receiver, startReceiver, verified } from './receiver.ts';
import { customer, type Service, START, startService } from './service.ts';

let service: Service;
let receiver: Receiver;

beforeEach(async () => {
  service = startService();
  receiver = await startReceiver();
});
afterEach(async () => {
  service.sandbox.close();
  await receiver.close();
});

const rehearse = async (Rehearsal: object, to = service) => {
  const { Id, Secret } = await to.register(receiver.url);
  await to.control('PATCH', `/webhooks/${Id}`, { Rehearsal });
  return { Id, Secret };
};

/** Emits that many events at once, and gives the customers in the order in which the receiver saw them. */
async function seen(count: number, Rehearsal: object, seed: string): Promise<number[]> {
  const customers: number[] = [];
  const core = new Core({
    seed,
    clock: START,
    webhooks: ['http://merchant.test/hooks'],
    deliver: async (request) => {
      const { CustomerId } = (await request.json()) as { CustomerId: string };
      customers.push(Number(CustomerId.slice(1)));
      return new Response(null, { status: 204 });
    },
  });
  core.transaction((tx) => {
    for (const { Id } of tx.webhooks) rehearseWebhook(tx, Id, { Rehearsal });
    for (let at = 0; at < count; at += 1) tx.emit({ Event: 'CustomerCreated', CustomerId: customer(at) });
  });
  await core.schedule.settle();
  core.close();
  return customers;
}

describe('simulated problems', () => {
  it('duplicate: the same message twice, with one webhook-id', async () => {
    const { Secret } = await rehearse({ Duplicate: 1 });
    await service.emit('OrderSucceeded');
    await service.settle();
    const [first, second] = receiver.arrivals;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(verified(second!, Secret)).toEqual(verified(first!, Secret));
    expect((await service.deliveries()).map(({ Cause, Status }) => [Cause, Status])).toEqual([
      [undefined, 'Succeeded'],
      ['Duplicate', 'Succeeded'],
    ]);
  });

  it('drop: the event occurs, and nobody is notified', async () => {
    await rehearse({ Drop: 1 });
    await service.emit('OrderSucceeded');
    await service.sandbox.clock.advance('P3D');
    expect(receiver.arrivals).toEqual([]);
    expect(await service.deliveries()).toMatchObject([{ Status: 'Dropped', Attempts: [] }]);
  });

  it('delay, on the sandbox clock', async () => {
    await rehearse({ Delay: 'PT10M' });
    await service.emit('OrderSucceeded');
    expect(await service.settle()).toMatchObject({
      Pending: 1,
      NextAttemptAt: '2026-01-15T10:10:00.0000000Z',
    });
    await service.sandbox.clock.advance('PT9M59S');
    expect(receiver.arrivals.length).toBe(0);
    await service.sandbox.clock.advance('PT1S');
    expect(receiver.arrivals.length).toBe(1);
    expect(receiver.arrivals[0]?.headers).not.toHaveProperty('x-retry-count');
  });

  it('reorder what is due together, without loss', async () => {
    const inOrder = Array.from({ length: 30 }, (_, at) => at);
    const shuffled = await seen(30, { Reorder: true }, 'a');
    expect(shuffled).not.toEqual(inOrder);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(inOrder);
  });

  it.each([
    { Drop: 0.5 },
    { Duplicate: 0.5 },
    { Reorder: true },
    { Drop: 0.3, Duplicate: 0.3, Reorder: true },
  ])('are the same with the same seed: %j', async (knobs) => {
    const first = await seen(40, { Reorder: true, ...knobs }, 'a');
    expect(await seen(40, { Reorder: true, ...knobs }, 'a')).toEqual(first);
    expect(await seen(40, { Reorder: true, ...knobs }, 'b')).not.toEqual(first);
  });

  it('with probabilities drop and duplicate about as many as specified', async () => {
    const dropped = await seen(200, { Drop: 0.25 }, 'a');
    expect(dropped.length).toBeGreaterThan(120);
    expect(dropped.length).toBeLessThan(180);
    const doubled = await seen(200, { Duplicate: 0.25 }, 'a');
    expect(doubled.length).toBeGreaterThan(220);
    expect(doubled.length).toBeLessThan(280);
  });

  it('do not change the ids of the service', async () => {
    const idOf = async (knobs: object) => {
      const one = startService();
      await rehearse(knobs, one);
      await one.emit('CustomerCreated', { CustomerId: customer(1) });
      await one.settle();
      const { body } = await one.rest('POST', '/customers', { FirstName: 'Ada' });
      one.sandbox.close();
      return body.Id;
    };
    expect(await idOf({ Drop: 1 })).toBe(await idOf({}));
  });

  it('end with empty settings', async () => {
    const { Id } = await rehearse({ Drop: 1 });
    await service.control('PATCH', `/webhooks/${Id}`, { Rehearsal: {} });
    await service.emit('OrderSucceeded');
    await service.settle();
    expect(receiver.arrivals.length).toBe(1);
  });

  it.each([{ Drop: 2 }, { Delay: 'ten minutes' }, { Delay: 'P1M' }, { Duplicate: -1 }])(
    'refuses %j',
    async (knobs) => {
      await expect(rehearse(knobs)).rejects.toThrow('Rehearsal.');
    },
  );
});

describe('resending', () => {
  it('a successful delivery: once more, with the same webhook-id', async () => {
    await service.register(receiver.url);
    await service.emit('OrderSucceeded');
    await service.settle();
    const [{ Id }] = await service.deliveries();
    expect(await service.control('POST', `/deliveries/${Id}/resend`)).toMatchObject({
      Status: 'Pending',
      Cause: 'Resend',
    });
    await service.settle();
    expect(receiver.arrivals[1]?.headers['webhook-id']).toBe(receiver.arrivals[0]?.headers['webhook-id']);
    expect(receiver.arrivals[1]?.body).toBe(receiver.arrivals[0]?.body);
  });

  it('a delivery that waits for its next attempt: now', async () => {
    receiver.reply = (_arrival, number) => (number === 1 ? 500 : 204);
    await service.register(receiver.url);
    await service.emit('OrderSucceeded');
    await service.settle();
    const [{ Id }] = await service.deliveries();
    await service.control('POST', `/deliveries/${Id}/resend`);
    expect(await service.settle()).toMatchObject({ Pending: 0 });
    expect(await service.deliveries()).toMatchObject([{ Id, Status: 'Succeeded' }]);
    expect(receiver.arrivals[1]?.headers['x-retry-count']).toBe('1');
  });

  it('is rejected with the reason if the endpoint is deleted or disabled', async () => {
    receiver.reply = () => 410;
    const { Id } = await service.register(receiver.url);
    await service.emit('OrderSucceeded');
    await service.settle();
    const [delivery] = await service.deliveries();
    const resend = () => service.control('POST', `/deliveries/${delivery.Id}/resend`);
    await expect(resend()).rejects.toThrow('410 Gone');
    await service.rest('DELETE', `/webhooks/${Id}`);
    await expect(resend()).rejects.toThrow('was deleted');
    await expect(service.control('POST', '/deliveries/none/resend')).rejects.toThrow('There is no delivery');
  });

  it('a range: what an endpoint missed, oldest first', async () => {
    await service.emit('CustomerCreated', { CustomerId: customer(1) });
    await service.sandbox.clock.advance('PT1H');
    const { Id } = await service.register(receiver.url);
    await service.emit('CustomerChanged', { CustomerId: customer(1) });
    await service.sandbox.clock.advance('PT1H');
    await service.control('PATCH', `/webhooks/${Id}`, { Enabled: false });
    await service.emit('CustomerLocked', { CustomerId: customer(1) });
    await service.control('PATCH', `/webhooks/${Id}`, { Enabled: true });
    await service.settle();
    expect(receiver.arrivals.map(({ payload }) => payload.Event)).toEqual(['CustomerChanged']);

    const again = async (range: object) => {
      receiver.arrivals.length = 0;
      await service.control('POST', '/deliveries/resend', range);
      await service.settle();
      return receiver.arrivals.map(({ payload }) => payload.Event);
    };
    expect(await again({ OnlyMissing: true })).toEqual(['CustomerCreated', 'CustomerLocked']);
    expect(await again({})).toEqual(['CustomerCreated', 'CustomerChanged', 'CustomerLocked']);
    expect(await again({ From: '2026-01-15T11:00:00Z' })).toEqual(['CustomerChanged', 'CustomerLocked']);
    expect(await again({ To: '2026-01-15T11:00:00Z' })).toEqual(['CustomerCreated', 'CustomerChanged']);
    expect(await again({ Events: ['CustomerLocked'], WebhookId: Id })).toEqual(['CustomerLocked']);
    expect(await again({ OnlyMissing: true })).toEqual([]);
  });
});

describe('a manual event', () => {
  it('has a payload made from the state', async () => {
    await service.register(receiver.url);
    const { body: order } = await service.rest('POST', '/orders', {
      Customer: { FirstName: 'Ada', LastName: 'Lovelace', Tag: 'user-7' },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    const { body: contract } = await service.rest('POST', `/orders/${order.Id}/commit`, {
      PaymentMethod: 'InvoicePayment',
    });
    const [invoice] = (await service.rest('GET', `/invoices?customerId=${contract.CustomerId}`)).body;
    const made = await service.emit('orderSucceeded', { contractid: contract.Id });
    expect(made).toMatchObject({
      Event: 'OrderSucceeded',
      OrderId: order.Id,
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      Tag: 'user-7',
      EntityId: 'a00000000000000000000001',
    });
    expect(await service.emit('InvoiceCreated', { ContractId: contract.Id })).toMatchObject({
      InvoiceId: invoice.Id,
    });
    expect(await service.emit('PaymentEscalated', { TriggerDays: 14 })).toMatchObject({ TriggerDays: 14 });
  });

  it('can be sent to one endpoint only', async () => {
    const other = await startReceiver();
    await service.register(receiver.url);
    const { Id } = await service.register(other.url, { Events: ['PaymentFailed'] });
    await service.emit('OrderSucceeded', { WebhookId: Id });
    await service.settle();
    expect([receiver.arrivals.length, other.arrivals.length]).toEqual([0, 1]);
    await other.close();
  });

  it('rejects an unknown event or field, with the nearest name or the available fields', async () => {
    await expect(service.emit('InvoiceCreate')).rejects.toThrow('did you mean InvoiceCreated?');
    await expect(service.emit('InvoiceCreated', { DunningId: 'x' })).rejects.toThrow(
      'it has ContractId, CustomerId, InvoiceId',
    );
  });
});

describe('in process', () => {
  it('a function receives webhooks instead of HTTP', async () => {
    const requests: Request[] = [];
    const one = startService({
      webhooks: ['https://merchant.test/hooks'],
      deliver: async (request) => {
        requests.push(request);
        return new Response(null, { status: 204 });
      },
    });
    await one.emit('OrderSucceeded', { Tag: 'user-1' });
    await one.settle();
    const [request] = requests;
    expect([request?.method, request?.url]).toEqual(['POST', 'https://merchant.test/hooks']);
    const [{ Secret }] = await one.control('GET', '/webhooks');
    const headers = Object.fromEntries(request?.headers ?? []);
    const body = (await request?.text()) ?? '';
    expect(verified({ path: '/', headers, body, payload: JSON.parse(body) }, Secret)).toMatchObject({
      Tag: 'user-1',
    });
    one.sandbox.close();
  });

  it('produces the same state with the same seed and script', async () => {
    const run = async () => {
      let calls = 0;
      const one = startService({
        webhooks: ['https://merchant.test/hooks'],
        deliver: async () => {
          calls += 1;
          return new Response(`answer ${Math.random()}`, { status: calls % 3 === 0 ? 200 : 500 });
        },
      });
      for (let at = 0; at < 20; at += 1) await one.emit('CustomerCreated', { CustomerId: customer(at % 7) });
      await one.sandbox.clock.advance('P1D');
      const snapshot = one.sandbox.snapshot();
      one.sandbox.close();
      return JSON.stringify(snapshot);
    };
    expect(await run()).toBe(await run());
  });

  it('a function that throws or never returns is a failed attempt', async () => {
    let calls = 0;
    const one = startService({
      webhooks: ['https://merchant.test/hooks'],
      deliver: (request) => {
        calls += 1;
        if (calls === 1) throw new Error('out of order');
        return calls === 2 ? new Promise(() => request) : Promise.resolve(new Response());
      },
    });
    const [{ Id }] = await one.control('GET', '/webhooks');
    await one.control('PATCH', `/webhooks/${Id}`, { TimeoutMs: 20 });
    await one.emit('OrderSucceeded');
    await one.waitForDeliveries();
    const [{ Attempts }] = await one.deliveries();
    expect(Attempts.map((attempt: { Error?: string }) => attempt.Error)).toEqual([
      'not delivered: out of order',
      'no answer within 0.02 s',
      undefined,
    ]);
    one.sandbox.close();
  });

  it('a listener receives each event, with or without registered webhooks, until it stops', async () => {
    const heard: string[] = [];
    const stop = service.sandbox.on('event', ({ Event }) => heard.push(Event));
    await service.emit('OrderSucceeded');
    await service.rest('POST', '/customers', { FirstName: 'Ada' });
    expect(heard).toEqual(['OrderSucceeded', 'CustomerCreated']);
    stop();
    await service.emit('OrderSucceeded');
    expect(heard.length).toBe(2);
  });
});
