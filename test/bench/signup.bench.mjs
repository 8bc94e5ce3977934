/*
 * What a signup and a year of a contract cost, against another build of this project that is given:
 *   npm run bench signup -- ../release
 * Each build runs in a process of its own, in turns, so that whatever else the machine does meets both; the median counts.
 * `SIGNUPS=700 YEARS=10 ROUNDS=3` are the sizes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median, report } from './servers/processes.mjs';

const { SIGNUPS = '700', YEARS = '10', ROUNDS = '3' } = process.env;
const [baseline] = process.argv.slice(2);
const aims = { account: { signup: '≤ 0.67', year: '≤ 0.65' }, card: { signup: '≤ 0.67', year: '≤ 0.8' } };

function run(folder, bearer) {
  const program = join(import.meta.dirname, 'servers/signups.mjs');
  const args = ['--expose-gc', program, folder, bearer, SIGNUPS, YEARS];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function compare(bearer) {
  const runs = { ours: [], baseline: [] };
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    runs.ours.push(run('.', bearer));
    runs.baseline.push(run(baseline, bearer));
  }
  for (const part of ['signup', 'year']) {
    const what = part === 'signup' ? `a whole signup, ${bearer}` : `a contract-year, ${bearer}`;
    const middle = (side, of) => median(runs[side].map((one) => one[part][of]));
    const both = (of) => ({ ours: middle('ours', of), baseline: middle('baseline', of) });
    report({ name: `Processor time of ${what}`, ...both('micros'), unit: 'µs', aim: aims[bearer][part] });
    report({ name: `Heap of ${what}`, ...both('bytes'), unit: 'B' });
  }
}

if (baseline === undefined) {
  console.log('Nothing to compare with. Name a built folder: npm run bench signup -- ../release');
} else if (!existsSync(resolve(baseline, 'sandbox/dist/index.js'))) {
  throw new Error(`${resolve(baseline)} has no sandbox/dist/index.js. Run npm ci && npm run build there.`);
} else {
  for (const bearer of Object.keys(aims)) compare(bearer);
}
