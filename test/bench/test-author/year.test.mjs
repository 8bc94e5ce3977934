import { writeFileSync } from 'node:fs';
import { createSandbox } from 'clientlib-sandbox';
import { test } from 'clientlib-sandbox/vitest';
import { signUp } from './signup.mjs';

test.override({ sandboxOptions: { clock: '2026-01-15T10:00:00Z' } });

/** Milliseconds of processor time that a year takes, from the same state each time. */
async function year(sandbox, snapshot) {
  sandbox.restore(snapshot);
  const started = process.cpuUsage();
  await sandbox.clock.advance('P1Y');
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

test('a year of 100 contracts', async ({ sandbox }) => {
  for (let at = 0; at < 100; at += 1) await signUp(sandbox.baseUrl, sandbox.fetch);
  const snapshot = sandbox.snapshot();
  const bare = createSandbox({ seed: 'test', clock: '2026-01-15T10:00:00Z' });
  const times = { kit: [], bare: [] };
  for (let round = -1; round < Number(process.env.BENCH_ROUNDS); round += 1) {
    const [ofKit, ofBare] = [await year(sandbox, snapshot), await year(bare, snapshot)];
    // The first round compiles.
    if (round < 0) continue;
    times.kit.push(ofKit);
    times.bare.push(ofBare);
  }
  bare.close();
  writeFileSync(process.env.BENCH_TIMES, JSON.stringify(times));
});
