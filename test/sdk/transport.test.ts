import { runInNewContext } from 'node:vm';
import { configure, Payment, Portal, Signup } from 'clientlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Answer,
  cart,
  customer,
  fakeServiceForEachTest,
  json,
  noConnection,
  order,
  problem,
  silence,
} from './fake-service.ts';

const service = fakeServiceForEachTest();

/** createOrder against these answers, with the clock run to the end. */
async function outcome(answers: Answer[], options = {}): Promise<unknown> {
  vi.useFakeTimers();
  service.current.on('POST signup/order', ...answers);
  const result = new Signup().createOrder(cart, customer, options).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
}
const asked = (): number => service.current.requestsTo('signup/order').length;
const cutShort = (): Response =>
  new Response('{"OrderId": "f0', { headers: { 'Content-Type': 'application/json' } });
const html = (status: number): Response =>
  new Response('<!doctype html><p>Hello', { status, headers: { 'Content-Type': 'text/html' } });

describe('each kind of failure has its own outcome', () => {
  test('network down: three tries, then NetworkDown', async () => {
    expect(await outcome([noConnection()], { idempotencyKey: 'k-1' })).toMatchObject({
      errorCode: ['ServerError', 'NetworkDown'],
      retryable: true,
      cause: expect.any(TypeError),
      idempotencyKey: 'k-1',
    });
    expect(asked()).toBe(3);
    expect(service.current.received, 'outside a page nothing else is tried').toHaveLength(3);
  });

  test('the pauses before the second and third try are 300 and 900 milliseconds', async () => {
    vi.useFakeTimers();
    service.current.on('POST signup/order', noConnection());
    const result = new Signup().createOrder(cart, customer).catch((error: unknown) => error);
    const tries: number[] = [];
    for (const milliseconds of [0, 299, 1, 899, 1]) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      tries.push(asked());
    }
    expect(tries).toEqual([1, 1, 2, 2, 3]);
    await result;
  });

  test('429 waits as long as Retry-After says, in seconds', async () => {
    const started = Date.now();
    expect(await outcome([problem(429, 'RateLimit', '', { 'Retry-After': '7' }), order])).toEqual(order);
    expect(Date.now() - started).toBeGreaterThanOrEqual(7000);
    expect(asked()).toBe(2);
  });

  test('429 waits as long as Retry-After says, as a date', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    const busy = problem(429, 'RateLimit', '', { 'Retry-After': 'Thu, 01 Jan 2026 00:00:09 GMT' });
    service.current.on('POST signup/order', busy, order);
    const result = new Signup().createOrder(cart, customer);
    await vi.advanceTimersByTimeAsync(8999);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual(order);
  });

  test('429 with a Retry-After after the deadline is reported at once', async () => {
    expect(await outcome([problem(429, 'RateLimit', 'Slow down.', { 'Retry-After': '3600' })])).toMatchObject(
      {
        errorCode: ['RateLimit'],
        developerMessage: 'Slow down.',
        retryable: true,
        retryAfterMs: 3_600_000,
        status: 429,
      },
    );
    expect(asked()).toBe(1);
  });

  test('429 again and again: RateLimit', async () => {
    expect(await outcome([problem(429, 'RateLimit', '', { 'Retry-After': '1' })])).toMatchObject({
      errorCode: ['RateLimit'],
    });
    expect(asked()).toBe(3);
  });

  test.each([502, 503, 504])('%i is retried, then ServerError', async (status) => {
    expect(await outcome([html(status)])).toMatchObject({
      errorCode: ['ServerError'],
      retryable: true,
      status,
    });
    expect(asked()).toBe(3);
    expect(await outcome([html(status), order])).toEqual(order);
  });

  test.each([
    [400, 'InvalidData'],
    [401, 'LoginError'],
    [403, 'PermissionDenied'],
    [404, 'NotFound'],
    [409, 'InvalidPreconditions'],
    [418, 'UnmappedError'],
    [422, 'InvalidData'],
    [429, 'RateLimit'],
    [500, 'ServerError'],
  ])('%i without a code is %s', async (status, code) => {
    expect(await outcome([json({}, status)])).toMatchObject({
      errorCode: expect.arrayContaining([code]),
      status,
    });
  });

  test('500 is not retried: the service has responded', async () => {
    expect(await outcome([problem(500, '', 'A bug.')])).toMatchObject({
      errorCode: ['ServerError'],
      developerMessage: 'A bug.',
      status: 500,
    });
    expect(asked()).toBe(1);
  });

  test.each([
    [500, 'ServerError'],
    [429, 'RateLimit'],
  ])('HTML with %i is mapped by its status: %s', async (status, code) => {
    expect(await outcome([html(status)])).toMatchObject({ errorCode: [code], status });
  });

  test.each([
    [200, '<!doctype html>'],
    [200, '\n  <html>'],
    [404, '<!doctype html>'],
    [404, 'Not found'],
    [400, 'Bad request'],
  ])('invalid JSON with %i, %j: UnexpectedAnswer', async (status, text) => {
    expect(await outcome([new Response(text, { status })])).toMatchObject({
      errorCode: ['ServerError', 'UnexpectedAnswer'],
      developerMessage: expect.stringContaining(`HTTP ${status}, not JSON. Is baseUrl right?`),
      retryable: false,
    });
    expect(asked()).toBe(1);
  });

  test('a truncated body is requested again, then TruncatedAnswer', async () => {
    expect(await outcome([cutShort(), order])).toEqual(order);
    expect(await outcome([cutShort()])).toMatchObject({
      errorCode: ['ServerError', 'TruncatedAnswer'],
      retryable: true,
    });
  });

  test('a connection that breaks within the body: TruncatedAnswer', async () => {
    const broken: Answer = () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"Order'));
          controller.error(new TypeError('terminated'));
        },
      });
      return Object.assign(new Response(body), { clone: () => new Response(body) });
    };
    expect(await outcome([broken, broken, broken])).toMatchObject({
      errorCode: ['ServerError', 'TruncatedAnswer'],
    });
  });

  test('an empty response is a truncated one', async () => {
    const empty = new Response('', { headers: { 'Content-Type': 'application/json' } });
    expect(await outcome([empty])).toMatchObject({ errorCode: ['ServerError', 'TruncatedAnswer'] });
  });

  test('silence: Timeout at the deadline', async () => {
    expect(await outcome([silence], { timeoutMs: 1234 })).toMatchObject({
      errorCode: ['Timeout'],
      retryable: true,
    });
    expect(asked()).toBe(1);
  });

  test('aborted while waiting for the response', async () => {
    const controller = new AbortController();
    service.current.on('POST signup/order', silence);
    const result = new Signup().createOrder(cart, customer, { signal: controller.signal });
    controller.abort();
    await expect(result).rejects.toMatchObject({ errorCode: ['Aborted'] });
  });

  test('aborted between two attempts: no further one', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    service.current.on('POST signup/order', noConnection());
    const result = new Signup().createOrder(cart, customer, { signal: controller.signal });
    const rejected = expect(result).rejects.toMatchObject({ errorCode: ['Aborted'] });
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await rejected;
    expect(vi.getTimerCount()).toBe(0);
    expect(asked()).toBe(1);
  });
});

