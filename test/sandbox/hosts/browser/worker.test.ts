import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PersistentSandbox } from '../../../../sandbox/src/hosts/browser/persistent-sandbox.ts';
import { CLAIM, registerWorker } from '../../../../sandbox/src/hosts/browser/registration.ts';
import { Workspaces } from '../../../../sandbox/src/sandbox/workspaces.ts';
import { ConnectionDropped } from '../../../../sandbox/src/service/http/traffic/faults.ts';

type Listener = (event: object) => void;

const script = new URL('../../../../sandbox/src/hosts/browser/worker.ts', import.meta.url).href;
let started = 0;
let workspaces: Workspaces;
/** The locks that were asked for: each has the name of its database. */
let locks: string[];
let fetched: () => Promise<Response>;
let settled: number;

const listeners = new Map<string, Listener>();
const claim = vi.fn(async () => {});
const skipWaiting = vi.fn(async () => {});

/** The worker at an address. */
async function start(search = '') {
  vi.stubGlobal('location', new URL(`http://shop.test/app/worker.js${search}`));
  vi.stubGlobal('clients', { claim });
  vi.stubGlobal('skipWaiting', skipWaiting);
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  started += 1;
  await import(/* @vite-ignore */ `${script}?${started}`);
}

/** What an event is answered with, if it is, after all that the worker waits for. */
async function dispatch(type: string, fields: object = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(type)?.({
    waitUntil: (one: Promise<unknown>) => work.push(one.catch(() => {})),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
    ...fields,
  });
  await Promise.all(work);
  return answer;
}

const requestOf = (url: string, method = 'GET', mode = 'cors') =>
  Object.create(new Request(new URL(url, 'http://shop.test'), { method }), {
    mode: { value: mode },
    url: { value: new URL(url, 'http://shop.test').href },
    method: { value: method },
  });

