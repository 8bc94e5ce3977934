// What the log shows of attempts, and how a webhook is signed: without sending one.
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { DeliveryLog } from '../../../../sandbox/src/service/delivery/delivery-log.ts';
import { signatureHeaders } from '../../../../sandbox/src/service/delivery/signature.ts';

const request = {
  url: 'https://shop.example/hook',
  headers: { 'webhook-id': 'm1' },
  credentials: { Authorization: 'Basic secret', 'X-Key': 'secret' },
  body: '{}',
  timeoutMs: 10_000,
};
const answer = (Body: string) => ({ Status: 200, Headers: { a: 'b' }, Body });

describe('the log of attempts', () => {
  it('contains request, response and time of each attempt, without the values of secret headers', () => {
    const log = new DeliveryLog();
    expect(log.of('d1')).toEqual([]);
    log.add('d1', request, undefined, 12.3456);
    log.add('d1', request, answer('thanks'), 1);
    log.add('d2', request, answer('other'), 2);
    const Request = {
      Method: 'POST',
      Url: request.url,
      Headers: { 'webhook-id': 'm1', Authorization: '***', 'X-Key': '***' },
    };
    expect(log.of('d1')).toEqual([
      { Request, DurationMs: 12.35 },
      { Request, Answer: answer('thanks'), DurationMs: 1 },
    ]);
    expect(Object.keys(log.of('d1')[0] ?? {})).not.toContain('Answer');
    expect(log.of('d2')).toHaveLength(1);
    log.clear();
    expect([log.of('d1'), log.of('d2')]).toEqual([[], []]);
  });

  it.each([
    ['4111111111111111', '…'],
    ['got 4111 1111 1111 1111!', 'got …!'],
    ['4111-1111-1111', '…'],
    ['41111111111', '41111111111'],
    ['4111  1111  1111  1111', '4111  1111  1111  1111'],
    ['1111 and 411111111111, 5500000000000004', '1111 and …, …'],
  ])('shows the response "%s" as "%s"', (body, shown) => {
    const log = new DeliveryLog();
    log.add('d', request, answer(body), 1);
    expect(log.of('d')[0]?.Answer?.Body).toBe(shown);
  });

  it('keeps the latest 2,000 deliveries', () => {
    const log = new DeliveryLog();
    for (let at = 0; at < 2_000; at += 1) log.add(`d${at}`, request, undefined, 1);
    log.add('d0', request, undefined, 1);
    expect(log.of('d0')).toHaveLength(2);
    log.add('new', request, undefined, 1);
    expect([log.of('d0').length, log.of('d1').length, log.of('new').length]).toEqual([0, 1, 1]);
  });
});

describe('the signature', () => {
  const secret = (byte: number) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`;
  const at = Date.now();
  const seconds = Math.floor(at / 1000);
  const headersOf = (webhook: object, now = 0) =>
    signatureHeaders({ Signed: true, Secret: secret(1), ...webhook } as never, 'm1', '{"a":1}', at, now);

  it('is verified by the official library, with id and time of sending', () => {
    const headers = headersOf({});
    expect(headers).toEqual({
      'webhook-id': 'm1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]+=*$/),
    });
    expect(new Webhook(secret(1)).verify('{"a":1}', headers)).toEqual({ a: 1 });
    expect(() => new Webhook(secret(2)).verify('{"a":1}', headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret(1)).verify('{"a":2}', headers)).toThrow('No matching signature');
  });

  it('is also made with the previous secret, until that expires', () => {
    const PreviousSecret = { Secret: secret(2), ValidUntil: 100 };
    const signatures = (now: number) => headersOf({ PreviousSecret }, now)['webhook-signature']?.split(' ');
    const both = headersOf({ PreviousSecret }, 99);
    for (const byte of [1, 2]) expect(new Webhook(secret(byte)).verify('{"a":1}', both)).toEqual({ a: 1 });
    expect([signatures(99)?.length, signatures(100)?.length, signatures(101)?.length]).toEqual([2, 1, 1]);
    expect(signatures(100)).toEqual([headersOf({})['webhook-signature']]);
  });

  it('is omitted if the endpoint does not want one', () => {
    expect(headersOf({ Signed: false })).toEqual({
      'webhook-id': 'm1',
      'webhook-timestamp': String(seconds),
    });
  });
});
