import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureInstalled } from '../../.ci/install.mjs';
import { bun, deno, nodeOf, type Program } from '../compat/newer-node.ts';
import { newPage } from '../e2e/browser.ts';
import { filesOf } from '../kits/snippets.ts';
import { angularMain, appIndex, decorators } from './angular.ts';
import { buildApp, copyOf, folderWith, serveBuilt, typeCard } from './built-app.ts';
import { startedSandbox } from './node.ts';

/*
 * The installed package with the newest bundlers, frameworks and runtimes, and with older ones that are still in use. The
 * table of docs/browsers.md names their versions.
 */

const run = promisify(execFile);
const newest = 'test/compat/newest';

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  ensureInstalled(newest);
  sandbox = await startedSandbox();
}, 600_000);
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

const pathOf = (program: Program): string => {
  if ('missing' in program) throw new Error(program.missing);
  return resolve(program.path);
};

/** A bundler: makes `dist` of `main.js` in a folder. */
type Bundler = (root: string) => Promise<unknown>;

const html = (
  script: string,
) => `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
  <clientlib-payment-form public-api-key="a00000000000000000000001" payment-methods="CreditCard:FakePSP" locale="en">
  </clientlib-payment-form><button type="button" disabled>Pay</button><p role="status"></p>
  <script type="module" src="${script}"></script></html>`;

/** webpack and Rspack have one interface. */
const webpackOf =
  (file: string): Bundler =>
  async (root) => {
    const bundler = await import(resolve(newest, 'node_modules', file));
    const compiler = (bundler.rspack ?? bundler.default)({
      mode: 'production',
      context: root,
      entry: './main.js',
      output: { path: join(root, 'dist'), filename: 'main.js' },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    expect(stats.toJson({ errors: true }).errors).toEqual([]);
  };

const bundlers: { readonly [name: string]: Bundler } = {
  webpack: webpackOf('webpack/lib/index.js'),
  Rspack: webpackOf('@rspack/core/dist/index.js'),
  esbuild: (root) =>
    esbuild({
      entryPoints: [join(root, 'main.js')],
      bundle: true,
      minify: true,
      format: 'esm',
      outdir: join(root, 'dist'),
    }),
};

/** Opens an app with the payment form, and pays. */
async function pay(url: string): Promise<void> {
  const page = await newPage();
  await page.goto(url);
  await typeCard(page);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('subscribed').waitFor();
}

describe('an app that is built with', () => {
  it.each(Object.entries(bundlers))('%s takes a payment', async (_, bundle) => {
    const root = await copyOf('test/package/programs/element');
    const program = await readFile(join(root, 'main.js'), 'utf8');
    const service = JSON.stringify(sandbox.url);
    await writeFile(join(root, 'main.js'), program.replace('import.meta.env.VITE_SERVICE_URL', service));
    await bundle(root);
    await writeFile(join(root, 'dist/index.html'), html('/main.js'));
    await pay(await serveBuilt(join(root, 'dist'), sandbox.url));
  });

  it.each(['5', '6', '7'])('Vite %s takes a payment', async (version) => {
    const { build } = await import(resolve(newest, `node_modules/vite-${version}/dist/node/index.js`));
    const root = await copyOf('test/package/programs/element');
    await pay((await buildApp(root, { serviceUrl: sandbox.url, build })).url);
  });
});

/** The sample of docs/frameworks.md for Angular, as an app. */
const angularApp = {
  'package.json': '{ "private": true, "type": "module" }',
  'index.html': appIndex,
  'src/main.ts': angularMain,
  'src/app/checkout.ts': filesOf('docs/frameworks.md')['src/app/checkout.ts'] ?? '',
};

/** Puts clientlib and all packages of `newest` beside an app. */
async function install(root: string): Promise<string> {
  await cp('test/package/programs/newest/shop.js', join(root, 'shop.js'));
  for (const file of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile()) continue;
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('http://localhost:4400', sandbox.url));
  }
  const packages = join(newest, 'node_modules');
  for (const entry of await readdir(packages)) {
    const inside = entry.startsWith('@')
      ? (await readdir(join(packages, entry))).map((name) => join(entry, name))
      : [entry];
    for (const path of inside) {
      const link = join(root, 'node_modules', path);
      await mkdir(dirname(link), { recursive: true });
      await symlink(resolve(packages, path), link, 'junction');
    }
  }
  await cp(join(inject('consumer'), 'node_modules/clientlib'), join(root, 'node_modules/clientlib'), {
    recursive: true,
  });
  return root;
}

