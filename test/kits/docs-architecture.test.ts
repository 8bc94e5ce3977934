import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as SandboxModule from '../../sandbox/src/sandbox/sandbox.ts';
import type { Group } from '../../sandbox/src/service/http/routes/index.ts';
import type { RouteList } from '../../sandbox/src/service/http/zones/zone.ts';
import { snippets } from './snippets.ts';

/* The route of docs/architecture.md, compiled and asked as it stands there. */

const routes = resolve('sandbox/src/service/http/routes/rest');
const page = readFileSync('docs/architecture.md', 'utf8');
const [sample = ''] = await snippets('Add a route', 'docs/architecture.md');
const [, name = '', list = '', file = ''] =
  /^and add `(\w+)` to the list of its group, `(\w+)` in `http\/routes\/rest\/([\w-]+\.ts)`/m.exec(page) ??
  [];

/** The sample with imports that hold in another folder. */
const elsewhere = sample.replace(/from '(\.\.?\/[^']+)'/g, (_, file) => `from '${join(routes, file)}'`);

let folder: string;
beforeAll(() => {
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache/ping-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  vi.resetModules();
});

/** What the compiler says of a route. */
function mistakesIn(code: string): string {
  writeFileSync(join(folder, 'ping.ts'), code);
  const include = ['ping.ts', resolve('sandbox/src/**/*.d.ts')];
  const config = { extends: resolve('tsconfig.json'), include };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...config, compilerOptions: { noEmit: true } }),
  );
  try {
    return execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('the route of "Add a route"', () => {
  it('is added to an existing list', () => {
    expect(readFileSync(join(routes, file), 'utf8')).toContain(`export const ${list} = [`);
  });

  it('has about ten lines', () => {
    expect(sample.trim().split('\n').length).toBeLessThanOrEqual(12);
  });

  it('compiles, but not with a response that its schema does not allow', { timeout: 240_000 }, () => {
    expect(mistakesIn(elsewhere)).toBe('');
    expect(mistakesIn(elsewhere.replace('{ Pong: true }', '{ Pong: 1 }'))).toMatch(/ping\.ts.*TS2\d{3}/);
  });

  it('responds to a call with a token, rejects one without, and is documented', async () => {
    // A service of its own: the tests of this process share the loaded one, which has its routes already.
    vi.resetModules();
    const { groups } = await import('../../sandbox/src/service/http/routes/index.ts');
    const compiled = join(folder, 'asked.js');
    writeFileSync(compiled, (await transform(elsewhere, { loader: 'ts' })).code);
    const route = (await import(/* @vite-ignore */ pathToFileURL(compiled).href)) as {
      [name: string]: RouteList;
    };
    const ping = route[name] as RouteList;
    (groups as Group[]).push({ bases: [ping], load: async () => [ping] });
    // Not the one of the other tests, which holds answers to the document without this route.
    const { createSandbox } = await vi.importActual<typeof SandboxModule>(
      '../../sandbox/src/sandbox/sandbox.ts',
    );
    const { backEnd } = await import('../sandbox/service/http/service.ts');
    const sandbox = createSandbox();
    const api = await backEnd(sandbox);
    const { status, body } = await api('GET', '/api/v1/ping');
    expect([status, body]).toEqual([200, { Pong: true }]);
    expect((await sandbox.fetch('http://sandbox/api/v1/ping')).status).toBe(401);
    const document = (await api('GET', '/openapi.json')).body;
    expect(document.paths['/api/v1/ping'].get.summary).toBe('Ping');
  });
});
