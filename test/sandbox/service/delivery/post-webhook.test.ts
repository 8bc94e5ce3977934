// One attempt to deliver a webhook, without a network: what is sent, and what an answer means.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Deliver,
  DeliveryRefused,
  postWebhook,
  type WebhookRequest,
} from '../../../../sandbox/src/service/delivery/post-webhook.ts';

const request: WebhookRequest = {
  url: 'https://shop.example/hook',
  headers: { 'webhook-id': 'm1' },
  credentials: { 'x-key': 'secret' },
  body: '{"Event":"PlanCreated"}',
  timeoutMs: 10_000,
};

afterEach(() => vi.useRealTimers());

/** Answers one after another, and what was asked. */
async function exchanged(answers: readonly Response[], change: Partial<WebhookRequest> = {}) {
  const asked: { url: string; key: string | null; id: string | null; body: string }[] = [];
  const deliver: Deliver = async (one) => {
    const { url, headers } = one;
    const body = await one.text();
    asked.push({ url, key: headers.get('x-key'), id: headers.get('webhook-id'), body });
    return answers[asked.length - 1] as Response;
  };
  return { asked, ...(await postWebhook({ ...request, ...change }, deliver, new AbortController())) };
}

const answer = (status: number, headers: Record<string, string> = {}, body: string | null = null) =>
  new Response(body, { status, headers });
const moved = (location: string) => answer(301, { location });

describe('an attempt', () => {
  it('sends the body with the headers and credentials of the endpoint, and follows no redirect by itself', async () => {
    let sent: Request | undefined;
    const halt = new AbortController();
    await postWebhook(
      request,
      async (one) => {
        sent = one;
        return answer(204);
      },
      halt,
    );
    const { method, url, redirect, headers } = sent as Request;
    expect([method, url, redirect]).toEqual(['POST', request.url, 'manual']);
    expect([headers.get('webhook-id'), headers.get('x-key')]).toEqual(['m1', 'secret']);
    halt.abort();
    expect(sent?.signal.aborted).toBe(true);
  });

  it.each([200, 201, 202, 204])('succeeds with %i', async (status) => {
    const { outcome, answer: came, late } = await exchanged([answer(status, { 'x-by': 'shop' })]);
    expect([outcome, late]).toEqual([{ StatusCode: status }, undefined]);
    expect(came).toEqual({ Status: status, Headers: { 'x-by': 'shop' }, Body: '' });
  });

  it.each([
    [203, 'answered 203'],
    [206, 'answered 206'],
    [299, 'answered 299'],
    [300, 'answered 300 is not followed; answer 301 or take it'],
    [302, 'answered 302 is not followed; answer 301 or take it'],
    [399, 'answered 399 is not followed; answer 301 or take it'],
    [400, 'answered 400'],
    [500, 'answered 500'],
  ])('fails with %i: %s', async (status, reason) => {
    expect((await exchanged([answer(status)])).outcome).toEqual({ StatusCode: status, Error: reason });
  });

  it('with 410 is the last one', async () => {
    const { outcome } = await exchanged([answer(410)]);
    expect(outcome).toEqual({ StatusCode: 410, Error: 'answered 410', Gone: true });
  });

  it('with a redirect that the platform hides fails', async () => {
    const { outcome } = await exchanged([Response.error()]);
    expect(outcome).toEqual({ StatusCode: 0, Error: expect.stringContaining('does not show') });
  });

  it('keeps the first 1,000 characters of a response, and stops reading there', async () => {
    const kept = async (body: string) => (await exchanged([answer(200, {}, body)])).answer?.Body;
    expect(await kept('a'.repeat(1_000))).toBe('a'.repeat(1_000));
    expect(await kept(`${'a'.repeat(1_000)}b`)).toBe('a'.repeat(1_000));
    let pieces = 0;
    let isCanceled = false;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pieces += 1;
          controller.enqueue(new TextEncoder().encode('ü'.repeat(300)));
        },
        cancel: () => {
          isCanceled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const { outcome, answer: came } = await exchanged([new Response(endless)]);
    expect([outcome, came?.Body]).toEqual([{ StatusCode: 200 }, 'ü'.repeat(1_000)]);
    await vi.waitFor(() => expect(isCanceled).toBe(true));
    expect(pieces).toBeLessThan(10);
  });
});

describe('Retry-After', () => {
  const asked = async (value: string) =>
    (await exchanged([answer(503, { 'retry-after': value })])).outcome.RetryAfter;

  it('is a number of seconds, or a date of the receiver', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T10:00:00Z') });
    expect(await asked('120')).toBe(120_000);
    expect(await asked('0')).toBe(0);
    expect(await asked('Thu, 15 Jan 2026 10:02:00 GMT')).toBe(120_000);
    expect(await asked('Thu, 15 Jan 2026 09:00:00 GMT')).toBe(0);
    expect(await asked('soon')).toBeUndefined();
    expect(await asked('12 s')).toBeUndefined();
  });
});

