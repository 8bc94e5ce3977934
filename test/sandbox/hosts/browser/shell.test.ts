import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const script = new URL('../../../../sandbox/src/hosts/browser/shell.ts', import.meta.url).href;
let started = 0;
let registered: [string, unknown][];
let left: string[];

/** The shell page at an address. */
async function open(address: string, register: () => Promise<object>) {
  const url = new URL(address, 'http://shop.test');
  vi.stubGlobal('location', Object.assign(url, { replace: (to: string) => left.push(to) }));
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: (worker: URL, options: unknown) => {
        registered.push([worker.pathname + worker.search, options]);
        return register();
      },
    },
  });
  started += 1;
  await import(/* @vite-ignore */ `${script}?${started}`);
  await vi.advanceTimersByTimeAsync(0);
}

const back = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('history', { back });
  registered = [];
  left = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  back.mockClear();
});

it.each([
  ['/a/shell.html?go=/providers/x', 'clientlib-sandbox', '/a/shell/providers/x'],
  ['/a/shell.html?go=providers/x', 'clientlib-sandbox', '/a/shell/providers/x'],
  ['/a/shell.html', 'clientlib-sandbox', '/a/shell/'],
  ['/a/shell.html?go=/x&database=d', 'd', '/a/shell/x'],
  ['/a/shell.html?go=/x&result=ok&n=1#here', 'clientlib-sandbox', '/a/shell/x?result=ok&n=1#here'],
  ['/a/shell.html?go=/x%3Fy=1&result=ok', 'clientlib-sandbox', '/a/shell/x?y=1&result=ok'],
])(
  'the shell page %s registers a worker of the database %s, and leads to %s',
  async (address, database, to) => {
    await open(address, async () => ({ active: null }));
    const base = encodeURIComponent('/a/shell');
    expect(registered).toEqual([
      [`/a/clientlib-sandbox-worker.js?base=${base}&database=${database}`, { scope: '/a/shell/' }],
    ]);
    expect([left, back.mock.calls.length]).toEqual([[to], 0]);
    // Where it was a download, the page is still here.
    await vi.advanceTimersByTimeAsync(3_000);
    expect(back).toHaveBeenCalledTimes(1);
  },
);

it('says why there is no worker, and stays', async () => {
  const shown: { textContent?: string }[] = [];
  vi.stubGlobal('document', {
    createElement: () => ({}),
    body: { append: (one: object) => shown.push(one) },
  });
  await open('/a/shell.html?go=/x', () => Promise.reject(new Error('404')));
  expect([shown.length, shown[0]?.textContent, left]).toEqual([
    1,
    expect.stringContaining('/a/clientlib-sandbox-worker.js could not be registered (404)'),
    [],
  ]);
});