describe('CORS refusal', () => {
  afterEach(() => vi.unstubAllGlobals());

  // What a browser does, from the page https://shop.test.
  const asBrowser = (reachable: (mode: RequestMode, method: string) => boolean): void => {
    vi.stubGlobal('location', new URL('https://shop.test/'));
    configure({
      fetch: async (request) => {
        if (reachable(request.mode, request.method)) return json({});
        throw noConnection();
      },
    });
  };

  test('reachable but not readable: CorsRefused, at once', async () => {
    asBrowser((mode) => mode === 'no-cors');
    await expect(new Signup().createOrder(cart, customer)).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration', 'CorsRefused'],
      developerMessage: expect.stringContaining('not readable from https://shop.test (CORS)'),
      retryable: false,
    });
  });

  test.each([
    ['nothing reachable', () => false],
    ['only this request failed', (_: RequestMode, method: string) => method === 'GET'],
  ])('%s: NetworkDown', async (_, reachable) => {
    vi.useFakeTimers();
    asBrowser(reachable);
    const result = new Signup().createOrder(cart, customer).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await result).toMatchObject({ errorCode: ['ServerError', 'NetworkDown'] });
  });
});

describe('responses of the service', () => {
  test.each([
    [200, 'InsufficientBalance', ['InsufficientBalance']],
    [200, 'Canceled', ['Aborted', 'Canceled']],
    [200, 'InvalidIBAN', ['InvalidIban', 'InvalidIBAN']],
    [200, '', ['UnmappedError']],
    [200, 'SomethingNew', ['UnmappedError']],
    [401, '', ['LoginError']],
    [401, 'InvalidKey', ['InvalidKey']],
    [403, 'PermissionDenied', ['PermissionDenied']],
    [404, 'NotFound', ['InvalidData', 'NotFound']],
    [404, '', ['InvalidData', 'NotFound']],
    [422, 'InvalidCouponCode', ['InvalidCouponCode']],
    [422, 'IdempotencyConflict', ['InvalidData', 'IdempotencyConflict']],
    [418, '', ['UnmappedError']],
  ])('HTTP %i with code "%s" is %j', async (status, code, errorCode) => {
    expect(await outcome([problem(status, code, 'Because.')])).toMatchObject({
      name: 'ClientLibError',
      errorCode,
      developerMessage: 'Because.',
      message: 'Because.',
      status,
      answer: { Error: { Code: code } },
    });
  });

  test("the service's fields, reference and details are kept", async () => {
    const answer = {
      Error: {
        Code: 'InvalidData',
        Message: 'No.',
        Details: { Hint: 'Look.' },
        ReferenceId: 'r-1',
        ReferenceUrl: 'https://x.test/r-1',
      },
      Errors: [{ Field: 'Cart.PlanVariantId', Message: 'unknown' }],
    };
    expect(await outcome([json(answer, 422)])).toMatchObject({
      referenceId: 'r-1',
      referenceUrl: 'https://x.test/r-1',
      answer,
    });
  });

  test.each([undefined, null, '', ' ', {}, []])(
    'a problem without words, %j, has a sentence for customers and one for developers',
    async (Message) => {
      // This service has no sentences; another file of tests may have left those of its own.
      await new Payment({ publicApiKey: 'k' }).ready;
      expect(await outcome([json({ Error: { Code: 'InvalidData', Message } }, 422)])).toMatchObject({
        errorMessage: 'Something went wrong. Please try again later.',
        developerMessage: 'HTTP 422.',
        details: '',
      });
    },
  );

  test.each([400, 422])('a problem without envelope is understood too: %i', async (status) => {
    expect(await outcome([json({ Code: 'InvalidVatId', Message: 'Not a VAT id.' }, status)])).toMatchObject({
      errorCode: ['InvalidVatId'],
      developerMessage: 'Not a VAT id.',
    });
  });
});

