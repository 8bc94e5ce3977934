// The size budget of what browsers load, in gzip bytes, as a page or a bundler's user gets it, and of the packages, as npm
// packs and unpacks them. Above its limit the check fails; above its aim it warns.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { rollup } from 'rollup';

const gzip = (text) => (text === '' ? 0 : gzipSync(text, { level: 9 }).length);

/**
 * Returns a program after tree-shaking and minification, without the hint `sideEffects`, so that the code itself is
 * measured.
 */
async function bundled(program) {
  const entry = '\0program';
  const bundle = await rollup({
    input: entry,
    onwarn: () => {},
    plugins: [
      {
        name: 'program',
        resolveId: (source) =>
          source === entry ? entry : source === 'clientlib' ? `${process.cwd()}/sdk/dist/index.js` : null,
        load: (id) => (id === entry ? program : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  return (await transform(output[0].code, { minify: true, format: 'esm', target: 'es2020' })).code.trim();
}

/** Packed and unpacked, in bytes: what a download and an installation cost, without dependencies. */
const packageBudgets = {
  // With the drop-in in 26 languages and the form for tests.
  clientlib: { packed: { aim: 700_000, limit: 760_000 }, unpacked: { aim: 2_500_000, limit: 2_700_000 } },
  'clientlib-sandbox': {
    // With the commands about a merchant's own account, and requests of the inspector as tests.
    packed: { aim: 1_200_000, limit: 1_980_000 },
    // 0.3 MB of it are the types of the typed client.
    unpacked: { aim: 4_000_000, limit: 6_620_000 },
  },
};

async function packages() {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--workspaces', '--dry-run', '--json'], {
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  return Object.values(JSON.parse(stdout)).flatMap(({ name, size, unpackedSize }) => [
    { what: `${name} packed`, size, ...packageBudgets[name].packed },
    { what: `${name} unpacked`, size: unpackedSize, ...packageBudgets[name].unpacked },
  ]);
}

export async function checkSize() {
  const budgets = [
    {
      what: 'script-tag build',
      size: gzip(await readFile('sdk/dist/clientlib.js', 'utf8')),
      aim: 11_500,
      limit: 12_480,
    },
    {
      what: 'import { Portal }',
      size: gzip(await bundled("import { Portal } from 'clientlib'; globalThis.portal = Portal;")),
      aim: 5200,
      limit: 5324,
    },
    {
      // With English. Another language is a file of its own that a page loads when its customer reads it.
      what: 'drop-in',
      size: gzip(await readFile('sdk/dist/drop-in.global.js', 'utf8')),
      limit: 25_000,
    },
    {
      // The inside of the payment form, in the same way.
      what: 'payment form',
      size: gzip(await readFile('sdk/dist/payment-form.js', 'utf8')),
      limit: 21_000,
    },
    { what: 'unused import', size: gzip(await bundled("import { Signup } from 'clientlib';")), limit: 0 },
  ];
  // The files that a browser with Temporal loads when it starts the worker, including recording; other parts are loaded
  // on demand.
  const worker = 'sandbox/dist/browser/clientlib-sandbox-worker';
  const size =
    gzip(await readFile(`${worker}.js`, 'utf8')) + gzip(await readFile(`${worker}/1-worker.js`, 'utf8'));
  budgets.push({ what: 'service worker', size, aim: 100_000, limit: 107_700 });
  // The files of the first page load: shell, styles and script.
  const { createSandbox } = await import('../sandbox/dist/index.js');
  const sandbox = createSandbox({ timers: false });
  let inspector = 0;
  for (const path of ['/', '/assets/tokens.css', '/assets/inspector.css', '/assets/inspector.js']) {
    const answer = await sandbox.fetch(`http://sandbox${path}`, { headers: { Accept: 'text/html' } });
    inspector += gzip(await answer.text());
  }
  sandbox.close();
  budgets.push({ what: 'inspector', size: inspector, limit: 80_000 });
  budgets.push(...(await packages()));
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
