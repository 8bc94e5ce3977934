// The sandboxes that the clients of an account make for themselves have the merchant's webhooks in them, and post none of them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sandboxWithContracts } from '../../../../sandbox/src/clients/account/import-contracts.ts';
import { Verification } from '../../../../sandbox/src/clients/account/verify.ts';
import { withSnapshot } from '../../../../sandbox/src/hosts/command/snapshot-file.ts';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd } from '../../service/http/service.ts';

const webhook = { Url: 'https://shop.test/hooks', Events: ['CustomerCreated'] };

/** Each way to a webhook that is due. */
const ways: { readonly [who: string]: () => Promise<unknown> } = {
  async verify() {
    const verification = new Verification({});
    onTestFinished(() => verification.close());
    const answer = async () => ({ status: 200, headers: new Headers(), body: {} });
    for (const [path, body] of [
      ['/api/v1/webhooks', webhook],
      ['/api/v1/customers', { FirstName: 'Ada' }],
    ] as const) {
      const request = { operation: path, method: 'POST', path, body };
      const [{ status }] = await verification.compareOne(request, request, answer);
      expect(status).toBeLessThan(300);
    }
  },
  async import() {
    const { sandbox } = sandboxWithContracts(
      {},
      { customers: [], contracts: [], lastNumber: undefined, notes: [] },
      Date.parse('2026-01-15T10:00:00Z'),
    );
    onTestFinished(() => sandbox.close());
    const api = await backEnd(sandbox);
    await api('POST', 'webhooks', webhook);
    await api('POST', 'customers', { FirstName: 'Ada' });
    expect(sandbox.pendingDeliveries()).toHaveLength(1);
  },
  async forecast() {
    const folder = await mkdtemp(join(tmpdir(), 'outside-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'snapshot.json');
    const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', deliver: () => new Promise(() => {}) });
    onTestFinished(() => sandbox.close());
    const api = await backEnd(sandbox);
    await api('POST', 'webhooks', webhook);
    await api('POST', 'customers', { FirstName: 'Ada' });
    await writeFile(file, JSON.stringify(sandbox.snapshot()));
    await withSnapshot(file, async (send) => {
      const event = { Event: 'CustomerCreated', CustomerId: '0123456789abcdef01234567' };
      const headers = { 'Content-Type': 'application/json' };
      const made = await send('/sandbox/events', { method: 'POST', headers, body: JSON.stringify(event) });
      expect(made.status).toBeLessThan(300);
      await turns();
    });
  },
};

/** Long enough for what was begun to reach the network. */
async function turns(): Promise<void> {
  for (let at = 0; at < 200; at += 1) await new Promise((resolve) => setImmediate(resolve));
}

it.each(Object.keys(ways))('%s posts no webhook', async (who) => {
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  onTestFinished(() => sent.mockRestore());
  await ways[who]?.();
  await turns();
  expect(sent.mock.calls).toEqual([]);
});
