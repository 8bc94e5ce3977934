// What the sandbox serves at /docs besides the API reference, as text, without a file system: `virtual:documentation` has the
// script and the style of the pages, `virtual:guides` the pages of docs/ for users of the packages.
import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

const root = (path) => new URL(`../${path}`, import.meta.url).pathname;
const styles = [
  'docs/site/pages.css',
  'sandbox/src/documentation/documentation.css',
  'sandbox/src/documentation/library.css',
];

/** The library in the script of the pages, beside which the text has its id: licences and bill of materials find it there. */
const LIBRARY = 'minisearch';

/** @param {boolean} isIncluded without it the guides are empty, where their size has no place */
export const documentationText = (isIncluded) => ({
  name: 'documentation-text',
  resolveId(source) {
    if (source === 'virtual:documentation' && isIncluded) return besideLibrary;
    return ['virtual:documentation', 'virtual:guides'].includes(source) ? `\0${source}` : null;
  },
  load: async (source) => {
    if (source === besideLibrary)
      return exported({ documentationJs: await script(), documentationCss: await style() });
    if (source === '\0virtual:documentation') return exported(nothing);
    if (source !== '\0virtual:guides') return null;
    return exported(isIncluded ? await guides() : { guides: [], index: '' });
  },
});

const besideLibrary = `\0${root(`node_modules/${LIBRARY}/documentation`)}`;

const nothing = { documentationJs: '', documentationCss: '' };

const exported = (values) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');

async function script() {
  const { outputFiles, metafile } = await build({
    entryPoints: [root('sandbox/src/documentation/main.ts')],
    bundle: true,
    metafile: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const others = Object.keys(metafile.inputs).filter(
    (file) => file.includes('node_modules/') && !file.includes(`node_modules/${LIBRARY}/`),
  );
  if (others.length > 0)
    throw new Error(`The licences of what the pages at /docs contain are not listed: ${others.join(', ')}`);
  return outputFiles[0].text;
}

async function style() {
  const texts = await Promise.all(styles.map((file) => readFile(root(file), 'utf8')));
  return (await transform(texts.join('\n'), { loader: 'css', minify: true, target: 'es2022' })).code;
}

/** Every page of docs/ by name. */
export async function docsSources() {
  const names = (await readdir(root('docs'))).filter((name) => name.endsWith('.md')).sort();
  const sources = new Map();
  for (const name of names)
    sources.set(name.replace(/\.md$/, ''), await readFile(root(`docs/${name}`), 'utf8'));
  return sources;
}

/** The generator of the site is TypeScript, and Node 20 reads JavaScript only. */
export async function siteModule(entry) {
  const outfile = root(`.cache/docs-site/${process.pid}/${entry.replace(/\.tsx?$/, '.mjs')}`);
  await build({
    entryPoints: [root(`docs/site/${entry}`)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    logLevel: 'silent',
  });
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}

async function guides() {
  const { renderGuides } = await siteModule('guides.ts');
  return renderGuides(await docsSources());
}