/** A framework with a build of its own, which renders the page on a server: how it is called, and where its files are. */
const frameworks = {
  Astro: {
    folder: 'astro',
    command: ['astro/bin/astro.mjs', 'build'],
    dist: 'dist',
    server: '<h1>Join</h1>',
  },
  'Nuxt 4': {
    folder: 'nuxt',
    command: ['nuxt/bin/nuxt.mjs', 'generate'],
    dist: '.output/public',
    server: '<p>Server: 11.78</p>',
  },
  'React Router 8': {
    folder: 'react-router',
    command: ['@react-router/dev/bin.cjs', 'build'],
    dist: 'build/client',
    server: '<p>Server: 11.78</p>',
  },
} as const;

it.each(Object.entries(frameworks))(
  'an app of %s renders on the server, shows the drop-in, and sells',
  async (_, { folder, command, dist, server }) => {
    const root = await install(await copyOf(`test/package/programs/newest/${folder}`));
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
    };
    const [program, task] = command;
    await run(pathOf(nodeOf(24)), [join(root, 'node_modules', program), task], { cwd: root, env });
    const url = await serveBuilt(join(root, dist), sandbox.url);
    const html = await (await fetch(url)).text();
    expect(html).toContain(server);
    expect(html).toContain('<clientlib-signup></clientlib-signup>');
    const page = await newPage();
    await page.goto(url);
    await page.getByText('€11.78').filter({ visible: true }).first().waitFor();
    await typeCard(page);
    await page.getByRole('button', { name: 'Subscribe and pay' }).click();
    await page.getByRole('heading', { name: /^Subscribed: [0-9a-f]{24}$/ }).waitFor();
  },
  240_000,
);

it('the sample of docs/frameworks.md takes a payment in Angular 22', async () => {
  const root = await install(await folderWith(angularApp));
  const url = (await buildApp(root, { serviceUrl: sandbox.url, plugins: [decorators] })).url;
  const page = await newPage();
  await page.goto(url);
  await typeCard(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Thank you!').waitFor();
});

const runtimes: { readonly [name: string]: () => [program: Program, ...args: string[]] } = {
  'Node 20.19 or newer': () => [{ path: process.execPath }],
  'Node 22': () => [nodeOf(22)],
  'Node 24': () => [nodeOf(24)],
  'Node 26': () => [nodeOf(26)],
  Bun: () => [bun()],
  Deno: () => [deno(), 'run', '--allow-all'],
};

describe('a back end in', () => {
  it.each(Object.entries(runtimes))(
    '%s asks for a price, verifies a webhook, and can require the entries',
    async (_, runtime) => {
      const [program, ...args] = runtime();
      const file = join(inject('consumer'), 'runtime.mjs');
      await cp('test/package/programs/newest/runtime.mjs', file);
      const key = Buffer.from('a secret of twenty-four b');
      const body = JSON.stringify({ Event: 'OrderSucceeded', EntityId: 'a1', OrderId: 'o1' });
      const sentAt = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', key).update(`m1.${sentAt}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'm1',
        'webhook-timestamp': sentAt,
        'webhook-signature': `v1,${signature}`,
      };
      const signed = [`whsec_${key.toString('base64')}`, body, JSON.stringify(headers)];
      const { stdout } = await run(pathOf(program), [...args, file, sandbox.url, ...signed], {
        cwd: inject('consumer'),
      });
      expect(JSON.parse(stdout)).toEqual({
        total: 11.88,
        event: 'OrderSucceeded',
        forged: 'WrongSignature',
        required: [true, true, true, true],
      });
    },
    240_000,
  );
});