beforeEach(() => {
  listeners.clear();
  locks = [];
  settled = 0;
  fetched = async () => new Response('ok');
  vi.stubGlobal('BroadcastChannel', undefined);
  const request = (name: string) => {
    locks.push(name);
    return new Promise(() => {});
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.spyOn(PersistentSandbox.prototype, 'fetch').mockImplementation(() => fetched());
  vi.spyOn(PersistentSandbox.prototype, 'settle').mockImplementation(async () => {
    settled += 1;
  });
  const { each } = Workspaces.prototype;
  vi.spyOn(Workspaces.prototype, 'each').mockImplementation(function (this: Workspaces, listener) {
    workspaces = this;
    each.call(this, listener);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('the service worker', () => {
  it.each([
    ['', { basePath: '/clientlib-sandbox' }, 'clientlib-sandbox /clientlib-sandbox'],
    ['?base=/billing//', { basePath: '/billing' }, 'clientlib-sandbox /billing'],
    ['?base=/b&strict=', { basePath: '/b', strict: true }, 'clientlib-sandbox /b'],
    [
      '?base=/b&clock=2026-01-15T10:00:00Z&seed=s&database=d',
      { basePath: '/b', clock: '2026-01-15T10:00:00Z', seed: 's' },
      'd',
    ],
  ])('has the options of its address: %s', async (search, options, database) => {
    await start(search);
    const { hostOptions } = workspaces.main.traffic;
    expect(hostOptions).toEqual({ strict: false, pageOrigin: 'http://shop.test', timers: false, ...options });
    void workspaces.main.core.lock?.locked(() => {});
    expect(locks).toEqual([database]);
  });

  it('serves pages at once, also those that ask for it', async () => {
    await start();
    await dispatch('install');
    expect([skipWaiting.mock.calls.length, claim.mock.calls.length]).toEqual([1, 0]);
    await dispatch('activate');
    await dispatch('message', { data: 'other' });
    expect(claim).toHaveBeenCalledTimes(1);
    await dispatch('message', { data: CLAIM });
    expect([skipWaiting.mock.calls.length, claim.mock.calls.length]).toEqual([1, 2]);
  });

  it.each([
    ['/billing/api/v1/plans', 'GET', 'cors', true],
    ['/billing/', 'GET', 'navigate', true],
    ['/billing', 'GET', 'cors', false],
    ['/billing2/x', 'GET', 'cors', false],
    ['/app/', 'GET', 'navigate', false],
    ['http://other.test/billing/x', 'GET', 'cors', false],
    ['/billing/api/v1/orders', 'POST', 'cors', true],
    ['/billing/api/v1/orders', 'POST', 'navigate', false],
    ['/billing/providers/Bravo/challenges/1', 'POST', 'navigate', true],
    ['/billing/w/one/providers/Bravo/x', 'POST', 'navigate', true],
    ['/billing/w/one/two/providers/Bravo/x', 'POST', 'navigate', false],
    ['/billing/api/providers/x', 'POST', 'navigate', false],
  ])('answers %s (%s, %s): %s', async (url, method, mode, isAnswered) => {
    await start('?base=/billing');
    const answer = await dispatch('fetch', { request: requestOf(url, method, mode) });
    expect([await answer?.text(), settled]).toEqual(isAnswered ? ['ok', 1] : [undefined, 0]);
  });

  it('breaks a connection as a fault rule wants it, and nothing else', async () => {
    await start('?base=/b');
    fetched = () => Promise.reject(new ConnectionDropped());
    expect((await dispatch('fetch', { request: requestOf('/b/x') }))?.type).toBe('error');
    fetched = () => Promise.reject(new Error('broken'));
    await expect(dispatch('fetch', { request: requestOf('/b/x') })).rejects.toThrow('broken');
  });
});

describe('a page that registers the worker', () => {
  const register = (worker: object | null, kind: 'installing' | 'waiting' | 'active' = 'active') => {
    const calls: unknown[][] = [];
    vi.stubGlobal('location', new URL('http://shop.test/app/index.html'));
    vi.stubGlobal('navigator', {
      serviceWorker: {
        register: async (...args: unknown[]) => {
          calls.push(args);
          return { installing: null, waiting: null, active: null, [kind]: worker };
        },
      },
    });
    return calls;
  };

  it('asks for a scope only where one is named', async () => {
    const calls = register(null);
    await registerWorker('worker.js', {});
    await registerWorker('worker.js', {}, '/x/');
    expect(calls.map(([, options]) => options)).toEqual([{}, { scope: '/x/' }]);
  });

  it.each(['installing', 'waiting', 'active'] as const)(
    'waits for the %s one, which may fail',
    async (kind) => {
      for (const state of ['activated', 'redundant']) {
        let changed = () => {};
        const worker = {
          state: 'installing',
          addEventListener: (_: string, listener: () => void) => (changed = listener),
        };
        register(worker, kind);
        let isDone = false;
        const registered = registerWorker('worker.js', {}).finally(() => {
          isDone = true;
        });
        await new Promise((resolve) => setTimeout(resolve));
        changed();
        await new Promise((resolve) => setTimeout(resolve));
        expect(isDone).toBe(false);
        worker.state = state;
        changed();
        if (state === 'activated')
          expect((await registered).baseUrl).toBe('http://shop.test/app/clientlib-sandbox');
        else await expect(registered).rejects.toThrow("The sandbox's worker could not be installed");
      }
    },
  );

  it('is told why it cannot', async () => {
    vi.stubGlobal('location', new URL('http://shop.test/app/index.html'));
    vi.stubGlobal('navigator', {});
    await expect(registerWorker('worker.js', {})).rejects.toThrow(
      'Service workers are not available at http://shop.test: ',
    );
    vi.stubGlobal('navigator', { serviceWorker: { register: () => Promise.reject(new Error('404')) } });
    await expect(registerWorker('worker.js', {})).rejects.toThrow(
      "The sandbox's worker /app/worker.js could not be registered (404). Check that it exists.",
    );
  });
});
