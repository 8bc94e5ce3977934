// The sandbox serves scripts of the SDK: /clientlib.js, the inside of the payment form, the drop-in with its languages.
// It must be able to do so without a file system (in a service worker), so their text is part of its bundle:
// `import('virtual:clientlib')` gives `{ clientlibJs, paymentFormJs, languages }`, `import('virtual:drop-in')` gives
// `{ dropInJs, files }`, and `import('virtual:build-version')` what changes with any script or style that the sandbox serves.
// See sandbox/src/service/http/pages/virtual-clientlib.d.ts.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { rollup } from 'rollup';
import { textModules } from './packaged-texts.mjs';

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

/** The languages that a payment form and a drop-in load, by their files. */
export const languages = readdirSync(root('sdk/src/drop-in/texts'))
  .filter((file) => /^(?!en)[a-z]{2}\.ts$/.test(file))
  .map((file) => file.slice(0, 2));

/** Parts of a drop-in for script tags that a page loads when it has their element, by the files that they are made of. */
export const dropInParts = {
  'address-fields': 'sdk/src/drop-in/address/address-fields.ts',
  'declaration-part': 'sdk/src/drop-in/declarations/declaration-part.ts',
  'price-table': 'sdk/src/drop-in/pricing/price-table.ts',
  'portal-run': 'sdk/src/drop-in/portal/portal-run.ts',
};

/**
 * Languages and parts for script tags, by full addresses: browsers give a script of another origin no base, so a relative
 * one would lead nowhere. They carry the query of the script, because a page that asks for another version of it means them too.
 */
const besideScript = (source, folder) =>
  `import { beside } from '${scriptUrl}'; ${source}`
    .replace(/import\('\.\/([a-z]{2})\.ts'\)/g, `beside('./${folder}/$1.js')`)
    .replace(/import\('\.\/[a-z]+\/([a-z]+-[a-z]+)\.ts'\)/g, `beside('./${folder}/$1.global.js')`);

const scriptUrl = '\0script-url';

const filesThatLoad = /(drop-in|internal)\/(texts\/languages|parts|load-address)\.ts$/;

/** Lets scripts of script tags load chunks from a folder next to them (Rollup). */
export function loadedBesideScript(folder) {
  return {
    name: 'loaded-beside-script',
    resolveId: (source) => (source === scriptUrl ? scriptUrl : null),
    load: (id) =>
      id === scriptUrl
        ? `const script = document.currentScript?.src ?? location.href;
           export const beside = (file) => import(new URL(file + new URL(script).search, script).href);`
        : null,
    // Lines stay where they are.
    transform: (source, id) =>
      filesThatLoad.test(id) ? { code: besideScript(source, folder), map: null } : null,
  };
}

/** Lets those chunks reuse the modules of the script (Rollup). */
export function sharedWithScript() {
  const list = readFileSync(root('sdk/src/drop-in/script-tag.ts'), 'utf8');
  const shared = [...list.matchAll(/from '\.\/(.*)'/g)].map(([, file]) => root(`sdk/src/drop-in/${file}`));
  const fromGlobal = { '\0clientlib': 'ClientLib', '\0shared': 'ClientLibDropIn' };
  return {
    name: 'shared-with-script',
    async resolveId(source, importer) {
      if (source === 'clientlib') return '\0clientlib';
      const found = importer && (await this.resolve(source, importer, { skipSelf: true }));
      return shared.includes(found?.id) ? '\0shared' : null;
    },
    load: (id) =>
      id in fromGlobal
        ? { code: `export default globalThis.${fromGlobal[id]}`, syntheticNamedExports: true }
        : null,
  };
}

/** The folder of a language: a bundle has all of one. */
const folderOfLanguage = (name) => /^(drop-in|payment-form)(?=\/[a-z]{2}\.js$)/.exec(name)?.[0];

/** Folders with all that a script or style of the sandbox is made of. */
export const servedSources = ['sdk/src', 'sandbox/src', 'docs/site', '.ci'];

/** The sources in folders, each by its path. */
export const sourcesIn = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(root(folder), { recursive: true })
      .filter((file) => /\.(tsx?|css|mjs)$/.test(file))
      .map((file) => `${folder}/${file}`)
      .sort(),
  );

/** Returns a hash of the sources in folders, and of what they are built with. */
function sourcesHash(...folders) {
  const hash = createHash('sha256');
  for (const file of [
    ...sourcesIn(folders),
    'rollup.config.mjs',
    '.ci/rollup-plugins.mjs',
    'package-lock.json',
  ])
    hash.update(file).update(readFileSync(root(file)));
  return hash.digest('hex');
}

/** Writes what the bundle with this file writes, of those in rollup.config.mjs. */
async function make(name, folder) {
  // By absolute URL, so that the bundled configuration of Vitest does not include it.
  const { bundles } = await import(root('rollup.config.mjs'));
  const languagesOf = folderOfLanguage(name);
  const isOf = (output) =>
    languagesOf ? output.chunkFileNames === `${languagesOf}/[name].js` : output.file === `sdk/dist/${name}`;
  const written = bundles.flatMap(({ config }) => [config.output].flat().map((into) => ({ config, into })));
  const { config, into } = written.find(({ into }) => isOf(into));
  const bundle = await rollup(config);
  const { output } = await bundle.generate(into);
  await bundle.close();
  for (const part of ['drop-in', 'payment-form']) await mkdir(`${folder}/${part}`, { recursive: true });
  for (const { fileName, code } of output.filter(({ type }) => type === 'chunk')) {
    // Whole files only, as another run of tests may read them now.
    const file = `${folder}/${languagesOf ? fileName : name}`;
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, code);
    await rename(unfinished, file);
  }
}

/** The making of files, by the bundle that has them. */
const making = new Map();

/**
 * The scripts byte for byte as `npm run build` makes them of the sources. Tests need no build, never see a stale one, and see
 * what the minifier has done (Vitest).
 */
export function clientlibAsBuilt() {
  return plugin('clientlib-as-built', async (name) => {
    // Under the hash of its sources, .cache keeps a script for the next test run.
    const folder = root(`.cache/clientlib/${sourcesHash('sdk/src')}`);
    const key = `${folder}/${folderOfLanguage(name) ?? name}`;
    if (!making.has(key) && !existsSync(`${folder}/${name}`)) making.set(key, make(name, folder));
    await making.get(key);
    return readFile(`${folder}/${name}`, 'utf8');
  });
}

const filesIn = async (folder, names, textOf) =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [`${name}.js`, await textOf(`${folder}/${name}.js`)])),
  );

/** @param {(name: string) => Promise<string>} textOf a script of the SDK, by its name in sdk/dist */
const plugin = (name, textOf) =>
  textModules(name, {
    'virtual:build-version': async () => ({ buildVersion: sourcesHash(...servedSources).slice(0, 8) }),
    'virtual:clientlib': async () => ({
      clientlibJs: await textOf('clientlib.js'),
      paymentFormJs: await textOf('payment-form.js'),
      languages: await filesIn('payment-form', languages, textOf),
    }),
    'virtual:drop-in': async () => ({
      dropInJs: await textOf('drop-in.global.js'),
      files: await filesIn(
        'drop-in',
        [...languages, ...Object.keys(dropInParts).map((part) => `${part}.global`)],
        textOf,
      ),
    }),
  });
