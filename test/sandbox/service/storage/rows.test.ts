// What each change costs in rows and bytes, counted at the seam of the storage: the same on every host. The table of
// docs/hosting.md is held to it.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { Persistence } from '../../../../sandbox/src/service/storage/persistence.ts';
import { backEnd } from '../http/service.ts';
import { MemoryEngine } from './memory-engine.ts';

interface Cost {
  readonly rows: number;
  readonly bytes: number;
}

const costs: Record<string, Cost> = {};

beforeAll(async () => {
  const engine = new MemoryEngine();
  const sandbox = createSandbox({ seed: 'rows', clock: '2026-01-15T10:00:00Z', timers: false });
  const workspaces = getWorkspaces(sandbox);
  const keptBytes = () =>
    [...engine.entries].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const count = async <R>(what: string, work: () => Promise<R>): Promise<R> => {
    const batches = engine.batches.length;
    const bytes = keptBytes();
    const result = await work();
    await workspaces.durable();
    const written = engine.batches
      .slice(batches)
      .flatMap(({ operations }) => operations.map(({ key }) => key));
    // In how many steps an advance is written depends on the machine.
    const rows = what.endsWith('distinct rows') ? new Set(written).size : written.length;
    costs[what] = { rows, bytes: keptBytes() - bytes };
    return result;
  };
  await count('creating a workspace', async () => {
    const persistence = new Persistence(engine, { sync: true, version: '0', name: 'The test' });
    await persistence.open();
    workspaces.keepIn(persistence, await persistence.load());
  });
  const { api, contract } = await count('a signup on account (token, order, commit)', async () => {
    const backend = await backEnd(sandbox);
    const order = await backend('POST', 'orders', {
      Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    const made = await backend('POST', `orders/${order.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    return { api: backend, contract: made.body.Id as string };
  });
  await count('a renewal on account, distinct rows', () => sandbox.clock.advance('P1M'));
  await count('a request that changes nothing', () => api('GET', `contracts/${contract}`));
  sandbox.close();
});

it('match docs/hosting.md: rows exactly, bytes within a tenth', async () => {
  const docs = await readFile('docs/hosting.md', 'utf8');
  const documented = Object.fromEntries(
    [...docs.matchAll(/^\| ([^|]+) \| (\d+) \| ([\d,]+) \|$/gm)].map(([, what = '', rows, bytes = '']) => [
      what,
      { rows: Number(rows), bytes: Number(bytes.replaceAll(',', '')) },
    ]),
  );
  const rowsOf = (all: Record<string, Cost>) => Object.entries(all).map(([what, { rows }]) => [what, rows]);
  expect(rowsOf(documented)).toEqual(rowsOf(costs));
  for (const [what, { bytes }] of Object.entries(costs)) {
    const said = documented[what]?.bytes ?? Number.NaN;
    expect(Math.abs(bytes - said), `${what}: ${bytes} bytes`).toBeLessThanOrEqual(bytes / 10);
  }
});
