import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { importDirections } from '../../.ci/import-directions.mjs';

/*
 * The linter holds the import directions of docs/architecture.md (.ci/import-directions.mjs) and finds cycles. It runs here
 * over a small repository whose files break each rule once; that the real ones keep them is the step `format and lint`.
 */

const b = `export const b = 1;`;
const files: { readonly [path: string]: string } = {
  'sandbox/src/state/to-domain.ts': `export { b } from '../domain/b.ts';`,
  'sandbox/src/state/nested/to-http.ts': `export { b } from '../../http/b.ts';`,
  'sandbox/src/state/type-only.ts': `import type { B } from '../domain/b.ts';\nexport type A = B;`,
  'sandbox/src/state/all.ts': `export * from '../domain/b.ts';`,
  'sandbox/src/state/on-demand.ts': `export const load = () => import('../domain/b.ts');`,
  'sandbox/src/domain/to-http.ts': `export { b } from '../http/b.ts';`,
  'sandbox/src/domain/to-host.ts': `export { b } from '../host/b.ts';`,
  'sandbox/src/domain/to-simulation.ts': `export { b } from '../simulation/b.ts';`,
  'sandbox/src/http/to-host.ts': `export { b } from '../host/b.ts';`,
  'sandbox/src/http/to-delivery.ts': `export { b } from '../delivery/b.ts';`,
  'sandbox/src/model/to-state.ts': `export { b } from '../state/b.ts';`,
  'sandbox/src/simulation/to-http.ts': `export { b } from '../http/b.ts';`,
  'sandbox/src/domain/records/to-access.ts': `export { b } from '../access/b.ts';`,
  'sandbox/src/domain/contract-facts/to-pricing.ts': `export { b } from '../pricing/b.ts';`,
  'sandbox/src/domain/payments/to-billing.ts': `export { b } from '../billing/b.ts';`,
  'sandbox/src/domain/billing/to-contracts.ts': `export { b } from '../contracts/b.ts';`,
  'sandbox/src/domain/reversals/to-same-floor.ts': `export { b } from '../contracts/b.ts';`,
  'sandbox/src/domain/contracts/to-orders.ts': `export { b } from '../orders/b.ts';`,
  'sandbox/src/domain/orders/to-stores.ts': `export { b } from '../stores/b.ts';`,
  'sandbox/src/domain/orders/to-tasks.ts': `export { b } from '../tasks.ts';`,
  'sandbox/src/domain/to-floor.ts': `export { b } from './orders/b.ts';`,
  'sandbox/src/domain/attic/no-floor.ts': `export { b } from '../records/b.ts';`,
  'sandbox/src/domain/to-core.ts': `export { b } from '../core.ts';`,
  'sandbox/src/http/to-sandbox.ts': `export { b } from '../sandbox.ts';`,
  'sandbox/src/service/core/core.ts': `export { b } from './http/b.ts';`,
  'sandbox/src/utils/no-layer.ts': `export { b } from '../model/b.ts';`,
  'sandbox/src/domain/to-node.ts': `import fs from 'node:fs';\nexport const read = fs;`,
  'sandbox/src/domain/to-node-without-prefix.ts': `import fs from 'fs';\nexport const read = fs;`,
  'sandbox/src/entries/index.ts': `export { serve } from '@hono/node-server';`,
  'sandbox/src/domain/to-transport.ts': `export { b } from '../../../sdk/src/transport/b.ts';`,
  'sdk/src/operations/to-package.ts': `import Big from 'big.js';\nexport const big = Big;`,
  'sdk/src/operations/to-scope.ts': `export { b } from '@scope/package/b';`,
  'sdk/src/operations/to-sandbox.ts': `export { b } from '../../../sandbox/src/model/b.ts';`,
  'sdk/src/elements/external.ts': `export { b } from './internal.ts';`,
  'sdk/src/react/to-vue.ts': `import { ref } from 'vue';\nexport const made = ref;`,
  'sdk/src/react/to-rest.ts': `export { b } from '../operations/b.ts';`,
  'sdk/src/operations/to-entry.ts': `export { b } from '../react/b.ts';`,
  'sdk/src/operations/to-react.ts': `import { useState } from 'react';\nexport const made = useState;`,
  'sandbox/src/model/cycle-of-types.ts': `import type { B } from './cycle-of-exports.ts';\nexport type A = B;`,
  'sandbox/src/model/cycle-of-exports.ts': `export { C } from './cycle-on-demand.ts';\nexport type B = 1;`,
  'sandbox/src/model/cycle-on-demand.ts': `export const C = () => import('./cycle-of-types.ts');`,
};

