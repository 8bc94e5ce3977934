// What a page of another site could do to a sandbox on its visitor's machine, and what others could do through one that
// they reach.
import { lookup } from 'node:dns';
import { createSandbox, type Sandbox, type SandboxOptions, startSandbox } from 'clientlib-sandbox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicReceivers } from '../../sandbox/src/hosts/node/public-receivers.ts';
import { postWebhook } from '../../sandbox/src/service/delivery/post-webhook.ts';
import { isPrivateHost } from '../../sandbox/src/service/domain/webhooks/private-host.ts';
import { startReceiver } from '../sandbox/service/delivery/receiver.ts';
import { backEnd, client } from '../sandbox/service/http/service.ts';

const open: { close(): void | Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function made(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'drive-by', ...options });
  open.push(sandbox);
  return sandbox;
}

const evil = 'https://evil.example';
const shop = 'http://localhost:5173';

/** Asks as a page does. */
const ask = (sandbox: Sandbox, path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  sandbox.fetch(`http://localhost:4400${path}`, { ...init, headers });

const tokenRequest = {
  method: 'POST',
  body: `grant_type=client_credentials&client_id=${client.id}&client_secret=${client.secret}`,
};
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const allow = 'Access-Control-Allow-Origin';

describe('a page of another origin', () => {
  it.each([
    '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001',
    '/providers/Bravo/client.js',
    '/clientlib.js',
  ])('may call what ClientLib calls: %s', async (path) => {
    const answer = await ask(made(), path, { Origin: evil, 'Sec-Fetch-Site': 'cross-site' });
    expect([answer.status, answer.headers.get(allow)]).toEqual([200, '*']);
  });

  it.each([
    ['an Origin', { Origin: evil }],
    ['Origin: null', { Origin: 'null' }],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site, another port', { 'Sec-Fetch-Site': 'same-site' }],
  ])('may not call OAuth and REST: %s', async (_what, headers) => {
    const sandbox = made();
    const asked = await ask(sandbox, '/oauth/token/', { ...headers, ...form }, tokenRequest);
    expect([asked.status, asked.headers.get(allow)]).toEqual([403, null]);
    expect(sandbox.snapshot().Collections['accessTokens']).toEqual([]);
    const token = (
      (await (await ask(sandbox, '/oauth/token/', form, tokenRequest)).json()) as { access_token: string }
    ).access_token;
    for (const [method, path] of [
      ['GET', '/api/v1/customers'],
      ['POST', '/api/v1/customers'],
    ] as const) {
      const init = method === 'GET' ? { method } : { method, body: '{"FirstName":"Eve"}' };
      const answer = await ask(
        sandbox,
        `${path}?access_token=${token}`,
        { ...headers, 'Content-Type': 'text/plain' },
        init,
      );
      expect([answer.status, answer.headers.get(allow)]).toEqual([403, null]);
    }
    expect(sandbox.snapshot().Collections['customers']).toEqual([]);
  });

  it('may, if the account names its origin', async () => {
    const sandbox = made({ config: { Account: { AllowedOrigins: [shop] } } });
    const asked = await ask(sandbox, '/oauth/token/', { Origin: shop, ...form }, tokenRequest);
    expect([asked.status, asked.headers.get(allow), asked.headers.get('Vary')]).toEqual([
      200,
      shop,
      'Origin',
    ]);
    const preflight = { Origin: shop, 'Access-Control-Request-Method': 'POST' };
    const allowed = await ask(sandbox, '/api/v1/customers', preflight, { method: 'OPTIONS' });
    expect([allowed.status, allowed.headers.get(allow)]).toEqual([204, shop]);
    expect(allowed.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect((await ask(sandbox, '/oauth/token/', { Origin: evil, ...form }, tokenRequest)).status).toBe(403);
  });

  it.each(['/api/v1/customers', '/oauth/token/', '/sandbox/reset'])(
    'gets no permission to ask: %s',
    async (path) => {
      const preflight = { Origin: evil, 'Access-Control-Request-Method': 'POST' };
      const answer = await ask(made(), path, preflight, { method: 'OPTIONS' });
      expect([answer.headers.get(allow), answer.headers.get('Access-Control-Allow-Methods')]).toEqual([
        null,
        null,
      ]);
    },
  );

  it('cannot read a response made by a fault if it could not read the real one', async () => {
    const sandbox = made();
    sandbox.faults.add({ Fault: { Status: 503 } });
    expect((await ask(sandbox, '/api/v1/plans', { Origin: evil })).headers.get(allow)).toBeNull();
    const paid = await ask(sandbox, '/api/v1/CustomerSelfService/signup/pay', { Origin: evil });
    expect([paid.status, paid.headers.get(allow)]).toEqual([503, '*']);
  });

  // The proxy of a dev server rewrites `Host` and keeps what the browser says of the page.
  const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };
  const throughProxy: readonly [
    what: string,
    headers: Record<string, string>,
    exposed: boolean,
    may: boolean,
  ][] = [
    ['a page of this machine', { Origin: 'http://localhost:8080' }, false, true],
    ['a page of this machine by its address', { Origin: 'http://127.0.0.1:3000' }, false, true],
    ['a page of this machine by IPv6', { Origin: 'http://[::1]:3000' }, false, true],
    [
      'a page whose origin the browser knows',
      { Origin: 'https://dev.shop.example', ...sameOrigin },
      false,
      true,
    ],
    [
      'the same where others reach the sandbox',
      { Origin: 'https://dev.shop.example', ...sameOrigin },
      true,
      true,
    ],
    ['this machine where others reach the sandbox', { Origin: 'http://localhost:8080' }, true, false],
    ['a page of the web', { Origin: evil }, false, false],
    ['a name that is not this machine', { Origin: 'http://localhost.evil.example:8080' }, false, false],
    [
      'a name that was led to this machine (DNS rebinding)',
      { Origin: 'http://evil.example:8080' },
      false,
      false,
    ],
    ['a page of another port, by the browser', { Origin: shop, 'Sec-Fetch-Site': 'same-site' }, false, false],
    ['a hidden origin', { Origin: 'null' }, false, false],
    ['a hidden origin, though the browser calls it its own', { Origin: 'null', ...sameOrigin }, false, false],
  ];
  it.each(throughProxy)('through a proxy: %s', async (_what, headers, exposed, may) => {
    const sandbox = made({ exposed });
    const asked = await ask(sandbox, '/oauth/token/', { ...headers, ...form }, tokenRequest);
    expect([asked.status, asked.headers.get(allow)]).toEqual([may ? 200 : 403, null]);
    expect(sandbox.snapshot().Collections['accessTokens']).toHaveLength(may ? 1 : 0);
    const token = await ask(sandbox, '/oauth/token/', form, tokenRequest);
    const { access_token } = (await token.json()) as { access_token: string };
    const plans = await ask(sandbox, `/api/v1/plans?access_token=${access_token}`, headers);
    expect(plans.status).toBe(may ? 200 : 403);
  });

  it('may navigate a person to a document', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await ask(made(), '/api/v1/customers', headers)).status).toBe(401);
  });
});

