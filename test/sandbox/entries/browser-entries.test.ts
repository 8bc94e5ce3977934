// The entries for browsers, in a browser that is played. The real one is in test/e2e, each night.
import { handlers } from 'clientlib-sandbox/msw';
import { startServiceWorker } from 'clientlib-sandbox/service-worker';
import { getResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PersistentSandbox } from '../../../sandbox/src/hosts/browser/persistent-sandbox.ts';
import { CLAIM } from '../../../sandbox/src/hosts/browser/registration.ts';
import { getWorkspaces } from '../../../sandbox/src/sandbox/sandbox.ts';
// The handlers load it later: a test that has ended by then has no place to load it to.
import '../../../sandbox/src/hosts/browser/shared-activity.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the handlers for MSW', () => {
  const baseUrl = 'https://billing.example/eu';
  const ask = (given: ReturnType<typeof handlers>, url: string) => getResponse(given, new Request(url));

  it.each([
    [`${baseUrl}/sandbox/health`, 200],
    [`${baseUrl}/w/one/sandbox/health`, 200],
    [`${baseUrl}`, undefined],
    ['https://billing.example/europe/sandbox/health', undefined],
    ['https://billing.example/sandbox/health', undefined],
    ['https://other.example/eu/sandbox/health', undefined],
  ])('answer %s: %s, with a slash at the end of their address or without', async (url, status) => {
    for (const slash of ['', '/', '//']) {
      const given = handlers({ baseUrl: baseUrl + slash });
      expect((await ask(given, url))?.status).toBe(status);
      given.sandbox.close();
    }
  });

  it.each(['billing.example', '/eu', 'ftp://billing.example', ''])('refuse the address "%s"', (address) => {
    expect(() => handlers({ baseUrl: address })).toThrow(
      `handlers({ baseUrl }): expected an absolute URL such as "https://billing.example", got "${address}".`,
    );
  });

  it('break a connection as a fault rule wants it, and nothing else', async () => {
    const given = handlers({ baseUrl });
    given.sandbox.faults.add({ Path: '/api/v1/plans', Times: 1, Fault: { Drop: true } });
    expect((await ask(given, `${baseUrl}/api/v1/plans`))?.type).toBe('error');
    expect((await ask(given, `${baseUrl}/api/v1/plans`))?.status).toBe(401);
    given.sandbox.close();
  });

  it('keep the state in the database that persist names, and clear it there too', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const cleared: unknown[] = [];
    vi.spyOn(PersistentSandbox.prototype, 'clear').mockImplementation(
      async () => void cleared.push('database'),
    );
    const kept = handlers({ baseUrl, persist: 'mine' });
    const fetched = vi.spyOn(PersistentSandbox.prototype, 'fetch').mockResolvedValue(new Response('kept'));
    expect(await (await ask(kept, `${baseUrl}/sandbox/health`))?.text()).toBe('kept');
    await kept.clear();
    expect([cleared, fetched.mock.calls.length]).toEqual([['database'], 1]);
    const inMemory = handlers({ baseUrl, clock: '2026-01-15T10:00:00Z' });
    await inMemory.sandbox.clock.advance('P1D');
    await inMemory.clear();
    expect(inMemory.sandbox.clock.now().toISOString()).toBe('2026-01-15T10:00:00.000Z');
    expect([cleared.length, fetched.mock.calls.length]).toEqual([1, 1]);
    for (const { sandbox } of [kept, inMemory]) sandbox.close();
  });

  it.each([
    [{}, { basePath: '/eu', timers: true, pageOrigin: 'http://shop.test' }],
    [{ persist: true }, { basePath: '/eu', timers: false, pageOrigin: 'http://shop.test' }],
    [
      { shell: '/s.html' },
      { timers: false, pagesUrl: 'http://shop.test/s.html?go=', pageOrigin: 'http://shop.test' },
    ],
    [
      { seed: 's', strict: true },
      { seed: 's', strict: true, timers: true },
    ],
  ])('with %j make a sandbox with %j', (options, expected) => {
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('location', new URL('http://shop.test/app/'));
    const { sandbox } = handlers({ baseUrl, ...options });
    expect(getWorkspaces(sandbox).main.traffic.hostOptions).toMatchObject(expected);
    sandbox.close();
  });

  it('name no origin for a page without one, use the sandbox that they are given, and need a page for a shell', () => {
    vi.stubGlobal('location', { origin: 'null', href: 'about:blank' });
    const { sandbox } = handlers({ baseUrl });
    expect(getWorkspaces(sandbox).main.traffic.hostOptions.pageOrigin).toBeUndefined();
    expect(handlers({ baseUrl, sandbox }).sandbox).toBe(sandbox);
    sandbox.close();
    vi.unstubAllGlobals();
    expect(() => handlers({ baseUrl, shell: '/s.html' })).toThrow(
      'handlers({ shell: "/s.html" }): the shell page is for',
    );
  });
});

