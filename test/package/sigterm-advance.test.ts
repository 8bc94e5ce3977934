import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { linkPackages, startedSandbox } from './node.ts';

const options = ['--seed', 'sigterm', '--clock', '2026-01-15T10:00:00Z', '--quiet'];
const target = '2036-01-15T10:00:00Z';

/** Connections end with each request: an open one would hold the process that is told to end. */
async function ask(url: string, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      Connection: 'close',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Contracts that are billed each month. */
async function signUp(url: string): Promise<void> {
  const response = await fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Connection: 'close' },
    body: 'grant_type=client_credentials&client_id=c00000000000000000000001&client_secret=sandbox-secret',
  });
  const { access_token } = (await response.json()) as { access_token: string };
  for (let at = 0; at < 40; at += 1) {
    const Customer = { FirstName: 'Ada', LastName: `No ${at}`, Address: { Country: 'DE' } };
    const Cart = { PlanVariantId: 'b00000000000000000000001' };
    const { Id } = await ask(url, 'POST', '/api/v1/orders', { Customer, Cart }, access_token);
    await ask(url, 'POST', `/api/v1/orders/${Id}/commit`, { PaymentMethod: 'InvoicePayment' }, access_token);
  }
}

it('SIGTERM ends a long advance between two tasks, and the next start reaches the same state', async () => {
  const open: { end(signal: NodeJS.Signals): Promise<unknown> }[] = [];
  const start = async (...args: string[]) => {
    const command = await startedSandbox(...options, ...args);
    open.push(command);
    return command;
  };
  await linkPackages(['level']);
  const data = await mkdtemp(join(tmpdir(), 'sandbox-sigterm-'));
  try {
    const first = await start('--data', data);
    await signUp(first.url);
    const advance = ask(first.url, 'POST', '/sandbox/clock', { Now: target }).then(
      () => 'done',
      () => 'ended',
    );
    const done = await vi.waitUntil(
      async () => {
        const { Done } = await ask(first.url, 'GET', '/sandbox/clock');
        return Done > 100 ? (Done as number) : false;
      },
      { timeout: 60_000, interval: 5 },
    );
    // With the deadline of 5 seconds it would end with 1.
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await advance).toBe('ended');

    const second = await start('--data', data);
    const { Now } = await ask(second.url, 'GET', '/sandbox/clock');
    const kept = await ask(second.url, 'GET', '/sandbox/snapshot');
    expect(kept.Collections.invoices.length).toBeGreaterThan(done / 2);
    expect(Date.parse(Now)).toBeGreaterThan(Date.parse('2026-02-15T00:00:00Z'));
    expect(Date.parse(Now)).toBeLessThan(Date.parse(target));
    await ask(second.url, 'POST', '/sandbox/clock', { Now: target });
    const interrupted = await ask(second.url, 'GET', '/sandbox/snapshot');
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null });

    const whole = await start();
    await signUp(whole.url);
    await ask(whole.url, 'POST', '/sandbox/clock', { Now: target });
    expect(interrupted).toEqual(await ask(whole.url, 'GET', '/sandbox/snapshot'));
    await whole.end('SIGTERM');
  } finally {
    for (const { end } of open) await end('SIGKILL');
    await rm(data, { recursive: true, force: true });
  }
}, 300_000);
