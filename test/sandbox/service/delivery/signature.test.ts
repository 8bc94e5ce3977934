import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver, verified } from './receiver.ts';
import { type Service, startService } from './service.ts';

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

const atOffset = (years: number) => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
};

describe('spec: Events 2 — a signature', () => {
  it.each([-10, 0, 10])('is verified by the official library with the clock %i years off', async (years) => {
    const one = startService({ clock: atOffset(years) });
    const { Secret } = await one.register(receiver.url);
    await one.emit('OrderSucceeded', { Tag: 'user-1' });
    receiver.reply = (_arrival, number) => (number < 3 ? 500 : 204);
    await one.sandbox.clock.advance('P1D');
    expect(receiver.arrivals.length).toBe(3);
    for (const arrival of receiver.arrivals) expect(verified(arrival, Secret)).toEqual(arrival.payload);
    const event = (await one.control('GET', '/events'))[0];
    expect(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(event.Id));
    one.sandbox.close();
  });

  it('is rejected if the body, the id or the secret differs', async () => {
    const { Secret } = await service.register(receiver.url);
    await service.emit('OrderSucceeded');
    await service.settle();
    const [arrival] = receiver.arrivals;
    if (arrival === undefined) throw new Error('nothing came');
    expect(() => verified({ ...arrival, body: `${arrival.body} ` }, Secret)).toThrow('No matching signature');
    expect(() =>
      verified({ ...arrival, headers: { ...arrival.headers, 'webhook-id': 'x' } }, Secret),
    ).toThrow('No matching signature');
    expect(() => verified(arrival, `whsec_${btoa('another secret of 24 byte')}`)).toThrow(
      'No matching signature',
    );
  });

  it('uses a secret of its own for each endpoint', async () => {
    const other = await startReceiver();
    const [{ Secret: first }, { Secret: second }] = [
      await service.register(receiver.url),
      await service.register(other.url),
    ];
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(first).not.toBe(second);
    await service.emit('OrderSucceeded');
    await service.settle();
    expect(verified(other.arrivals[0]!, second)).toEqual(other.arrivals[0]?.payload);
    expect(() => verified(other.arrivals[0]!, first)).toThrow('No matching signature');
    await other.close();
  });

  it.each([-10, 10])(
    'is made with both secrets for a day of a clock %i years off, then with the new one',
    async (years) => {
      const one = startService({ clock: atOffset(years) });
      const { Id, Secret: before } = await one.register(receiver.url);
      const { body } = await one.rest('POST', `/webhooks/${Id}/rotateSecret`);
      expect(body.Secret).not.toBe(before);
      await one.emit('OrderSucceeded');
      await one.settle();
      const [during] = receiver.arrivals;
      expect(during?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
      expect(verified(during!, before)).toEqual(verified(during!, body.Secret));
      await one.sandbox.clock.advance('P1D');
      await one.emit('OrderSucceeded');
      await one.settle();
      const after = receiver.arrivals[1]!;
      expect(verified(after, body.Secret)).toEqual(after.payload);
      expect(() => verified(after, before)).toThrow('No matching signature');
      one.sandbox.close();
    },
  );

  it('can use a secret chosen by the merchant, at registration and at rotation', async () => {
    const mine = `whsec_${btoa('0123456789abcdef01234567')}`;
    const next = `whsec_${btoa('abcdefgh0123456789abcdef')}`;
    const { Id, Secret } = await service.register(receiver.url, { Secret: mine });
    expect(Secret).toBe(mine);
    expect((await service.rest('POST', `/webhooks/${Id}/rotateSecret`, { Secret: next })).body.Secret).toBe(
      next,
    );
    await service.emit('OrderSucceeded');
    await service.settle();
    expect(verified(receiver.arrivals[0]!, next)).toEqual(receiver.arrivals[0]?.payload);
  });

  it('can be omitted', async () => {
    await service.register(receiver.url, { Signed: false });
    await service.emit('OrderSucceeded');
    await service.settle();
    expect(receiver.arrivals[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(receiver.arrivals[0]?.headers).toHaveProperty('webhook-id');
  });

  it('is sent together with Basic auth and headers of the endpoint', async () => {
    const { Secret } = await service.register(receiver.url, {
      BasicAuth: { Username: 'shop', Password: 'p:w' },
      Headers: { 'X-Tenant': 'blue' },
    });
    await service.emit('OrderSucceeded');
    await service.settle();
    expect(receiver.arrivals[0]?.headers).toMatchObject({
      authorization: `Basic ${btoa('shop:p:w')}`,
      'x-tenant': 'blue',
    });
    expect(verified(receiver.arrivals[0]!, Secret)).toEqual(receiver.arrivals[0]?.payload);
  });
});