describe('a webhook', () => {
  const register = async (sandbox: Sandbox, Url: string, headers: Record<string, string> = {}) =>
    (await backEnd(sandbox))('POST', 'webhooks', { Url }, headers);

  it.each([
    'http://localhost:3000/hook',
    'http://127.0.0.1/hook',
    'http://0x7f.1/hook',
    'http://10.0.0.7/hook',
    'http://172.20.1.1/hook',
    'http://192.168.1.1/hook',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/hook',
    'http://[fd00::1]/hook',
    'http://[::ffff:127.0.0.1]/hook',
    'http://printer/hook',
    'http://nas.local/hook',
  ])('is sent to %s only if the sandbox is on this machine', async (url) => {
    expect((await register(made(), url)).status).toBe(200);
    const refused = await register(made({ exposed: true }), url);
    expect([refused.status, refused.body.Errors[0].Field]).toEqual([422, 'Url']);
    expect((await register(made({ exposed: true, privateWebhooks: true }), url)).status).toBe(200);
    const config = { Account: { AllowedOrigins: [evil] } };
    expect((await register(made({ config }), url, { Origin: evil })).status).toBe(422);
    expect((await register(made({ config }), 'https://shop.example.com/hook', { Origin: evil })).status).toBe(
      200,
    );
  });

  it('comes with no session of somebody else, either at its start or in a row', async () => {
    const url = 'http://10.0.0.7/hook';
    const at = { seed: 'private', record: true, clock: '2026-01-15T10:00:00Z' } as const;
    const recorded = made({ ...at, webhooks: [url] });
    const put = async (sandbox: Sandbox, session: object) => {
      const init = { method: 'PUT', body: JSON.stringify(session) };
      const headers = { 'Content-Type': 'application/json' };
      const response = await ask(sandbox, '/sandbox/session', headers, init);
      return { status: response.status, body: await response.json() };
    };
    const exposed = () => made({ ...at, exposed: true });
    const refused = await put(exposed(), recorded.session());
    expect([refused.status, refused.body.Errors[0].Field]).toEqual([422, 'Start.Webhooks[0]']);
    expect((await put(made(at), recorded.session())).status).toBe(200);

    const registered = made(at);
    expect((await register(registered, url)).status).toBe(200);
    const { body } = await put(exposed(), registered.session());
    expect(body.Difference.Message).toBe('POST /api/v1/webhooks returned 422 instead of 200.');
  });

  it('is sent anywhere that the operator has named', () => {
    const sandbox = made({ exposed: true, webhooks: ['http://shop:3000/hook'] });
    expect(sandbox.snapshot().Collections['webhooks']).toMatchObject([{ Url: 'http://shop:3000/hook' }]);
  });

  it('is not delivered to a name that resolves to this machine', async () => {
    const receiver = await startReceiver();
    open.push(receiver);
    const send = (deliver: ReturnType<typeof publicReceivers>) =>
      deliver(new Request(receiver.url, { method: 'POST', body: '{"Event":"x"}' }));
    await expect(send(publicReceivers([]))).rejects.toThrow('is this machine or in its network');
    const port = new URL(receiver.url).port;
    const named = new Request(`http://localhost:${port}/hook`, { method: 'POST', body: '{"Event":"x"}' });
    await expect(publicReceivers([])(named)).rejects.toMatchObject({
      cause: { message: 'localhost is this machine or in its network' },
    });
    expect(receiver.arrivals).toEqual([]);
    expect((await send(publicReceivers([receiver.url]))).status).toBe(204);
  });

  it.each([
    ['http://shop.example:3000/hook', true],
    ['http://shop.example:3000/other?x=1', true],
    ['http://shop.example:3001/hook', false],
    ['http://shop.example/hook', false],
    ['https://shop.example:3000/hook', false],
    ['http://other.example:3000/hook', false],
  ])('that the sandbox was started with may be in this network, and no other: %s', async (url, isTrusted) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
    const deliver = publicReceivers(['http://shop.example:3000/hook'], {
      isPublic: () => false,
      resolve: (_hostname, _options, done) => done(null, [{ address: '10.0.0.7', family: 4 }]),
    });
    const sent = deliver(new Request(url, { method: 'POST', body: '{}' }));
    if (isTrusted) expect((await sent).status).toBe(204);
    else
      await expect(sent).rejects.toMatchObject({
        cause: { message: expect.stringContaining('is this machine or in its network') },
      });
    expect(fetched).toHaveBeenCalledTimes(isTrusted ? 1 : 0);
    fetched.mockRestore();
  });

  it('ends for a public receiver when the attempt is aborted, as by fetch', async () => {
    const attempt = new AbortController();
    const receiver = await startReceiver(() => {
      attempt.abort();
      return 'hang';
    });
    open.push(receiver);
    const deliver = publicReceivers([], { isPublic: () => true, resolve: lookup });
    const init = { method: 'POST', body: '{"Event":"x"}', signal: attempt.signal };
    await expect(deliver(new Request(receiver.url, init))).rejects.toMatchObject({
      cause: { name: 'AbortError' },
    });
  });

  it.each([200, 204, 205, 304, 404, 500])(
    'is answered by a public receiver with %i, as by fetch',
    async (status) => {
      const receiver = await startReceiver(() => ({ status, headers: { 'X-Seen': 'yes' } }));
      open.push(receiver);
      const deliver = publicReceivers([], { isPublic: () => true, resolve: lookup });
      const answer = await deliver(new Request(receiver.url, { method: 'POST', body: '{"Event":"x"}' }));
      expect([answer.status, answer.headers.get('X-Seen'), await answer.text()]).toEqual([status, 'yes', '']);
    },
  );

  it('resolves a name once and connects to that address (DNS rebinding)', async () => {
    const receiver = await startReceiver(() => ({ status: 204, headers: { Connection: 'close' } }));
    open.push(receiver);
    const { port } = new URL(receiver.url);
    // Here 127.0.0.1 plays the internet. The name leads there when it is asked for first, and elsewhere after it.
    const asked: string[] = [];
    const deliver = publicReceivers([], {
      isPublic: (address) => address === '127.0.0.1',
      resolve: (hostname, _options, done) => {
        asked.push(hostname);
        done(null, [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
      },
    });
    const send = () =>
      deliver(new Request(`http://shop.example:${port}/hook`, { method: 'POST', body: '{"Event":"x"}' }));
    expect((await send()).status).toBe(204);
    expect([asked, receiver.arrivals.length]).toEqual([['shop.example'], 1]);
    // A new connection is checked again.
    await expect(send()).rejects.toMatchObject({
      cause: { message: 'shop.example is this machine or in its network' },
    });
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('is not sent to a name with one public and one private address', async () => {
    const deliver = publicReceivers([], {
      isPublic: (address) => address !== '10.0.0.7',
      resolve: (_hostname, _options, done) =>
        done(null, [
          { address: '8.8.8.8', family: 4 },
          { address: '10.0.0.7', family: 4 },
        ]),
    });
    await expect(
      deliver(new Request('http://shop.example/hook', { method: 'POST', body: '{}' })),
    ).rejects.toMatchObject({ cause: { message: 'shop.example is this machine or in its network' } });
  });

  it('is not redirected into this machine’s network', async () => {
    const sent: string[] = [];
    const letter = {
      url: 'https://shop.example.com/hook',
      headers: {},
      credentials: {},
      body: '{}',
      timeoutMs: 1000,
    };
    const { outcome } = await postWebhook(
      letter,
      async ({ url }) => {
        sent.push(url);
        return new Response(null, { status: 301, headers: { Location: 'http://169.254.169.254/latest' } });
      },
      new AbortController(),
    );
    expect(sent).toEqual([letter.url]);
    expect(outcome.Error).toContain('169.254.169.254');
  });

  it.each(['shop.example.com', '8.8.8.8', '172.32.0.1', '[2606:4700::1111]', 'xn--bcher-kva.example'])(
    '%s is public',
    (host) => expect(isPrivateHost(host)).toBe(false),
  );
});

describe('a sandbox that others can reach', () => {
  it('accepts faults only from those who may control it', async () => {
    const sandbox = made({ exposed: true, controlToken: 'secret' });
    const fault = (value: string) => ask(sandbox, '/openapi.json', { 'X-Sandbox-Fault': value });
    expect((await fault('status=503')).status).toBe(403);
    expect((await fault('status=503; token=guess')).status).toBe(403);
    expect((await fault('status=503; token=secret')).status).toBe(503);
    expect(
      (await ask(made({ controlToken: 'secret' }), '/openapi.json', { 'X-Sandbox-Fault': 'status=503' }))
        .status,
    ).toBe(503);
  });

  it('counts each visitor separately', async () => {
    const sandbox = made({ config: { Account: { RateLimit: { Requests: 2 } } } });
    const path =
      'http://localhost/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';
    const from = async (visitor: string) => (await sandbox.app.fetch(new Request(path), { visitor })).status;
    expect([await from('1'), await from('1'), await from('1'), await from('2')]).toEqual([
      200, 200, 429, 200,
    ]);
  });

  it('knows its visitors by address', async () => {
    const started = await startSandbox({ port: 0, config: { Account: { RateLimit: { Requests: 1 } } } });
    open.push(started);
    const path = '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';
    const asked = [await fetch(started.url + path), await fetch(started.url + path)];
    expect(asked.map(({ status }) => status)).toEqual([200, 429]);
  });
});

describe('a return URL', () => {
  const pay = async (sandbox: Sandbox, ProviderReturnUrl: string) => {
    const post = (path: string, body: object) =>
      sandbox.fetch(`http://localhost/api/v1/CustomerSelfService/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const Cart = { PlanVariantId: 'b00000000000000000000001' };
    const order = (await (await post('signup/order', { Cart, Customer: { FirstName: 'Ada' } })).json()) as {
      OrderId: string;
    };
    const TetheredPaymentInformation = { Bearer: 'Lima' };
    const paid = await post('signup/pay', {
      OrderId: order.OrderId,
      TetheredPaymentInformation,
      ProviderReturnUrl,
    });
    return { status: paid.status, body: (await paid.json()) as { Url?: string } };
  };

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a;sandbox.example/',
    "https://a'self'.example/",
    'https://a,b.example/',
  ])('%s is rejected', async (url) => {
    expect((await pay(made(), url)).status).toBe(422);
  });

  it('is in the policy of the provider’s page by its origin only', async () => {
    const sandbox = made();
    const { body } = await pay(sandbox, 'https://shop.example.com/thanks?x=;script-src%20*');
    const page = await sandbox.fetch(body.Url ?? '');
    expect(page.headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' https://shop.example.com;",
    );
  });

  it('of an app is in that policy by its scheme and host', async () => {
    const sandbox = made({ config: { Account: { AllowedReturnUrls: ['myshop://checkout'] } } });
    const { body } = await pay(sandbox, 'myshop://checkout/thanks');
    const page = await sandbox.fetch(body.Url ?? '');
    expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self' myshop://checkout;");
  });

  it.each([
    ['https://shop.example.com/thanks', 200],
    ['https://shop.example.com/thanks/42?x', 200],
    ['https://shop.example.com/thanksgiving', 422],
    ['https://shop.example.com/thanks/../evil', 422],
    ['https://shop.example.com.evil.example/thanks', 422],
    ['http://shop.example.com/thanks', 422],
  ])('if the account allows /thanks: %s → %i', async (url, status) => {
    const config = { Account: { AllowedReturnUrls: ['https://shop.example.com/thanks'] } };
    expect((await pay(made({ config }), url)).status).toBe(status);
  });
});

it('the request log holds no download link', async () => {
  const sandbox = made();
  await ask(sandbox, '/downloads/very-secret', {});
  const log = await (await ask(sandbox, '/sandbox/requests', {})).text();
  expect(log).toContain('/downloads/…');
  expect(log).not.toContain('very-secret');
});