test('a call sends JSON', async () => {
  let type: string | null = '';
  service.current.on('POST signup/order', (_, request) => {
    type = request.headers.get('Content-Type');
    return order;
  });
  await new Signup().createOrder(cart, customer);
  expect(type).toBe('application/json');
});

describe('idempotency', () => {
  test.each<[string, Answer]>([
    ['no connection', noConnection()],
    ['no JSON', html(200)],
    ['an answer that ends early', cutShort()],
    ['an answer of another shape', json({})],
    ['a service in trouble', html(503)],
    ['a service that fails', problem(500, '')],
    ['too many requests', problem(429, 'RateLimit')],
    ['a refusal', problem(422, 'InvalidData')],
    ['a refusal by HTTP 200', problem(200, 'InsufficientBalance')],
  ])('an error after %s has the key to repeat the call with', async (_after, answer) => {
    expect(await outcome([answer], { idempotencyKey: 'k-1' })).toMatchObject({
      idempotencyKey: 'k-1',
      referenceId: 'k-1',
    });
  });

  test('every attempt of a call has the same key, every call its own', async () => {
    await outcome([noConnection(), cutShort(), order]);
    await new Signup().createOrder(cart, customer);
    const keys = service.current.requestsTo('signup/order').map(({ key }) => key);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('while the first request is running, its response is waited for', async () => {
    const inFlight = problem(409, 'InvalidPreconditions', 'In flight.', { 'Retry-After': '1' });
    expect(await outcome([inFlight, inFlight, inFlight, inFlight, inFlight, order])).toEqual(order);
  });

  test.each(['0', '-5', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'a service that asks to repeat after %s is not asked without a pause',
    async (after) => {
      const inFlight = problem(409, 'InvalidPreconditions', 'In flight.', { 'Retry-After': after });
      service.current.on('POST signup/order', ...Array<Answer>(1000).fill(inFlight));
      vi.useFakeTimers();
      const result = new Signup().createOrder(cart, customer).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked()).toBeLessThan(20);
      await vi.runAllTimersAsync();
      await result;
    },
  );

  test('a 409 without Retry-After is a result', async () => {
    expect(await outcome([problem(409, 'InvalidPreconditions')])).toMatchObject({
      errorCode: ['InvalidPreconditions'],
    });
    expect(asked()).toBe(1);
  });

  test('a GET needs none', async () => {
    service.current.on('GET contract', { Contract: {}, RecentInvoices: [] });
    await new Portal('token').contractDetails();
    expect(service.current.received[0]).toMatchObject({ key: null, authorization: 'Bearer token' });
  });
});

describe('realms that lack what browsers have', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('without `Request`, fetch receives the URL and the rest, without a signal', async () => {
    vi.stubGlobal('Request', undefined);
    const asked: unknown[] = [];
    configure({
      fetch: async (...args: unknown[]) => {
        asked.push(args);
        return Response.json(order);
      },
    });
    expect(await new Signup().createOrder(cart, customer, { idempotencyKey: 'k' })).toEqual(order);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k.order' };
    const body = JSON.stringify({ Cart: cart, Customer: customer });
    expect(asked).toEqual([
      ['https://service.test/api/v1/CustomerSelfService/signup/order', { method: 'POST', headers, body }],
    ]);
  });

  test('a `Request` that refuses the signal of the page is made without it', async () => {
    const { Request: native } = globalThis;
    class Strict extends native {
      constructor(url: string, init: RequestInit) {
        if (init.signal) throw new TypeError('Expected signal to be an instance of AbortSignal');
        super(url, init);
      }
    }
    vi.stubGlobal('Request', Strict);
    service.current.on('POST signup/order', order);
    expect(await new Signup().createOrder(cart, customer)).toEqual(order);
  });

  test('without any fetch, the error says what to set', async () => {
    configure({ fetch: undefined });
    vi.stubGlobal('fetch', undefined);
    await expect(new Signup().createOrder(cart, customer)).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration'],
      field: 'fetch',
      developerMessage: 'fetch: expected configure({ fetch }), as there is no global one.',
    });
  });

  test.each([
    ['without a prototype, as parsers of queries make them', () => Object.create(null)],
    ['of another realm, as of a frame', () => runInNewContext('({})')],
    ['of a class', () => new (class Order {})()],
  ])('cart and customer arrive as objects %s', async (_of, make) => {
    const sent = Object.assign(make(), cart, {
      ComponentSubscriptions: [Object.assign(make(), { ComponentId: 'c1' })],
    });
    await new Signup().createOrder(sent, Object.assign(make(), customer));
    expect(service.current.received[0]?.body).toEqual({
      Cart: { ...cart, ComponentSubscriptions: [{ ComponentId: 'c1' }] },
      Customer: customer,
    });
  });

  test.each([
    ['objects', Object.prototype],
    ['lists', Array.prototype],
  ])('cart and customer arrive where an old library has put toJSON on all %s', async (_of, prototype) => {
    const components = [{ ComponentId: 'c1', Quantity: 2 }];
    const own = { Memo: 'long', toJSON: () => ({ Memo: 'short' }) };
    const sent = { ...cart, ComponentSubscriptions: components, StartDate: new Date(0), own };
    service.current.on('POST signup/order', new Response(JSON.stringify(order)));
    Object.defineProperty(prototype, 'toJSON', {
      configurable: true,
      writable: true,
      value: () => 'broken',
    });
    try {
      await new Signup().createOrder(sent, customer);
    } finally {
      delete (prototype as { toJSON?: unknown }).toJSON;
    }
    expect(service.current.received[0]?.body).toEqual({
      Cart: {
        ...cart,
        ComponentSubscriptions: components,
        StartDate: '1970-01-01T00:00:00.000Z',
        own: { Memo: 'short' },
      },
      Customer: customer,
    });
  });
});
