// How the inspector keeps its access to the REST API when the state under it is replaced.
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../../../sandbox/src/served/inspector/api.ts';

const base = 'http://sandbox.test';
const readCustomers: ApiRequest = { method: 'GET', path: '/api/v1/customers' };
const reset: ApiRequest = { method: 'POST', path: '/sandbox/reset' };
const newAccess = ['GET /sandbox/catalog 200', 'POST /oauth/token/ 200'];

let sandbox: Sandbox;
/** What the page sends, with the status of the answer. */
let log: string[];
/** Until when answers to the REST API are held back. */
let held: Promise<void>;

beforeEach(() => {
  vi.resetModules();
  sandbox = createSandbox({ clock: '2026-01-15T09:00:00Z', seed: 'access of the inspector' });
  log = [];
  held = Promise.resolve();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { body: { dataset: { base } }, addEventListener: () => undefined });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await sandbox.fetch(url, init);
    const path = url.slice(base.length);
    if (path.startsWith('/api/')) await held;
    log.push(`${init.method ?? 'GET'} ${path} ${answer.status}`);
    return answer;
  });
});
afterEach(() => {
  sandbox.close();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const page = () => import('../../../../sandbox/src/served/inspector/api.ts');

describe('the access token of the inspector', () => {
  it('is requested once', async () => {
    const { send } = await page();
    await Promise.all([send(readCustomers), send(readCustomers)]);
    await send(readCustomers);
    expect(log).toEqual([...newAccess, ...Array(3).fill('GET /api/v1/customers 200')]);
  });

  it('is requested again after a reset of its own', async () => {
    const { send } = await page();
    await send(readCustomers);
    await send(reset);
    log = [];
    await send(readCustomers);
    expect(log).toEqual([...newAccess, 'GET /api/v1/customers 200']);
  });

  it('is requested again if it is rejected, and the request is repeated once', async () => {
    const { send } = await page();
    await send(readCustomers);
    await sandbox.fetch(`${base}${reset.path}`, { method: 'POST' });
    log = [];
    expect((await send(readCustomers)).status).toBe(200);
    expect(log).toEqual(['GET /api/v1/customers 401', ...newAccess, 'GET /api/v1/customers 200']);
  });

  it('serves running requests before a reset, and a new one those after it', async () => {
    const { send } = await page();
    await send(readCustomers);
    log = [];
    let letGo = () => {};
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    const sent = [send(readCustomers), send(reset), send({ ...readCustomers, path: '/api/v1/orders' })];
    await new Promise(setImmediate);
    expect(log).toEqual([]);
    letGo();
    await Promise.all(sent);
    expect(log).toEqual([
      'GET /api/v1/customers 200',
      'POST /sandbox/reset 200',
      ...newAccess,
      'GET /api/v1/orders 200',
    ]);
  });

  it('is requested again by a page whose sandbox was restarted', async () => {
    const { send } = await page();
    const { start, connection } = await import('../../../../sandbox/src/served/inspector/session.ts');
    start();
    await vi.waitFor(() => expect(connection.get()).toBe('live'));
    await send(readCustomers);
    const before = sandbox;
    sandbox = createSandbox({ clock: '2026-01-15T09:00:00Z', seed: 'another start' });
    log = [];
    before.close();
    await vi.waitFor(() => expect(log).toContain('GET /sandbox/stream 200'), 5_000);
    await vi.waitFor(() => expect(connection.get()).toBe('live'));
    log = [];
    await send(readCustomers);
    expect(log).toEqual([...newAccess, 'GET /api/v1/customers 200']);
    // Only a refusal ends what follows the stream.
    vi.stubGlobal('fetch', async () => new Response(undefined, { status: 401 }));
    sandbox.close();
    await vi.waitFor(() => expect(connection.get()).toBe('refused'), 5_000);
  });
});
