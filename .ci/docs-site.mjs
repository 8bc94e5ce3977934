// `npm run docs:site`: the pages of docs/ as a static site in docs/dist/<version>, readable from disk too. Releases that are
// in docs/dist already are kept.
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import { docsSources } from './documentation-text.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { importSource } from './import-source.mjs';

const OUT = 'docs/dist';
const CACHE = '.cache/docs-site';

export async function buildSite() {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const target = `${OUT}/${version}`;
  await rm(target, { recursive: true, force: true });
  await mkdir(`${target}/assets`, { recursive: true });

  const { generate } = await importSource('docs/site/generate.ts');
  const sources = await docsSources();
  await generate({ target, version, sources });
  await assets(target);
  await demo(`${target}/demo`);
  await versions(version);
  return { target, pages: sources.size };
}

async function assets(target) {
  await build({
    entryPoints: { site: 'docs/site/client.ts' },
    outdir: `${target}/assets`,
    bundle: true,
    minify: true,
    target: 'es2022',
  });
  await cp('docs/site/site.css', `${target}/assets/site.css`);
  await appendFile(`${target}/assets/site.css`, await readFile('docs/site/pages.css', 'utf8'));
  await cp('docs/pictures', `${target}/pictures`, { recursive: true });
}

/** The offline example: a signup page with the sandbox in a service worker. */
async function demo(target) {
  const app = `${CACHE}/demo`;
  await rm(app, { recursive: true, force: true });
  await cp('examples/offline-spa', app, { recursive: true });
  await cp('sandbox/dist/browser', `${app}/public`, { recursive: true });
  const outDir = `${process.cwd()}/${target}`;
  await buildPage({ root: app, logLevel: 'error', build: { outDir, emptyOutDir: true } });
}

/** The list of releases, and the page that leads to the newest. */
async function versions(newest) {
  const folders = (await readdir(OUT, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  await writeFile(`${OUT}/versions.js`, `globalThis.versions = ${JSON.stringify(names)};\n`);
  await writeFile(
    `${OUT}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>Documentation</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0; url=${newest}/index.html"><a href="${newest}/index.html">Documentation</a>\n`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureBuild();
  const { target, pages } = await buildSite();
  console.log(`${pages} pages in ${target}. Open ${target}/index.html, or serve ${OUT} to run the demo.`);
}
