// The sandbox serves two scripts of the SDK: /clientlib.js and the inside of the payment form. It must be able to do
// so without a file system (in a service worker), so their text is part of its bundle: `import('virtual:clientlib')`
// gives `{ clientlibJs, paymentFormJs }`. See sandbox/src/virtual-clientlib.d.ts.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const id = 'virtual:clientlib';
const resolvedId = `\0${id}`;

const root = (path) => new URL(`../${path}`, import.meta.url).pathname;
const asModule = (clientlibJs, paymentFormJs) =>
  `export const clientlibJs = ${JSON.stringify(clientlibJs)};\nexport const paymentFormJs = ${JSON.stringify(paymentFormJs)};\n`;

/** The scripts as they were just built into sdk/dist: for the sandbox's own bundle (Rollup). */
export function clientlibFromDist() {
  return {
    name: 'clientlib-from-dist',
    resolveId: (source) => (source === id ? resolvedId : null),
    load: async (source) =>
      source === resolvedId
        ? asModule(
            ...(
              await Promise.all(
                ['sdk/dist/clientlib.js', 'sdk/dist/payment-form.js'].map((file) =>
                  readFile(root(file), 'utf8'),
                ),
              )
            ).map((text) => text.replace(/\n?\/\/# sourceMappingURL=.*\n*$/, '\n')),
          )
        : null,
  };
}

async function bundle(entry) {
  // Until every entry is written an absent one is an empty script.
  if (!existsSync(root(entry))) return '';
  const result = await build({
    entryPoints: [root(entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  return result.outputFiles[0].text;
}

/** The scripts made in memory from the SDK's sources: tests need no build, and never see a stale one (Vitest). */
export function clientlibFromSource() {
  return {
    name: 'clientlib-from-source',
    resolveId: (source) => (source === id ? resolvedId : null),
    load: async (source) =>
      source === resolvedId
        ? asModule(await bundle('sdk/src/script-tag.ts'), await bundle('sdk/src/elements/internal.ts'))
        : null,
  };
}
