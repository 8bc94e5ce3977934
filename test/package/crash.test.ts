import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crash, nothingAcknowledged, openMerchant, violations } from './crash.ts';
import { linkPackages, startedSandbox } from './node.ts';

/** Each run goes on from what the last one left; the bench `crash` makes 200. */
const RUNS = 10;

it('loses nothing acknowledged, and repeats nothing, when it is killed at any time', async () => {
  await linkPackages(['level']);
  const data = await mkdtemp(join(tmpdir(), 'sandbox-crash-'));
  const merchant = await openMerchant();
  const acknowledged = nothingAcknowledged();
  const options = ['--data', data, '--seed', 'crash', '--clock', '2026-01-15T10:00:00Z'];
  const start = () => startedSandbox(...options, '--webhook', merchant.url);
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const victim = await start();
      try {
        // Not the same instant in each run, and the same ones in each run of the test.
        await crash(
          { ...victim, kill: () => victim.end('SIGKILL') },
          acknowledged,
          `run${run}`,
          100 + run * 97,
        );
      } finally {
        await victim.end('SIGKILL');
      }
      const after = await start();
      try {
        expect(await violations(after, acknowledged, merchant.delivered)).toEqual([]);
      } finally {
        expect(await after.end('SIGTERM')).toEqual({ code: 0, signal: null });
      }
    }
    expect(acknowledged.orders.size).toBeGreaterThan(RUNS);
    expect(acknowledged.events.size).toBeGreaterThan(RUNS);
  } finally {
    await merchant.close();
    await rm(data, { recursive: true, force: true });
  }
}, 300_000);
