import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { benchFolder, runnable } from '../../.ci/bench-scripts.mjs';

const scripts = readdirSync(benchFolder).filter((name) => /\.bench\.(mjs|ts)$/.test(name));

it.each(scripts)('%s measures the built packages, and imports only what Node finds', async (script) => {
  const imports = readFileSync(await runnable(script), 'utf8').match(/\bfrom ["'][^"']+["']/g) ?? [];
  expect(imports.filter((one) => one.includes('virtual:'))).toEqual([]);
});

it('there are benchmarks', () => {
  expect(scripts.length).toBeGreaterThan(10);
});
