// The sandbox serves two scripts of the SDK: /clientlib.js and the inside of the payment form. It must be able to do
// so without a file system (in a service worker), so their text is part of its bundle: `import('virtual:clientlib')`
// gives `{ clientlibJs, paymentFormJs }`. See sandbox/src/virtual-clientlib.d.ts.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const id = 'virtual:clientlib';
const resolvedId = `\0${id}`;

const root = (path) => new URL(`../${path}`, import.meta.url).pathname;

/**
 * The scripts as they were just built into sdk/dist, byte for byte: pages name them by the hash in integrity.json. For the
 * sandbox's own bundle (Rollup).
 */
export function clientlibFromDist() {
  return plugin('clientlib-from-dist', async (name) => {
    // Until every entry is written an absent one is an empty script.
    if (!existsSync(root(`sdk/dist/${name}`))) return '';
    return readFile(root(`sdk/dist/${name}`), 'utf8');
  });
}

const entries = {
  'clientlib.js': 'sdk/src/script-tag.ts',
  'payment-form.js': 'sdk/src/elements/internal.ts',
};

/** The scripts made in memory from the SDK's sources: tests need no build, and never see a stale one (Vitest). */
export function clientlibFromSource() {
  return plugin('clientlib-from-source', async (name) => {
    if (!existsSync(root(entries[name]))) return '';
    const { outputFiles } = await build({
      entryPoints: [root(entries[name])],
      bundle: true,
      write: false,
      format: 'iife',
      target: 'es2020',
      sourcemap: 'inline',
      logLevel: 'silent',
    });
    return outputFiles[0].text;
  });
}

/** @param {(name: string) => Promise<string>} textOf a script of the SDK, by its name in sdk/dist */
function plugin(name, textOf) {
  return {
    name,
    resolveId: (source) => (source === id ? resolvedId : null),
    load: async (source) => {
      if (source !== resolvedId) return null;
      const [clientlibJs, paymentFormJs] = await Promise.all(['clientlib.js', 'payment-form.js'].map(textOf));
      return Object.entries({ clientlibJs, paymentFormJs })
        .map(([key, text]) => `export const ${key} = ${JSON.stringify(text)};\n`)
        .join('');
    },
  };
}
