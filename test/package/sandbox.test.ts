import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { openApiDocument } from '../openapi-document.ts';
import { printed, started } from './node.ts';

const health = `
  const sandbox = await createSandbox();
  const response = await sandbox.fetch(new Request('http://sandbox.test/sandbox/health'));
  console.log(JSON.stringify({ status: response.status, ...(await response.json()) }));
`;

/** Bytes of all files in a folder. */
function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    statSync(join(folder, file)),
  );
  return files.filter((file) => file.isFile()).reduce((sum, file) => sum + file.size, 0);
}

describe('clientlib-sandbox, packed and installed', () => {
  it('responds in process', async () => {
    const program = `import { createSandbox } from 'clientlib-sandbox'; ${health}`;
    expect(await printed('sandbox.mjs', program)).toMatchObject({ status: 200, Status: 'ok' });
  });

  it('loads few files for a first signup: each costs Node a millisecond', async () => {
    const program = `
      import { register } from 'node:module';
      import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
      const { port1, port2 } = new MessageChannel();
      const hooks = 'let port; export const initialize = (given) => { port = given; };' +
        'export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };';
      register('data:text/javascript,' + encodeURIComponent(hooks), { data: port2, transferList: [port2] });
      const { createSandbox } = await import('clientlib-sandbox');
      await createSandbox().signUp();
      const files = [];
      for (let one; (one = receiveMessageOnPort(port1)) !== undefined; ) files.push(one.message);
      port1.close();
      console.log(JSON.stringify(files.filter((url) => url.includes('/clientlib-sandbox/'))));
    `;
    expect(((await printed('files.mjs', program)) as string[]).length).toBeLessThanOrEqual(24);
  });

  it('contains the schema of its configuration, as it serves it', async () => {
    const program = `
      import { createSandbox } from 'clientlib-sandbox';
      import { createRequire } from 'node:module';
      const response = await createSandbox().fetch('http://sandbox.test/configuration.schema.json');
      const packed = createRequire(import.meta.url)('clientlib-sandbox/configuration.schema.json');
      const same = JSON.stringify(packed) === JSON.stringify(await response.json());
      console.log(JSON.stringify({ same, properties: Object.keys(packed.properties).length }));
    `;
    const { same, properties } = (await printed('schema.mjs', program)) as Record<string, unknown>;
    expect([same, Number(properties) > 2]).toEqual([true, true]);
  });

  it('contains the OpenAPI document of its sources, and serves it with the address that was asked', async () => {
    const program = `
      import { createSandbox } from 'clientlib-sandbox';
      const response = await createSandbox().fetch('http://sandbox/openapi.json');
      console.log(JSON.stringify(await response.json()));
    `;
    const installed = join(
      inject('consumer'),
      'node_modules/clientlib-sandbox/dist/documentation/openapi.br',
    );
    const packed = JSON.parse(brotliDecompressSync(await readFile(installed)).toString());
    expect(await printed('openapi.mjs', program)).toEqual(openApiDocument);
    expect(packed.paths['/api/v1/orders'].post.externalDocs.url).toMatch(/^\/docs\/guides\//);
    expect(packed.components).toMatchObject({ schemas: openApiDocument.components.schemas });
  });

  it('contains the text of each guide that it lists', async () => {
    const program = `
      import { createSandbox } from 'clientlib-sandbox';
      const { fetch } = createSandbox();
      const list = await (await fetch('http://sandbox/llms.txt')).text();
      const guides = [...list.matchAll(/\\/docs\\/guides\\/[a-z-]+\\.md/g)].map(([path]) => path);
      const texts = await Promise.all(guides.map(async (path) => (await fetch('http://sandbox' + path)).text()));
      console.log(JSON.stringify(guides.map((path, at) => [path, texts[at].startsWith('# ')])));
    `;
    const guides = (await printed('guides.mjs', program)) as [string, boolean][];
    expect(guides.length).toBeGreaterThan(30);
    expect(guides.filter(([, isThere]) => !isThere)).toEqual([]);
  });

  it('contains a page for each operation that programs call, and their list', async () => {
    const folder = join(inject('consumer'), 'node_modules/clientlib-sandbox/dist/docs/api');
    const methods = Object.entries<object>(openApiDocument.paths).flatMap(([path, operations]) =>
      path.startsWith('/api/v1/') ? Object.values<{ operationId: string }>({ ...operations }) : [],
    );
    const names = methods.map(({ operationId }) => `${operationId}.md`);
    expect(names.length).toBeGreaterThan(100);
    const packed = new Set(readdirSync(folder));
    expect([...names, 'index.md'].filter((name) => !packed.has(name))).toEqual([]);
  });

  it('installs Hono alone, less than 3 MB, and asks npm about no other package', async () => {
    const modules = join(inject('consumer'), 'node_modules');
    // What npm has installed: other tests link more into this folder.
    const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
    expect(Object.keys(packages).map((path) => path.replace('node_modules/', ''))).toEqual([
      'clientlib',
      'clientlib-sandbox',
      'hono',
    ]);
    expect(bytesIn(join(modules, 'hono'))).toBeLessThan(3_000_000);
    const manifest = JSON.parse(await readFile(join(modules, 'clientlib-sandbox/package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies)).toEqual(['hono']);
    // npm reads the documents of peers even if they are optional; pnpm and Yarn link what the meta data alone names.
    expect(manifest.peerDependencies).toBeUndefined();
    expect(manifest.peerDependenciesMeta).toEqual(
      Object.fromEntries(
        ['@jest/globals', '@playwright/test', 'level', 'msw', 'vitest'].map((name) => [
          name,
          { optional: true },
        ]),
      ),
    );
  });

  it.each(['service-worker', 'cypress-commands'])(
    'lets a page load %s without a bundler: it is one file',
    async (entry) => {
      const file = join(inject('consumer'), `node_modules/clientlib-sandbox/dist/${entry}.js`);
      const loaded = /^\s*(import|export)\b[^;]*?\bfrom\b|\bimport\s*\(|^\s*import\s*["']/m;
      expect(await readFile(file, 'utf8')).not.toMatch(loaded);
    },
  );

  it('says how to install the database that a data folder requires, and makes no folder without it', async () => {
    const place = mkdtempSync(join(tmpdir(), 'sandbox-without-level-'));
    try {
      for (const name of ['clientlib-sandbox', 'hono'])
        cpSync(join(inject('consumer'), 'node_modules', name), join(place, 'node_modules', name), {
          recursive: true,
        });
      const command = join(place, 'node_modules/clientlib-sandbox/bin/clientlib-sandbox.js');
      const { status, stderr } = spawnSync(process.execPath, [command, '--port', '0', '--data', 'kept'], {
        cwd: place,
        encoding: 'utf8',
      });
      expect([status, stderr.replaceAll(/\S*kept/g, 'kept')]).toEqual([
        1,
        'clientlib-sandbox: The data folder kept requires the package "level", which cannot be loaded. Install it beside clientlib-sandbox: npm install level@10. Without --data (option data), the state is in memory.\n',
      ]);
      expect(existsSync(join(place, 'kept'))).toBe(false);
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it.each([
    ['/clientlib.js', 'clientlib.js'],
    ['/elements/payment-form.js', 'payment-form.js'],
  ])(
    'serves %s byte for byte as clientlib publishes it, so that its integrity matches',
    async (path, file) => {
      const program = `
      import { createSandbox } from 'clientlib-sandbox';
      import { createHash } from 'node:crypto';
      import { readFile } from 'node:fs/promises';
      const response = await (await createSandbox()).fetch(new Request('http://sandbox.test${path}'));
      const dist = (file) => readFile(new URL('node_modules/clientlib/dist/' + file, import.meta.url));
      const served = Buffer.from(await response.arrayBuffer());
      const integrity = JSON.parse(await dist('integrity.json'))['${file}'];
      console.log(JSON.stringify({
        type: response.headers.get('Content-Type'),
        same: served.equals(await dist('${file}')),
        matches: integrity === 'sha384-' + createHash('sha384').update(served).digest('base64'),
      }));
    `;
      expect(await printed(`script-${file}.mjs`, program)).toEqual({
        type: expect.stringMatching(/^text\/javascript/),
        same: true,
        matches: true,
      });
    },
  );

  it.each(['SIGINT', 'SIGTERM'] as const)('runs as a command and ends on %s', async (signal) => {
    const { line, end } = await started('clientlib-sandbox', '--port', '0');
    const url = /^clientlib-sandbox ready at (http:\/\/localhost:\d+)$/.exec(line ?? '')?.[1];
    try {
      expect(url, line).toBeDefined();
      const response = await fetch(`${url}/sandbox/health`);
      expect(await response.json()).toMatchObject({ Status: 'ok' });
    } finally {
      expect(await end(signal)).toEqual({ code: 0, signal: null });
    }
  });
});