const allowed: { readonly [path: string]: string } = {
  'sandbox/src/host/to-http.ts': `export { b } from '../http/b.ts';`,
  'sandbox/src/host/to-node.ts': `export { createServer } from 'node:http';\nexport { serve } from '@hono/node-server';`,
  'sandbox/src/http/to-simulation.ts': `export { b } from '../simulation/b.ts';`,
  'sandbox/src/http/to-domain.ts': `export { b } from '../domain/b.ts';`,
  'sandbox/src/domain/to-state.ts': `export { b } from '../state/b.ts';`,
  'sandbox/src/domain/orders/to-sibling.ts': `export { b } from '../b.ts';`,
  'sandbox/src/domain/orders/to-floors-below.ts': `export { b } from '../records/b.ts';\nexport { b as c } from '../contracts/b.ts';`,
  'sandbox/src/domain/contracts/to-records-of-the-same-name.ts': `export { b } from '../records/orders.ts';`,
  'sandbox/src/service/domain/tasks.ts': `export { b } from './orders/b.ts';`,
  'sandbox/src/state/to-model.ts': `export { b } from '../model/b.ts';`,
  'sandbox/src/simulation/to-rulebook.ts': `export { b } from '../../../sdk/src/payment-data/b.ts';`,
  'sandbox/src/domain/to-codes.ts': `export { b } from '../../../sdk/src/errors/codes.ts';`,
  'sandbox/src/sandbox/sandbox.ts': `export { b } from './core.ts';`,
  'sdk/src/elements/internal.ts': `export { b } from './internal/b.ts';`,
  'sdk/src/react/to-clientlib.ts': `export { configure } from 'clientlib';\nexport { useState } from 'react';`,
  'sdk/src/operations/to-types.ts': `export { b } from '../types/b.ts';`,
};

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

const rules = [
  'lint/style/noRestrictedImports',
  'lint/suspicious/noImportCycles',
  'lint/correctness/noNodejsModules',
];

/** What the linter found, by file. */
const found = new Map<string, string[]>();
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-directions-'));
  const { vcs, $schema, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'));
  const all = { ...files, ...allowed, 'biome.json': JSON.stringify(config) };
  const targets = Object.values({ ...files, ...allowed }).flatMap((source) =>
    [...source.matchAll(/\/(model|state|domain|simulation|delivery|http|host)\/b\.ts'/g)].map(
      ([, layer]) => `sandbox/src/${layer}/b.ts`,
    ),
  );
  for (const target of targets) write(target, b);
  for (const [path, content] of Object.entries(all)) write(path, content);
  mkdirSync(join(folder, '.ci'));
  cpSync('.ci/import-directions.json', join(folder, '.ci/import-directions.json'));
  for (const { category, location } of await lint(folder)) {
    if (!rules.includes(category)) continue;
    const path = location.path.replaceAll('\\', '/');
    found.set(path, [...(found.get(path) ?? []), category]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), `${content}\n`);
}

function lint(cwd: string): Promise<Diagnostic[]> {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  // Not by `--only`, which runs a rule also where the configuration has it off.
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((done, failed) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1e8 }, (_error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout).diagnostics);
      } catch {
        failed(new Error(`${stdout}${stderr}`));
      }
    });
  });
}

describe('the linter rejects', () => {
  it.each(Object.keys(files))('%s', (path) => {
    const cycle = path.includes('cycle');
    const node = path.includes('to-node');
    expect(found.get(path)).toEqual([
      cycle
        ? 'lint/suspicious/noImportCycles'
        : node
          ? 'lint/correctness/noNodejsModules'
          : 'lint/style/noRestrictedImports',
    ]);
  });
});

describe('the linter allows', () => {
  it.each(Object.keys(allowed))('%s', (path) => {
    expect(found.get(path)).toBeUndefined();
  });
});

test('domain and inspector import values only from model files without schemas', () => {
  const schemas = new Set(
    readdirSync('sandbox/src/model').filter((name) =>
      readFileSync(join('sandbox/src/model', name), 'utf8').includes("from 'zod'"),
    ),
  );
  expect(schemas).toContain('order.ts');
  const loaded = ['domain', 'inspector'].flatMap((layer) =>
    readdirSync(join('sandbox/src', layer), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const source = readFileSync(join('sandbox/src', layer, path), 'utf8');
        return [
          ...source.matchAll(/^import (?!type)(?:\{([^}]*)\}|[^;]*?) from '[./]*\/model\/([\w-]+\.ts)'/gm),
        ]
          .filter(([, names = '', file = '']) => schemas.has(file) && /(^|,)\s*(?!type )\w/.test(names))
          .map(([, , file]) => `${layer}/${path}: ${file}`);
      }),
  );
  expect(loaded).toEqual([]);
});

test("the linter's file matches the list of import directions", () => {
  expect(readFileSync('.ci/import-directions.json', 'utf8')).toBe(importDirections());
});
