// What the sandbox serves at /docs: the module `virtual:documentation` has the script and the style
// of the pages, `virtual:guides` the pages of docs/ for users of the packages, `virtual:guide-texts` their Markdown, and
// `virtual:openapi` the document of the API, which the build writes at its end (`served` in rollup-plugins.mjs).
import { readdir, readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import { importSource } from './import-source.mjs';
import { packagedPage } from './packaged-docs.mjs';
import { packagedTextModule, TEXTS } from './packaged-texts.mjs';

const root = (path) => new URL(`../${path}`, import.meta.url).pathname;
const styles = ['docs/site/pages.css', 'sandbox/src/served/documentation/documentation.css'];

/** The library in the script of the pages, beside which the text has its id: licences and bill of materials find it there. */
const LIBRARY = 'minisearch';

/** @param {keyof typeof TEXTS | 'none'} kept how the build keeps the texts; `none` leaves them out */
export const documentationText = (kept) => ({
  name: 'documentation-text',
  resolveId(source) {
    if (source === 'virtual:documentation' && kept !== 'none') return besideLibrary;
    return Object.hasOwn(modules, source) ? `\0${source}` : null;
  },
  load(id) {
    const name = id === besideLibrary ? 'virtual:documentation' : id.replace(/^\0/, '');
    return Object.hasOwn(modules, name) ? modules[name](kept, this) : null;
  },
});

const besideLibrary = `\0${root(`node_modules/${LIBRARY}/documentation`)}`;

/** @param {object} nothing the constants of the module where the texts are left out */
const texts = (nothing, all) => async (kept, context) =>
  kept === 'none' ? TEXTS.inline(nothing) : TEXTS[kept](await all(), context);

/** Each makes its module. */
const modules = {
  'virtual:documentation': texts({ documentationJs: '', documentationCss: '' }, async () => ({
    documentationJs: await script(),
    documentationCss: await style(),
  })),
  'virtual:guides': texts({ guides: [] }, guides),
  'virtual:guide-texts': guideTexts,
  'virtual:openapi': openApiText,
};

/** Reads the document in a package. Elsewhere it is made from the schemas. */
function openApiText(kept) {
  if (kept !== 'packaged') return "export const openApiText = '';\n";
  return `import { packagedText } from ${packagedTextModule};\nexport const openApiText = packagedText('openapi', import.meta.url);\n`;
}

/** The list of the guides, and a function that reads the Markdown of one: in a package, from its `dist/docs`. */
async function guideTexts(kept) {
  const all = (await guides()).guides;
  const list = all.map(({ name, title, group, summary }) => ({ name, title, group, summary }));
  const start = `export const guideList = ${JSON.stringify(list)};\n`;
  if (kept === 'none') return `${start}export const guideText = () => '';\n`;
  if (kept === 'packaged')
    return `import { packagedGuide } from ${packagedTextModule};\n${start}export const guideText = (name) => packagedGuide(name, import.meta.url);\n`;
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

let rendered;

/** Rendered once for both modules. */
function guides() {
  rendered ??= Promise.all([importSource('docs/site/guides.ts'), docsSources()]).then(
    ([{ renderGuides }, sources]) => renderGuides(sources),
  );
  return rendered;
}
