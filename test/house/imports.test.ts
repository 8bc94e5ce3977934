import { describe, expect, it } from 'vitest';
import { importViolations, packageSources, requestsOf } from '../../.ci/import-directions.mjs';

const violations = (files: Record<string, string>) => importViolations(new Map(Object.entries(files)));

describe('imports of the packages', () => {
  it('all run in the direction of the architecture', async () => {
    const sources = await packageSources();
    expect(sources.size).toBeGreaterThan(20);
    expect(importViolations(sources)).toEqual([]);
  });
});

describe('the check of import directions', () => {
  it.each([
    ['state', 'domain'],
    ['state', 'http'],
    ['domain', 'http'],
    ['domain', 'host'],
    ['domain', 'simulation'],
    ['http', 'host'],
    ['model', 'state'],
    ['simulation', 'http'],
  ])('refuses %s importing %s', (from, to) => {
    const path = `sandbox/src/${from}/a.ts`;
    const target = `sandbox/src/${to}/b.ts`;
    expect(violations({ [path]: `import { b } from '../${to}/b.ts';`, [target]: '' })).toEqual([
      `${path} imports ${target}: ${from} must not know ${to}`,
    ]);
  });

  it.each([
    ['host', 'http'],
    ['http', 'domain'],
    ['http', 'simulation'],
    ['domain', 'state'],
    ['state', 'model'],
  ])('allows %s importing %s', (from, to) => {
    const files = {
      [`sandbox/src/${from}/a.ts`]: `import { b } from '../${to}/b.ts';`,
      [`sandbox/src/${to}/b.ts`]: '',
    };
    expect(violations(files)).toEqual([]);
  });

  it('lets sandbox.ts alone join simulation and http, over core.ts', () => {
    const imports = `import './simulation/a.ts'; import './http/b.ts';`;
    expect(violations({ 'sandbox/src/sandbox.ts': imports })).toEqual([]);
    const core = { 'sandbox/src/core.ts': `import './simulation/a.ts'; import './http/b.ts';` };
    expect(violations(core)).toEqual([
      'sandbox/src/core.ts imports sandbox/src/http/b.ts: core must not know http',
    ]);
    expect(violations({ 'sandbox/src/domain/a.ts': `import '../core.ts';` })).toHaveLength(1);
    expect(violations({ 'sandbox/src/http/a.ts': `import '../sandbox.ts';` })).toHaveLength(1);
  });

  it.each(['node:fs', 'fs', 'fs/promises', '@hono/node-server'])('refuses %s outside host/', (name) => {
    const source = `import x from '${name}';`;
    expect(violations({ 'sandbox/src/domain/a.ts': source })).toHaveLength(1);
    expect(violations({ 'sandbox/src/index.ts': source })).toHaveLength(1);
    expect(violations({ 'sandbox/src/host/a.ts': source })).toEqual([]);
  });

  it('refuses a dependency of the SDK', () => {
    expect(violations({ 'sdk/src/portal.ts': `import Big from 'big.js';` })).toHaveLength(1);
    expect(violations({ 'sdk/src/portal.ts': `import '../../sandbox/src/index.ts';` })).toHaveLength(1);
  });

  it('lets an entry of the SDK import ClientLib by name and its own peer, and nothing else', () => {
    const entry = (source: string) => violations({ 'sdk/src/react/a.ts': source });
    expect(entry(`import 'clientlib'; import 'react'; import './b.ts';`)).toEqual([]);
    expect(entry(`import 'vue';`)).toHaveLength(1);
    expect(entry(`import { Signup } from '../operations/signup.ts';`)).toHaveLength(1);
    expect(violations({ 'sdk/src/client-lib.ts': `import './react/index.ts';` })).toHaveLength(1);
    expect(violations({ 'sdk/src/client-lib.ts': `import 'react';` })).toHaveLength(1);
  });

  it('refuses the inside of the payment form on the page', () => {
    const files = {
      'sdk/src/elements/external.ts': `import { start } from './internal.ts';`,
      'sdk/src/elements/internal.ts': `import './internal-fields.ts'; import './protocol.ts';`,
    };
    expect(violations(files)).toEqual([
      expect.stringContaining('sdk/src/elements/external.ts imports sdk/src/elements/internal.ts'),
    ]);
  });

  it('refuses a folder that is no layer', () => {
    const files = { 'sandbox/src/utils/a.ts': `import '../model/b.ts';`, 'sandbox/src/model/b.ts': '' };
    expect(violations(files)).toEqual([`sandbox/src/utils/a.ts: 'utils' is no layer of the sandbox`]);
  });

  it('names the files of a circle', () => {
    const files = {
      'sandbox/src/model/a.ts': `import type { B } from './b.ts';`,
      'sandbox/src/model/b.ts': `export { C } from './c.ts';`,
      'sandbox/src/model/c.ts': `const a = await import('./a.ts');`,
    };
    expect(violations(files)).toEqual([
      'Files import each other in a circle: sandbox/src/model/a.ts → sandbox/src/model/b.ts → sandbox/src/model/c.ts → sandbox/src/model/a.ts',
    ]);
  });

  it('sees every way to name a module', () => {
    const source = `
      import a from 'a'; import type { B } from 'b'; import 'c'; export * from 'd'; export { e } from 'e';
      export const f = () => import('f'); export type G = import('g').G; // import 'not this'`;
    expect(requestsOf('x.ts', source).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });
});
