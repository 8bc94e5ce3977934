import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCatalogue, eventNames } from '../../../../sandbox/src/service/model/event-catalogue.ts';
import { type Receiver, type Reply, startReceiver } from './receiver.ts';
import { customer, startService } from './service.ts';

/** What happens to the first attempt of every delivery. */
const faults: readonly {
  readonly fault: string;
  readonly reply: (moved: string) => Reply;
  readonly lost?: true;
  readonly hangs?: true;
}[] = [
  { fault: 'fails', reply: () => 500 },
  { fault: 'hangs', reply: () => 'hang', hangs: true },
  { fault: 'resets the connection', reply: () => 'reset' },
  { fault: 'answers 301', reply: (moved) => ({ status: 301, headers: { Location: moved } }) },
  { fault: 'answers 302', reply: (moved) => ({ status: 302, headers: { Location: moved } }) },
  { fault: 'answers 429', reply: () => ({ status: 429, headers: { 'Retry-After': '3600' } }) },
  { fault: 'answers 410', reply: () => 410, lost: true },
];

let moved: Receiver;
beforeAll(async () => {
  moved = await startReceiver();
});
afterAll(() => moved.close());

describe.each(faults)('a receiver that $fault', ({ reply, lost, hangs }) => {
  it("gets every event of every kind, each contract's in order", async () => {
    const receiver = await startReceiver(({ headers }) =>
      'x-retry-count' in headers ? 204 : reply(moved.url),
    );
    moved.arrivals.length = 0;
    const service = startService();
    const { Id } = await service.register(receiver.url);
    if (hangs === true) await service.control('PATCH', `/webhooks/${Id}`, { TimeoutMs: 40 });
    const contracts = [1, 2, 3].map((at) => ({ ContractId: customer(10 + at), CustomerId: customer(at) }));
    const sent: string[] = [];
    for (const event of eventNames) {
      const fields = eventCatalogue[event].always;
      for (const ids of fields.some((field) => field === 'ContractId') ? contracts : [{}]) {
        sent.push((await service.emit(event, ids)).Id);
      }
    }
    await service.waitForDeliveries();

    const deliveries = await service.deliveries();
    expect(deliveries.map(({ EventId }) => EventId)).toEqual(sent);
    if (lost === true) {
      // An endpoint that is gone for good says so: what it did not take is in the log, to be sent again to another.
      expect(new Set(deliveries.map(({ Status }) => Status))).toEqual(new Set(['Failed', 'Canceled']));
      const next = await startReceiver();
      await service.register(next.url);
      await service.control('POST', '/deliveries/resend', { OnlyMissing: true });
      await service.settle();
      expect(new Set(next.arrivals.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(sent));
      await next.close();
    } else {
      expect(deliveries.filter(({ Status }) => Status !== 'Succeeded')).toEqual([]);
      const retried = receiver.arrivals.filter(({ headers }) => 'x-retry-count' in headers);
      // By message: on a busy machine an answer may come after the short time-out, and the message comes again.
      const byId = new Map([...retried, ...moved.arrivals].map((one) => [one.headers['webhook-id'], one]));
      const taken = [...byId.values()];
      expect(taken.length).toBe(sent.length);
      for (const { ContractId } of contracts) {
        const order = taken
          .filter(({ payload }) => payload['ContractId'] === ContractId)
          .map(({ headers }) => sent.indexOf(headers['webhook-id'] as string));
        expect(order.length).toBeGreaterThan(15);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
    }
    service.sandbox.close();
    await receiver.close();
  }, 60_000);
});

describe('every event', () => {
  it.each(eventNames)('%s has the fields of the catalogue', async (event) => {
    const service = startService();
    const { Id, At, Event, EntityId, ...fields } = await service.emit(event);
    expect([Event, EntityId]).toEqual([event, 'a00000000000000000000001']);
    const { always, sometimes } = eventCatalogue[event];
    expect(Object.keys(fields)).toEqual(expect.arrayContaining([...always]));
    expect([...always, ...sometimes]).toEqual(expect.arrayContaining(Object.keys(fields)));
    service.sandbox.close();
  });
});
