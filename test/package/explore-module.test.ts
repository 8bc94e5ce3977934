import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const run = promisify(execFile);

const program = `
import { explore, exploreModule } from 'clientlib-sandbox/explore';
import { options, scenario } from './lives.mjs';
const seen = ({ text, html, junit, failures }) => ({ text, html, junit, lives: failures.map(({ table, test }) => table + test) });
const address = new URL('./lives.mjs', import.meta.url);
const reports = [];
for (const workers of [1, 2, 4]) reports.push(seen(await exploreModule(address, { workers })));
console.log(JSON.stringify({ reports, alone: seen(await explore(scenario, options)).lives }));
`;

it('finds the same failing life, byte for byte, with any number of threads', async () => {
  const consumer = inject('consumer');
  copyFileSync('test/package/programs/lives.mjs', join(consumer, 'lives.mjs'));
  writeFileSync(join(consumer, 'explore-module.mjs'), program);
  const { stdout } = await run(process.execPath, [join(consumer, 'explore-module.mjs')], { maxBuffer: 1e8 });
  const { reports, alone } = JSON.parse(stdout);
  const [one, two, four] = reports;
  expect(one.lives).toHaveLength(1);
  expect(one.lives[0]).toContain('period 1 (P1M): BearerExpired\nperiod 2 (P1M): Paid\n');
  expect([two, four, alone]).toEqual([one, one, one.lives]);
}, 300_000);
