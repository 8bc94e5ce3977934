import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from 'clientlib/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attachSession } from '../../../../sandbox/src/hosts/node/attach-session.ts';
import { certifyingWith } from '../../../../sandbox/src/hosts/node/certify-receiver.ts';
import { routeToSandbox } from '../../../../sandbox/src/hosts/node/route-to-sandbox.ts';
import { createSandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';

interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly isNavigation?: boolean;
}

/** A page of Playwright whose requests are played: what the route makes of each. */
function played(sandbox: Parameters<typeof routeToSandbox>[1]) {
  let pattern = '';
  let handle: (route: object) => Promise<void> = async () => {};
  const page = {
    route: async (url: string, handler: typeof handle) => {
      pattern = url;
      handle = handler;
    },
  };
  const ask = async ({ url, method = 'GET', headers = {}, body, isNavigation = false }: Asked) => {
    const results: unknown[] = [];
    const request = {
      url: () => url,
      method: () => method,
      headers: () => headers,
      postDataBuffer: () => (body === undefined ? null : Buffer.from(body)),
      isNavigationRequest: () => isNavigation,
      frame: () => ({ url: () => 'http://shop.test/cart' }),
    };
    await handle({
      request: () => request,
      fulfill: async (result: { body?: unknown }) => results.push({ ...result, body: String(result.body) }),
      abort: async (reason: string) => results.push(reason),
    });
    expect(results).toHaveLength(1);
    return results[0] as {
      status?: number;
      body: string;
      contentType?: string;
      headers?: Record<string, string>;
    };
  };
  const start = (origin: string) => routeToSandbox(page as never, sandbox, origin);
  return { ask, start, getPattern: () => pattern };
}

const ORIGIN = 'https://billing.test';

async function routed(fetch?: (url: string, init: RequestInit) => Promise<Response>) {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  const page = played(fetch === undefined ? sandbox : ({ fetch } as never));
  await page.start(ORIGIN);
  return { ...page, sandbox };
}

describe('a page routed to a sandbox', () => {
  it.each(['https://billing.test', 'https://billing.test/'])('asks it at %s', async (origin) => {
    const page = played(createSandbox());
    await page.start(origin);
    expect(page.getPattern()).toBe('https://billing.test/**');
  });

  it.each(['billing.test', 'https://billing.test/api', 'https://billing.test//', ''])(
    'asks it not at "%s"',
    async (origin) => {
      await expect(played(createSandbox()).start(origin)).rejects.toThrow(
        new TypeError(
          `routeToSandbox: expected an origin such as "https://billing.example", got "${origin}".`,
        ),
      );
    },
  );

  it('gets its answers whole', async () => {
    const { ask } = await routed();
    const health = await ask({ url: `${ORIGIN}/sandbox/health`, isNavigation: true });
    expect([health.status, JSON.parse(health.body).Status, health.headers?.['content-type']]).toEqual([
      200,
      'ok',
      expect.stringContaining('application/json'),
    ]);
  });

  it.each<[Asked, object]>([
    [{ url: '/a' }, { method: 'GET', headers: { origin: 'http://shop.test' } }],
    [
      { url: '/a', isNavigation: true },
      { method: 'GET', headers: {} },
    ],
    [
      { url: '/a', headers: { origin: 'null', x: 'y' } },
      { method: 'GET', headers: { origin: 'null', x: 'y' } },
    ],
    [
      { url: '/a', method: 'POST', body: '{"a":1}' },
      { method: 'POST', headers: { origin: 'http://shop.test' }, body: '{"a":1}' },
    ],
  ])('sends %j as it is, without following redirects', async (asked, expected) => {
    const sent: unknown[] = [];
    const { ask } = await routed(async (url, { body, ...init }) => {
      sent.push([
        url,
        { ...init, ...(body === undefined ? {} : { body: Buffer.from(body as Uint8Array).toString() }) },
      ]);
      return new Response('x', { status: 201, headers: { A: 'b', 'Content-Type': 'text/plain' } });
    });
    expect(await ask({ ...asked, url: ORIGIN + asked.url })).toEqual({
      status: 201,
      headers: { a: 'b', 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(sent).toEqual([[`${ORIGIN}/a`, { redirect: 'manual', ...expected }]]);
  });

  it.each([
    [301, true, true],
    [302, true, true],
    [303, true, true],
    [307, true, false],
    [302, false, false],
  ])('is led on by %s of a navigation (%s) by a page of its own: %s', async (status, isNavigation, isLed) => {
    const { ask } = await routed(
      async () => new Response(null, { status, headers: { Location: '/next?a=b' } }),
    );
    const answer = await ask({ url: `${ORIGIN}/a/b`, isNavigation });
    if (!isLed) expect(answer.status).toBe(status);
    else {
      expect(answer.contentType).toBe('text/html');
      expect(answer.body).toBe('<script>location.replace("https://billing.test/next?a=b")</script>');
    }
  });

  it('is led to an address that ends no script', async () => {
    const Location = 'data:text/html,</script>';
    const { ask } = await routed(async () => new Response(null, { status: 302, headers: { Location } }));
    const { body } = await ask({ url: ORIGIN, isNavigation: true });
    expect(body).toBe('<script>location.replace("data:text/html,\\u003c/script>")</script>');
  });

  it('loses its connection by a fault rule, and by nothing else', async () => {
    const { ask, sandbox } = await routed();
    const { Id } = sandbox.faults.add({ Path: '/api/v1/plans', Fault: { Drop: true } });
    expect(await ask({ url: `${ORIGIN}/api/v1/plans` })).toBe('connectionreset');
    sandbox.faults.remove(Id);
    const broken = await routed(() => Promise.reject(new Error('broken')));
    await expect(broken.ask({ url: `${ORIGIN}/a` })).rejects.toThrow('broken');
  });
});

it('the session of a test is in its folder and attached', async () => {
  const sandbox = createSandbox({ record: true });
  onTestFinished(() => sandbox.close());
  const folder = mkdtempSync(join(tmpdir(), 'attach-'));
  const attached: unknown[] = [];
  const info = {
    outputPath: (name: string) => join(folder, name),
    attach: async (...args: unknown[]) => void attached.push(args),
  };
  await attachSession(info as never, sandbox);
  const path = join(folder, 'sandbox-session.json');
  expect(attached).toEqual([['sandbox-session.json', { path, contentType: 'application/json' }]]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ Format: 'clientlib-sandbox session' });
});

it.each<[{ readonly port?: number; readonly secret?: string }, number]>([
  [{}, 0],
  [{ port: 7, secret: `whsec_${btoa('a secret of 24 characters')}` }, 7],
])('a receiver is certified with a sandbox of its own, which is closed: %j', async (options, port) => {
  const started: unknown[] = [];
  let closed = 0;
  const start = async ({ port: at, ...given }: SandboxOptions & { readonly port: number }) => {
    started.push({ port: at, ...given });
    const sandbox = createSandbox(given);
    const close = async () => {
      closed += 1;
      sandbox.close();
    };
    return { sandbox, close };
  };
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    await verifyWebhook(request, options.secret ?? `whsec_${btoa('the secret of certify, 24+')}`);
    return new Response(null, { status: 204 });
  };
  const readBack = (contract: string) => {
    asked.push(contract);
    throw new Error('enough');
  };
  const certified = certifyingWith(start)({ fetch } as never, { ...options, readBack } as never);
  await expect(certified).rejects.toThrow('enough');
  expect([started, closed, asked.length]).toEqual([
    [{ port, clock: '2026-01-15T09:00:00Z', seed: 'certify' }],
    1,
    1,
  ]);
});
