// Large texts that the sandbox serves, for developers who have it on a port: files of the package, compressed, which are read
// when they are asked for. sandbox/src/hosts/node/packaged-text.ts reads them; where there are no files, they are empty.
import { brotliCompressSync, constants } from 'node:zlib';

const json = (value) => JSON.stringify(value);

/** The module that reads them, as a text of code. */
export const packagedTextModule = json(
  new URL('../sandbox/src/hosts/node/packaged-text.ts', import.meta.url).pathname,
);

/** How a build includes such texts. */
export const TEXTS = {
  /** Strings in the module itself: for tests, which run from the sources. */
  inline: (texts) => exportedConstants(Object.entries(texts).map(([name, text]) => [name, json(text)])),
  /** Files in `dist/documentation`, and a module that reads them. */
  packaged(texts, { emitFile }) {
    const constants = Object.entries(texts).map(([name, value]) => {
      const isText = typeof value === 'string';
      const source = compressed(isText ? value : json(value));
      emitFile({ type: 'asset', fileName: `documentation/${name}.br`, source });
      const text = `packagedText('${name}', import.meta.url)`;
      return [name, isText ? text : `JSON.parse(${text} || '[]')`];
    });
    return `import { packagedText } from ${packagedTextModule};\n${exportedConstants(constants)}`;
  },
};

/**
 * Modules that sources import by name, `virtual:inspector`, with texts as their constants (Rollup, Vitest).
 *
 * @param {Record<string, () => Promise<Record<string, unknown>>>} modules the texts of each, by their names
 */
export const textModules = (name, modules) => ({
  name,
  resolveId: (source) => (Object.hasOwn(modules, source) ? `\0${source}` : null),
  load: async (id) => {
    const texts = id.startsWith('\0') ? modules[id.slice(1)] : undefined;
    return texts === undefined ? null : TEXTS.inline(await texts());
  },
});

/** The modules of scripts that must be there without a file system. */
const SCRIPTS = /^\0virtual:(inspector|clientlib|drop-in)$/;
const folder = 'browser/clientlib-sandbox-worker';

/**
 * Keeps each of these modules once for both module formats: in a script beside the service worker, which sets a global.
 *
 * @param {'import' | 'importScripts'} how a module gets the script; who imports also writes it
 */
export const sharedScripts = (how) => ({
  name: 'shared-scripts',
  resolveId: (source, importer) =>
    SCRIPTS.test(importer ?? '') ? { id: source, external: true, moduleSideEffects: true } : null,
  transform(code, id) {
    const name = SCRIPTS.exec(id)?.[1];
    if (name === undefined) return null;
    const file = `text-${name}.js`;
    const texts = [...code.matchAll(/^export const (\w+) = (.*);$/gm)].map(([, key, value]) => [key, value]);
    const place = `globalThis['clientlib-sandbox ${name}']`;
    const got = `export const { ${texts.map(([key]) => key).join(', ')} } = ${place};`;
    if (how === 'importScripts')
      return `importScripts(new URL('clientlib-sandbox-worker/${file}', location.href).href);\n${got}`;
    const source = `${place} = {\n${texts.map(([key, value]) => `${key}: ${value},\n`).join('')}};\n`;
    this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source });
    // The path is relative to the folder of the chunks.
    return `import '../${folder}/${file}';\n${got}`;
  },
});

const exportedConstants = (entries) =>
  entries.map(([name, code]) => `export const ${name} = ${code};\n`).join('');

/** The smallest takes seconds, which a developer who starts the examples should not wait for. */
export const compressed = (text) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: process.env.CLIENTLIB_BUILD === 'start' ? 1 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  });
