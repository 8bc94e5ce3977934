import { afterEach, expect, it, vi } from 'vitest';
import { registerWorker, type WorkerOptions } from '../../../../sandbox/src/hosts/browser/registration.ts';

afterEach(() => vi.unstubAllGlobals());

it.each<[WorkerOptions, string, string]>([
  [{}, '?base=%2Fapp%2Fclientlib-sandbox', '/app/clientlib-sandbox'],
  [{ base: '/api/' }, '?base=%2Fapi', '/api'],
  [{ base: '/a', clock: '2026', seed: 's', database: 'd' }, '?base=%2Fa&clock=2026&seed=s&database=d', '/a'],
  [{ base: '/a', strict: true }, '?base=%2Fa&strict=', '/a'],
  [{ base: '/a', strict: false }, '?base=%2Fa', '/a'],
])('the worker is told %j by its address', async (options, search, base) => {
  const registered: string[] = [];
  const register = async (url: URL) => {
    registered.push(url.href);
    return { active: { state: 'activated', addEventListener: () => {} } };
  };
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  vi.stubGlobal('location', new URL('http://shop.test/app/index.html'));
  const { baseUrl } = await registerWorker('worker.js', options);
  expect([registered, baseUrl]).toEqual([
    [`http://shop.test/app/worker.js${search}`],
    `http://shop.test${base}`,
  ]);
});
