import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { benchFolder, runnable } from '../../.ci/bench-scripts.mjs';

const scripts = readdirSync(benchFolder).filter((name) => name.endsWith('.bench.ts'));

it('there are benchmarks that are bundled', () => {
  expect(scripts).toContain('anywhere.bench.ts');
  expect(scripts).toContain('fuzz.bench.ts');
});

it.each(scripts)('%s measures the built packages, and imports only what Node finds', async (script) => {
  const code = readFileSync(await runnable(script), 'utf8');
  // The bundler names each file that it takes in.
  expect(code).not.toMatch(/^\/\/ sandbox\/src\/(entries\/index|sandbox\/sandbox)\.ts$/m);
  expect(code).not.toMatch(/["']virtual:/);
});
