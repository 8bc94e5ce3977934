// What the sandbox serves at /docs: the module `virtual:documentation` has the script and the style
// of the pages, `virtual:guides` the pages of docs/ for users of the packages, `virtual:guide-texts` their Markdown, and
// `virtual:openapi` the document of the API, which the build writes at its end (`served` in rollup-plugins.mjs).
import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { packagedPage } from './packaged-docs.mjs';
import { TEXTS } from './packaged-texts.mjs';

const root = (path) => new URL(`../${path}`, import.meta.url).pathname;
const styles = ['docs/site/pages.css', 'sandbox/src/served/documentation/documentation.css'];

/** The library in the script of the pages, beside which the text has its id: licences and bill of materials find it there. */
const LIBRARY = 'minisearch';

/** @param {keyof typeof TEXTS} kept how the build keeps the texts */
export const documentationText = (kept) => ({
  name: 'documentation-text',
  resolveId(source) {
    if (source === 'virtual:documentation' && kept !== 'none') return besideLibrary;
    return source in nothing || source === TEXT_MODULE || source === OPENAPI ? `\0${source}` : null;
  },
  async load(source) {
    if (source === besideLibrary)
      return TEXTS[kept]({ documentationJs: await script(), documentationCss: await style() }, this);
    if (source === `\0${TEXT_MODULE}`) return guideTexts(kept);
    if (source === `\0${OPENAPI}`) return openApiText(kept);
    const name = source.slice(1);
    if (!source.startsWith('\0') || !(name in nothing)) return null;
    return kept === 'none' ? TEXTS.none(nothing[name]) : TEXTS[kept](await guides(), this);
  },
});

const besideLibrary = `\0${root(`node_modules/${LIBRARY}/documentation`)}`;

/** The modules, without what they hold. */
const nothing = {
  'virtual:documentation': { documentationJs: '', documentationCss: '' },
  'virtual:guides': { guides: [] },
};

const TEXT_MODULE = 'virtual:guide-texts';
const OPENAPI = 'virtual:openapi';

const packagedTextModule = JSON.stringify(root('sandbox/src/hosts/node/packaged-text.ts'));

/** Reads the document in a package. Elsewhere it is made from the schemas. */
const openApiText = (kept) =>
  kept === 'packaged'
    ? `import { packagedText } from ${packagedTextModule};\nexport const openApiText = packagedText('openapi', import.meta.url);\n`
    : "export const openApiText = '';\n";

/** The list of the guides, and a function that reads the Markdown of one: in a package, from its `dist/docs`. */
async function guideTexts(kept) {
  const all = (await guides()).guides;
  const list = all.map(({ name, title, group, summary }) => ({ name, title, group, summary }));
  const start = `export const guideList = ${JSON.stringify(list)};\n`;
  if (kept === 'none') return `${start}export const guideText = () => '';\n`;
  if (kept === 'packaged') {
    return `import { packagedGuide } from ${packagedTextModule};\n${start}export const guideText = (name) => packagedGuide(name, import.meta.url);\n`;
  }
  const names = list.map(({ name }) => name);
  const sources = await docsSources();
  const texts = Object.fromEntries(names.map((name) => [name, packagedPage(sources.get(name), names)]));
  return `${start}const texts = ${JSON.stringify(texts)};\nexport const guideText = (name) => texts[name] ?? '';\n`;
}

async function script() {
  const { outputFiles, metafile } = await build({
    entryPoints: [root('sandbox/src/served/documentation/main.ts')],
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

let rendered;

/** Rendered once for both modules. */
function guides() {
  rendered ??= Promise.all([siteModule('guides.ts'), docsSources()]).then(([{ renderGuides }, sources]) =>
    renderGuides(sources),
  );
  return rendered;
}
