// The scripts of `npm run bench`, as Node runs them.
import { join } from 'node:path';
import { build } from 'esbuild';

export const benchFolder = 'test/bench';

/**
 * Benchmarks use the built package, even where tsconfig.json resolves to the source, or a script shares code with tests
 * that do.
 */
const builtPackages = {
  name: 'built-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^clientlib(-sandbox)?(\/|$)/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /\/sandbox\/src\/sandbox\/sandbox\.ts$/ }, () => ({
      path: 'clientlib-sandbox',
      external: true,
    }));
  },
};

/** Node 20 runs no TypeScript: such a script is bundled first, its packages left where they are. @returns its file */
export async function runnable(script) {
  if (!script.endsWith('.ts')) return join(benchFolder, script);
  const outfile = join('.cache', 'bench', script.replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(benchFolder, script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [builtPackages],
    logLevel: 'warning',
  });
  return outfile;
}
