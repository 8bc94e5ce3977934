/*
 * Half a million requests made at random from the OpenAPI document (test/security/fuzzer.ts), 2,000 to a sandbox: how many
 * broke no promise. `REQUESTS=20000 SEED=mine npm run bench fuzz` sends others. What is found is shown with its seed.
 */
import { createSandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { fuzz } from '../security/fuzzer.ts';

const requests = Number(process.env['REQUESTS'] ?? 500_000);
const seed = process.env['SEED'] ?? 'bench';
const perSandbox = 2000;

const document = await (await createSandbox().fetch('http://sandbox/openapi.json')).json();
let found = 0;
let sent = 0;
for (let round = 1; sent < requests; round += 1) {
  const count = Math.min(perSandbox, requests - sent);
  const { findings } = await fuzz(document, `${seed} ${round}`, count);
  for (const finding of findings) console.log(`Seed "${seed} ${round}", request ${finding}`);
  found += findings.length;
  sent += count;
}
console.log(
  JSON.stringify({
    name: 'requests that broke no promise',
    ours: sent - found,
    baseline: sent,
    unit: 'requests',
    aim: '≥ 1',
  }),
);
