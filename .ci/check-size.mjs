// The size budget of what browsers load, in gzip bytes, as a page or a bundler's user gets it, and of the packages, as npm
// packs and unpacks them. Above its limit the check fails; above its aim it warns.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import virtual from '@rollup/plugin-virtual';
import { transform } from 'esbuild';
import { rollup } from 'rollup';

const gzip = (text) => (text === '' ? 0 : gzipSync(text, { level: 9 }).length);

const files = async (...names) => {
  const sizes = await Promise.all(names.map(async (name) => gzip(await readFile(name, 'utf8'))));
  return sizes.reduce((sum, size) => sum + size);
};

/** A program with ClientLib after tree-shaking, without the hint `sideEffects`, so that the code itself is measured. */
async function bundled(program) {
  const entry = `import * as clientlib from '${process.cwd()}/sdk/dist/index.js'; ${program}`;
  const bundle = await rollup({ input: 'entry', onwarn: () => {}, plugins: [virtual({ entry })] });
  const { output } = await bundle.generate({ format: 'es' });
  const { code } = await transform(output[0].code, { minify: true, format: 'esm', target: 'es2020' });
  return gzip(code.trim());
}

/** The files of the first page load: shell, styles and script. */
async function inspector() {
  const { createSandbox } = await import('../sandbox/dist/index.js');
  const sandbox = createSandbox({ timers: false });
  let size = 0;
  for (const path of ['/', '/assets/tokens.css', '/assets/inspector.css', '/assets/inspector.js']) {
    const answer = await sandbox.fetch(`http://sandbox${path}`, { headers: { Accept: 'text/html' } });
    size += gzip(await answer.text());
  }
  sandbox.close();
  return size;
}

const worker = 'sandbox/dist/browser/clientlib-sandbox-worker';

/** What browsers load. */
const loaded = [
  { what: 'script-tag build', size: () => files('sdk/dist/clientlib.js'), aim: 11_500, limit: 12_480 },
  {
    what: 'import { Portal }',
    size: () => bundled('globalThis.portal = clientlib.Portal;'),
    aim: 5200,
    limit: 5324,
  },
  // With English. Another language is a file of its own that a page loads when its customer reads it.
  { what: 'drop-in', size: () => files('sdk/dist/drop-in.global.js'), limit: 25_000 },
  // Its inside, in the same way.
  { what: 'payment form', size: () => files('sdk/dist/payment-form.js'), limit: 21_000 },
  { what: 'unused import', size: () => bundled(''), limit: 0 },
  // What a browser with Temporal loads to start it, including recording; other parts are loaded on demand.
  {
    what: 'service worker',
    size: () => files(`${worker}.js`, `${worker}/1-worker.js`),
    aim: 100_000,
    limit: 107_700,
  },
  { what: 'inspector', size: inspector, limit: 80_000 },
];

/** Packed and unpacked, in bytes: what a download and an installation cost, without dependencies. */
const packed = {
  // With the drop-in in 26 languages and the form for tests.
  'clientlib packed': { aim: 700_000, limit: 760_000 },
  'clientlib unpacked': { aim: 2_500_000, limit: 2_700_000 },
  // With the commands about a merchant's own account, and requests of the inspector as tests.
  'clientlib-sandbox packed': { aim: 1_200_000, limit: 1_980_000 },
  // 0.3 MB of it are the types of the typed client.
  'clientlib-sandbox unpacked': { aim: 4_000_000, limit: 6_620_000 },
};

async function packages() {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--workspaces', '--dry-run', '--json'], {
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  return Object.values(JSON.parse(stdout)).flatMap(({ name, size, unpackedSize }) =>
    Object.entries({ [`${name} packed`]: size, [`${name} unpacked`]: unpackedSize }),
  );
}

export async function checkSize() {
  const budgets = [];
  for (const { size, ...budget } of loaded) budgets.push({ ...budget, size: await size() });
  for (const [what, size] of await packages()) budgets.push({ what, size, ...packed[what] });
  return judged(budgets);
}

/** Each size beside its limit; above the limit it is a problem, above its aim a warning. */
export function judged(budgets) {
  const lines = [];
  const problems = [];
  for (const { what, size, limit, aim = limit } of budgets) {
    const missed = size > aim && size <= limit ? ` (WARNING: misses the aim of ${aim} B)` : '';
    lines.push(`${what} ${size} of ${limit} B${missed}`);
    if (size > limit) problems.push(`${what}: ${size} B, the limit is ${limit} B`);
  }
  return { summary: lines.join(', '), problems };
}