describe('a redirect by 301', () => {
  it('is followed once, with the same body and headers', async () => {
    const { asked, outcome, answer: came } = await exchanged([moved('/new'), answer(204)]);
    const first = { url: request.url, key: 'secret', id: 'm1', body: request.body };
    expect(asked).toEqual([first, { ...first, url: 'https://shop.example/new' }]);
    expect([outcome, came?.Url]).toEqual([{ StatusCode: 204 }, 'https://shop.example/new']);
  });

  it.each([
    ['https://shop.example/new', 'secret'],
    ['https://shop.example:444/new', null],
    ['https://other.example/hook', null],
  ])('to %s sends the credentials: %s', async (location, key) => {
    const { asked } = await exchanged([moved(location), answer(200)]);
    expect([asked[1]?.url, asked[1]?.key, asked[1]?.id]).toEqual([location, key, 'm1']);
  });

  it('can lead to another failure, which counts', async () => {
    expect((await exchanged([moved('/new'), answer(500)])).outcome).toEqual({
      StatusCode: 500,
      Error: 'answered 500',
    });
    const twice = await exchanged([moved('/new'), moved('/newer')]);
    expect([twice.outcome, twice.asked.length, twice.answer?.Url]).toEqual([
      { StatusCode: 301, Error: 'a second redirect; one is followed' },
      2,
      'https://shop.example/new',
    ]);
  });

  it.each([
    ['http://[', '301 to "http://[", which is no URL'],
    ['ftp://shop.example/', '301 to ftp: is not followed'],
    ['https://10.0.0.1/', '301 to 10.0.0.1, which is this machine or in its network, is not followed'],
    ['http://shop.example/', '301 from https to http is not followed'],
    ['https://ada@shop.example/', '301 to an address with a password is not followed'],
    ['https://:secret@shop.example/', '301 to an address with a password is not followed'],
  ])('to %s is not followed', async (location, reason) => {
    const { outcome, asked } = await exchanged([moved(location), answer(200)]);
    expect([outcome, asked.length]).toEqual([{ StatusCode: 301, Error: reason }, 1]);
  });

  it('without a Location is not followed', async () => {
    expect((await exchanged([answer(301), answer(200)])).outcome).toEqual({
      StatusCode: 301,
      Error: '301 without a Location',
    });
  });

  it.each([
    ['http://localhost:4402/hook', 'http://localhost:4403/new'],
    ['http://shop.example/hook', 'http://other.example/new'],
    ['http://shop.example/hook', 'https://shop.example/new'],
  ])('from %s to %s is followed', async (url, location) => {
    const { outcome, asked } = await exchanged([moved(location), answer(200)], { url });
    expect([outcome, asked[1]?.url]).toEqual([{ StatusCode: 200 }, location]);
  });
});

describe('an attempt without a response', () => {
  const failing = (error: unknown) =>
    postWebhook(request, () => Promise.reject(error), new AbortController()).then(({ outcome }) => outcome);

  it('says what failed, in short', async () => {
    const because = (cause: object) => Object.assign(new TypeError('fetch failed'), { cause });
    expect(await failing(because({ code: 'ECONNREFUSED', message: 'connect …' }))).toEqual({
      Error: 'not delivered: ECONNREFUSED',
    });
    expect(await failing(because({ message: 'other side closed' }))).toEqual({
      Error: 'not delivered: other side closed',
    });
    expect(await failing(new Error('broken'))).toEqual({ Error: 'not delivered: broken' });
    expect(await failing('why')).toEqual({ Error: 'not delivered: why' });
  });

  it('that is not allowed says why', async () => {
    expect(await failing(new DeliveryRefused('a private address'))).toEqual({
      Error: 'not sent: a private address',
    });
    expect(new DeliveryRefused('x').name).toBe('DeliveryRefused');
  });

  it('in time is a timeout, and aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const halt = new AbortController();
    let came: unknown;
    const work = postWebhook(request, () => new Promise(() => {}), halt).then((result) => {
      came = result;
    });
    await vi.advanceTimersByTimeAsync(9_999);
    expect([came, halt.signal.aborted]).toEqual([undefined, false]);
    await vi.advanceTimersByTimeAsync(1);
    await work;
    expect(came).toEqual({ outcome: { Error: 'no answer within 10 s' }, late: true });
    expect(halt.signal.aborted).toBe(true);
  });

  it('leaves no timer behind after a response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await exchanged([answer(200)]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
