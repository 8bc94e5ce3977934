/*
 * Ten thousand lives of a contract, in this thread and in two: at most 60 s of processor time, with memory that does not grow
 * with the lives.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exploreModule } from 'clientlib-sandbox/explore';

const LIVES = 10_000;
const file = '.cache/bench/lives.mjs';
// Each life goes its own way: the merchant counts what it has heard, so that no two states are equal.
writeFileSync(
  file,
  `let heard = 0;
export const scenario = (sandbox) => sandbox.signUp();
export const options = {
  months: 6,
  maxLives: ${LIVES},
  actions: [],
  merchant: { webhooks: () => { heard += 1; }, snapshot: () => heard, restore: (state) => { heard = state; } },
  check() {},
};
`,
);

for (const workers of [1, 2]) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const before = process.cpuUsage();
  const { lives, states } = await exploreModule(pathToFileURL(file), { workers });
  const { user, system } = process.cpuUsage(before);
  clearInterval(timer);
  const seconds = (user + system) / 1e6;
  if (lives < LIVES) throw new Error(`${lives} lives, expected ${LIVES}`);
  console.log(`${lives} lives, ${states} states, ${workers} threads: peak ${Math.round(peak / 1e6)} MB`);
  // One life a millisecond would be 10 s.
  console.log(
    JSON.stringify({
      name: `processor time of 10,000 lives, ${workers} threads`,
      ours: (seconds / lives) * LIVES,
      baseline: 60,
      unit: 's',
      aim: '≤ 1',
    }),
  );
}
rmSync(file);
