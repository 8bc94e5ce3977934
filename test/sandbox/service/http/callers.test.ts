// Who may call what: the control API and its token, pages of other origins, and what they may read.
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd, newSandbox } from './service.ts';

const evil = 'https://evil.example';
const shop = 'https://shop.example';
const allowing = { config: { Account: { AllowedOrigins: [shop] } } };

const ask = (
  path: string,
  headers: Record<string, string>,
  options: SandboxOptions = {},
  init: RequestInit = {},
) => newSandbox(options).fetch(`http://sandbox${path}`, { ...init, headers });

describe('the control API', () => {
  it.each([
    ['Bearer let-me-in', 200],
    ['bearer  let-me-in', 200],
    ['Bearer let-me-out', 401],
    ['Bearer let-me-in too', 401],
    ['Bearer let-me', 401],
    ['Bearer', 401],
    ['let-me-in', 401],
    ['XBearer let-me-in', 401],
    ['Basic let-me-in', 401],
    ['', 401],
  ])('with a token responds to "%s" with %i', async (Authorization, status) => {
    const answer = await ask('/sandbox/health', { Authorization }, { controlToken: 'let-me-in' });
    expect(answer.status).toBe(status);
    const { Code } = (await answer.json()) as { Code?: string };
    expect(Code).toBe(status === 401 ? 'LoginError' : undefined);
  });

  it('requires a token only if one is set', async () => {
    expect((await ask('/sandbox/health', {}, { controlToken: 'let-me-in' })).status).toBe(401);
    expect((await ask('/sandbox/health', {})).status).toBe(200);
    expect((await ask('/sandbox/health', { Authorization: 'Bearer any' })).status).toBe(200);
  });

  it.each([
    [{ Origin: evil }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://sandbox:81' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: 'http://sandbox', 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: 'http://sandbox' }, 200],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'none' }, 200],
  ])('responds to a page with %j with %i, whatever the account allows', async (headers, status) => {
    expect((await ask('/sandbox/health', headers)).status).toBe(status);
    const answer = await ask(
      '/sandbox/health',
      { ...headers },
      { config: { Account: { AllowedOrigins: [evil] } } },
    );
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([status, null]);
    if (status === 403) expect(await answer.json()).toMatchObject({ Code: 'PermissionDenied' });
  });

  it('rejects unknown fields, even if the sandbox is not strict', async () => {
    const api = await backEnd(newSandbox());
    const unknown = await api('POST', '/sandbox/clock', { Advance: 'P1D', Advanced: 1 });
    expect([unknown.status, unknown.body.Errors]).toEqual([
      422,
      [expect.objectContaining({ Field: 'Advanced', Code: 'UnknownProperty' })],
    ]);
    expect((await api('GET', '/sandbox/requests?tkae=1')).status).toBe(422);
    // A link may carry more than the page knows.
    expect((await api('GET', '/sandbox/health?from=mail')).status).toBe(200);
  });
});

describe('a page of another origin', () => {
  it.each([
    ['/api/v1/customers', 403],
    ['/oauth/token/', 403],
    ['/openapi.json', 200],
    ['/clientlib.js', 200],
  ])('gets from %s %i', async (path, status) => {
    const method = path.startsWith('/oauth') ? 'POST' : 'GET';
    const answer = await ask(path, { Origin: evil }, {}, { method });
    expect(answer.status).toBe(status);
    if (status === 403) expect(await answer.json()).toMatchObject({ Message: expect.stringContaining(evil) });
  });

  it('is allowed only to navigate to pages that are read', async () => {
    const navigates = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await ask('/api/v1/customers', navigates)).status).toBe(401);
    expect((await ask('/api/v1/customers', { ...navigates, 'Sec-Fetch-Mode': 'cors' })).status).toBe(403);
    expect((await ask('/api/v1/customers', navigates, {}, { method: 'POST' })).status).toBe(403);
    // A page of a neighbouring host is foreign too.
    expect((await ask('/api/v1/customers', { 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    // An origin is shown shortened.
    const long = `https://${'a'.repeat(200)}.example`;
    const { Message } = (await (await ask('/api/v1/customers', { Origin: long })).json()) as {
      Message: string;
    };
    expect([Message.includes(long.slice(0, 100)), Message.includes(long.slice(0, 101))]).toEqual([
      true,
      false,
    ]);
  });
});

/** The headers of responses that a page may read. */
const exposed = [
  'ETag',
  'Idempotent-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-Request-Id',
  'X-Sandbox-Warnings',
];

describe('what a page may read', () => {
  const readable = async (path: string, Origin: string | undefined, options: SandboxOptions = {}) => {
    const { headers } = await ask(path, Origin === undefined ? {} : { Origin }, options);
    const names = ['Access-Control-Allow-Origin', 'Vary', 'Access-Control-Expose-Headers'];
    const [origin, vary, shown] = names.map((name) => headers.get(name));
    if (shown) expect(shown.split(', ').toSorted()).toEqual(exposed);
    return [origin, vary?.includes('Origin') === true, shown !== null];
  };

  it('is what ClientLib calls, from every origin', async () => {
    for (const path of [
      '/api/v1/CustomerSelfService/paymentMethods',
      '/clientlib.js',
      '/providers/Bravo/client.js',
    ])
      for (const origin of [evil, undefined])
        expect([path, ...(await readable(path, origin))]).toEqual([path, '*', false, true]);
    expect(await readable('/api/v1/CustomerSelfServices', evil)).toEqual([null, false, false]);
  });

  it('is the API if the account names its origin, and nothing of it otherwise', async () => {
    expect(await readable('/api/v1/customers', shop, allowing)).toEqual([shop, true, true]);
    // It is let in, and wants a token like everybody else.
    expect((await ask('/api/v1/customers', { Origin: shop }, allowing)).status).toBe(401);
    expect(await readable('/api/v1/customers', evil, allowing)).toEqual([null, false, false]);
    expect(await readable('/api/v1/customers', undefined, allowing)).toEqual([null, false, false]);
    expect(await readable('/api/v1/customers', shop)).toEqual([null, false, false]);
    expect(await readable('/sandbox/health', shop, allowing)).toEqual([null, false, false]);
  });

  it.each(['/llms.txt', '/docs/guides/rest.md'])(
    'is not kept for another origin, nor for another kind of reader: %s',
    async (path) => {
      const vary = async (headers: Record<string, string>) =>
        (await ask(path, headers, allowing)).headers.get('Vary')?.split(', ') ?? [];
      const own = await vary({});
      expect(own).toHaveLength(1);
      expect((await vary({ Origin: shop })).toSorted()).toEqual(['Origin', ...own].sort());
    },
  );

  it('is asked in a preflight, and answered with what it may send', async () => {
    const question = async (path: string, options: SandboxOptions = {}) => {
      const { status, headers } = await ask(path, { Origin: shop }, options, { method: 'OPTIONS' });
      const allow = ['Origin', 'Methods', 'Headers'].map((name) =>
        headers.get(`Access-Control-Allow-${name}`),
      );
      return [status, headers.get('Allow'), ...allow, headers.get('Access-Control-Max-Age')];
    };
    const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
    const sent =
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-SELECTED-LEGAL-ENTITY-ID, X-Sandbox-Client, X-Sandbox-Fault';
    const path = '/api/v1/CustomerSelfService/signup/pay';
    expect(await question(path)).toEqual([204, expect.stringContaining('POST'), '*', methods, sent, '600']);
    const customers = expect.stringContaining('GET');
    expect(await question('/api/v1/customers', allowing)).toEqual([
      204,
      customers,
      shop,
      methods,
      sent,
      '600',
    ]);
    expect(await question('/api/v1/customers')).toEqual([204, customers, null, null, null, null]);
  });
});
