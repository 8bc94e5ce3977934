// Kills the built command at 200 random instants, while customers sign up, time moves and webhooks go out, and checks after
// each restart that nothing that was acknowledged is lost, half or there twice: test/package/crash.test.ts makes ten.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crash, nothingAcknowledged, openMerchant, violations } from '../package/crash.ts';
import { report, startServer } from './servers/processes.mjs';

const runs = Number(process.env['CRASH_RUNS'] ?? 200);

/** After so many runs a new folder: a state of years would slow each run down. */
const RUNS_PER_FOLDER = 10;

const found: string[] = [];
let orders = 0;
for (let begun = 0; begun < runs; begun += RUNS_PER_FOLDER) {
  const data = mkdtempSync(join(tmpdir(), 'crash-bench-'));
  const merchant = await openMerchant();
  const acknowledged = nothingAcknowledged();
  const start = () =>
    startServer([
      'sandbox/dist/cli.js',
      ...['--port', '0', '--clock', '2026-01-15T10:00:00Z', '--data', data, '--webhook', merchant.url],
    ]);
  for (let run = begun; run < Math.min(begun + RUNS_PER_FOLDER, runs); run += 1) {
    const victim = await start();
    await crash({ url: victim.url, kill: victim.stop }, acknowledged, `run${run}`, Math.random() * 500);
    const after = await start();
    const wrong = await violations(after, acknowledged, merchant.delivered);
    await after.stop();
    for (const one of wrong) console.log(`run ${run}: ${one}`);
    found.push(...wrong);
  }
  orders += acknowledged.orders.size;
  await merchant.close();
  rmSync(data, { recursive: true, force: true });
}
console.log(`${runs} runs, ${orders} acknowledged orders, ${found.length} violations`);
report({ name: 'violations + 1', ours: found.length + 1, baseline: 1, unit: '', aim: '≤ 1' });