describe('startServiceWorker', () => {
  const address = 'http://shop.test/clientlib-sandbox-worker.js?base=%2Fclientlib-sandbox';

  /** A page that a worker of this address controls, or none. */
  function page(
    controller: string | undefined,
    at = 'http://shop.test/checkout',
    scope = 'http://shop.test/',
  ) {
    const listeners = new Set<() => void>();
    const posted: unknown[] = [];
    const registered: unknown[][] = [];
    const container = {
      controller: controller === undefined ? null : { scriptURL: controller },
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
      async register(url: URL, options: object) {
        registered.push([url.href, options]);
        const active = {
          scriptURL: url.href,
          state: 'activated',
          addEventListener: () => {},
          postMessage: (message: unknown) => posted.push(message),
        };
        return { scope, active, installing: null, waiting: null };
      },
    };
    vi.stubGlobal('location', new URL(at));
    vi.stubGlobal('navigator', { serviceWorker: container });
    const control = (scriptURL: string) => {
      container.controller = { scriptURL };
      for (const listener of [...listeners]) listener();
    };
    return { listeners, posted, registered, control };
  }

  it('is done at once where its worker serves the page already', async () => {
    const { posted, registered } = page(address);
    const { baseUrl } = await startServiceWorker();
    expect([baseUrl, posted, registered]).toEqual([
      'http://shop.test/clientlib-sandbox',
      [],
      [[address, {}]],
    ]);
  });

  it.each([
    ['none, as after a forced reload', undefined],
    ['that of another version', `${address}&seed=old`],
  ])(
    'asks to be served where the worker of the page is %s, and waits until it is',
    async (_which, controller) => {
      const { listeners, posted, control } = page(controller);
      let isDone = false;
      const started = startServiceWorker().finally(() => {
        isDone = true;
      });
      await vi.waitFor(() => expect(posted).toEqual([CLAIM]));
      control('http://shop.test/other.js');
      await new Promise((resolve) => setTimeout(resolve));
      expect(isDone).toBe(false);
      control(address);
      await started;
      expect(listeners.size).toBe(0);
    },
  );

  it('takes the script that is named, with the options for the worker', async () => {
    const script = '/w/sandbox.js';
    const { registered } = page('http://shop.test/w/sandbox.js?base=%2Fb&seed=s&strict=');
    await startServiceWorker({ script, base: '/b', seed: 's', strict: true });
    expect(registered).toEqual([['http://shop.test/w/sandbox.js?base=%2Fb&seed=s&strict=', {}]]);
  });

  it('says which pages the worker serves where this is none of them', async () => {
    page(address, 'http://shop.test/checkout', 'http://shop.test/app/');
    await expect(startServiceWorker()).rejects.toThrow(
      "The sandbox's worker serves http://shop.test/app/ only, and this page is /checkout. Put the worker beside your pages or above them.",
    );
  });
});
