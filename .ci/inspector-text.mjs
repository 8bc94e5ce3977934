// The sandbox serves its inspector without a file system: script and style are text in its bundle, `virtual:inspector`
// (sandbox/src/service/http/pages/virtual-inspector.d.ts).
import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import { textModules } from './packaged-texts.mjs';

const root = (path) => new URL(`../${path}`, import.meta.url).pathname;

/** The script that Rollup has just made: for the sandbox's own bundle. */
export const inspectorFromBuild = () =>
  plugin('inspector-from-build', () => readFile(root('.cache/inspector/inspector.js'), 'utf8'));

/** The script made in memory from the sources: tests need no build, and never see a stale one (Vitest). */
export const inspectorFromSource = () =>
  plugin('inspector-from-source', async () => {
    const { outputFiles } = await build({
      entryPoints: [root('sandbox/src/served/inspector/main.tsx')],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      sourcemap: 'inline',
      logLevel: 'silent',
    });
    return outputFiles[0].text;
  });

async function style() {
  const css = await readFile(root('sandbox/src/served/inspector/inspector.css'), 'utf8');
  return (await transform(css, { loader: 'css', minify: true, target: 'es2022' })).code;
}

const plugin = (name, script) =>
  textModules(name, {
    'virtual:inspector': async () => ({ inspectorJs: await script(), inspectorCss: await style() }),
  });
