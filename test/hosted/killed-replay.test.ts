// The engine ends in the middle of a hostile session: what was acknowledged before is on the disk, in every workspace.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accessToken, type HostedWorkspace, startedHosted } from '../package/hosted-process.ts';

const At = '2026-01-15T10:00:00Z';

/** A session of as many rows as one may have, which are replayed for longer than the engine lives. */
const hostileSession = JSON.stringify({
  ...{ Format: 'clientlib-sandbox session', Version: 1, Service: 'x', BaseUrl: 'http://x' },
  Start: { Seed: 's', At },
  Rows: Array.from({ length: 20_000 }, (_, at) => ({
    Row: at + 1,
    Now: At,
    Request: { Method: 'POST', Path: '/sandbox/faults', Body: { Path: `/${at}`, Fault: { Status: 503 } } },
    Answer: { Status: 200, Digest: 'x' },
  })),
  End: { At, Digest: 'x' },
});

async function ask(workspace: HostedWorkspace, method: string, path: string, body?: object) {
  const response = await fetch(`${workspace.url}/api/v1/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await accessToken(workspace)}`,
      'Content-Type': 'application/json',
      Connection: 'close',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

it('keeps every acknowledged order when it is killed while a hostile session is replayed', async () => {
  const data = await mkdtemp(join(tmpdir(), 'killed-replay-'));
  let engine = await startedHosted(data);
  const workspaces = [await engine.make({ Clock: At }), await engine.make({ Clock: At })] as const;
  const acknowledged = workspaces.map(() => [] as string[]);
  let kills = 0;
  try {
    for (const wait of [0, 40, 150, 400]) {
      for (const [at, workspace] of workspaces.entries()) {
        const Customer = { FirstName: 'Ada', Address: { Country: 'DE' } };
        const Cart = { PlanVariantId: 'b00000000000000000000001' };
        const { Id } = await ask(workspace, 'POST', 'orders', { Customer, Cart });
        await ask(workspace, 'POST', `orders/${Id}/commit`, { PaymentMethod: 'InvoicePayment' });
        acknowledged[at]?.push(Id);
      }
      const [hostile] = workspaces;
      const replaced = fetch(`${hostile.url}/sandbox/session`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${hostile.controlToken}`, 'Content-Type': 'application/json' },
        body: hostileSession,
      });
      // While it is received, checked or replayed.
      const still = new Promise((resolve) => setTimeout(resolve, wait, 'still replayed'));
      // A fast machine has replayed everything by then, and its orders are replaced.
      if ((await Promise.race([replaced, still])) !== 'still replayed') break;
      kills += 1;
      await engine.kill();
      await Promise.allSettled([replaced]);
      engine = await startedHosted(data, engine.port);
      for (const [at, workspace] of workspaces.entries()) {
        const orders: { Id: string; Status: string }[] = await ask(workspace, 'GET', 'orders?take=100');
        expect(orders.map(({ Id, Status }) => [Id, Status]).sort()).toEqual(
          acknowledged[at]?.map((Id) => [Id, 'Completed']).sort(),
        );
      }
    }
    expect(kills).toBeGreaterThan(0);
  } finally {
    await engine.kill();
    await rm(data, { recursive: true, force: true });
  }
}, 300_000);
