import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureInstalled } from '../../.ci/install.mjs';

/*
 * The rules of tools/directions over a small repository whose files break each kind of rule once; that the real ones keep
 * them is the step `import directions` of `npm run check`.
 */

const src = 'sandbox/src';
const service = `${src}/service`;

/** Files that import the ones named, and the rule that refuses it. */
const refused: readonly (readonly [file: string, imported: string, rule: string])[] = [
  [`${src}/sandbox/to-clients.ts`, `${src}/clients/kit/b.ts`, 'sandbox/src/sandbox'],
  [`${src}/utils/b.ts`, `${src}/sandbox/b.ts`, 'unknown in sandbox/src'],
  [`${src}/hosts/node/to-inspector.ts`, `${src}/served/inspector/b.ts`, 'bundled pages'],
  [`${src}/clients/kit/to-explore.ts`, `${src}/clients/explore/b.ts`, 'clients/kit'],
  [`${src}/clients/kit/to-storage.ts`, `${service}/storage/b.ts`, 'service of clients'],
  [`${src}/clients/kit/to-billing.ts`, `${service}/domain/billing/b.ts`, 'service of clients'],
  [`${src}/clients/kit/to-agents.ts`, `${src}/served/agents/b.ts`, 'agents of clients'],
  [`${src}/served/agents/to-state.ts`, `${service}/state/b.ts`, 'service of served'],
  [`${src}/served/agents/to-inspector.ts`, `${src}/served/inspector/b.ts`, 'served/agents'],
  [`${service}/state/to-domain.ts`, `${service}/domain/records/b.ts`, 'sandbox/src/service/state'],
  [`${service}/simulation/to-storage.ts`, `${service}/storage/b.ts`, 'sandbox/src/service/simulation'],
  [`${service}/attic/b.ts`, `${service}/model/b.ts`, 'unknown in sandbox/src/service'],
  [`${service}/http/wire/to-zones.ts`, `${service}/http/zones/b.ts`, 'sandbox/src/service/http/wire'],
  [`${service}/http/loose.ts`, `${service}/model/b.ts`, 'unknown in sandbox/src/service/http'],
  [
    `${service}/domain/billing/to-orders.ts`,
    `${service}/domain/orders/b.ts`,
    'sandbox/src/service/domain/billing',
  ],
  [
    `${service}/domain/reversals/to-same-floor.ts`,
    `${service}/domain/contracts/b.ts`,
    'sandbox/src/service/domain/reversals',
  ],
  [`${service}/domain/orders/to-tasks.ts`, `${service}/domain/tasks.ts`, 'sandbox/src/service/domain/orders'],
  [
    `${service}/domain/basics/to-records.ts`,
    `${service}/domain/records/b.ts`,
    'sandbox/src/service/domain/basics',
  ],
  [`${service}/domain/orders/to-schema.ts`, `${service}/model/order.ts`, 'schemas'],
  [`${service}/domain/orders/to-transport.ts`, 'sdk/src/transport/b.ts', 'SDK in the sandbox'],
  [`${service}/http/answers/to-elements.ts`, 'sdk/src/elements/b.ts', 'SDK in the sandbox'],
  [`${service}/domain/orders/to-node.ts`, 'node:fs', 'Node'],
  [`${src}/entries/to-server.ts`, '@hono/node-server', 'Node'],
  ['sdk/src/operations/to-sandbox.ts', `${service}/model/b.ts`, 'sandbox in the SDK'],
  ['sdk/src/operations/to-package.ts', 'big.js', 'packages of the SDK'],
  ['sdk/src/operations/to-entry.ts', 'sdk/src/react/b.ts', 'entry in the SDK'],
  ['sdk/src/elements/to-inside.ts', 'sdk/src/elements/internal/b.ts', 'inside of the payment form'],
  ['sdk/src/react/to-rest.ts', 'sdk/src/operations/b.ts', 'clientlib/react'],
  ['sdk/src/react/to-peer-of-another.ts', 'vue', 'clientlib/react'],
];

const allowed: readonly (readonly [file: string, imported: string])[] = [
  [`${src}/entries/b.ts`, `${src}/hosts/node/b.ts`],
  [`${src}/hosts/node/to-node.ts`, 'node:http'],
  [`${src}/clients/explore/to-kit.ts`, `${src}/clients/kit/b.ts`],
  [`${service}/http/app.ts`, `${service}/http/routes/rest/b.ts`],
  [`${service}/http/answers/to-texts.ts`, 'sdk/src/elements/internal/texts/b.ts'],
  [`${service}/domain/tasks.ts`, `${service}/domain/orders/b.ts`],
  [`${service}/domain/contracts/to-records.ts`, `${service}/domain/records/b.ts`],
  [`${service}/simulation/to-payment-data.ts`, 'sdk/src/payment-data/b.ts'],
  ['sdk/src/elements/internal.ts', 'sdk/src/elements/internal/b.ts'],
  ['sdk/src/react/to-clientlib.ts', 'clientlib'],
];

const circles = {
  [`${service}/model/type.ts`]: `import type { B } from './export.ts';\nexport type A = B;`,
  [`${service}/model/export.ts`]: `export { C } from './on-demand.ts';\nexport type B = 1;`,
  [`${service}/model/on-demand.ts`]: `export const C = () => import('./type.ts');`,
  [`${src}/hosts/browser/to-node.ts`]: `export { b } from '../node/apart.ts';`,
  [`${src}/hosts/browser/apart.ts`]: 'export const b = 1;',
  [`${src}/hosts/node/to-browser.ts`]: `export { b } from '../browser/apart.ts';`,
  [`${src}/hosts/node/apart.ts`]: 'export const b = 1;',
};

/** The rules that each file or folder breaks. */
const broken = new Map<string, string[]>();
let repository = '';

beforeAll(async () => {
  ensureInstalled('tools/directions');
  const { wrongDirections } = await import('../../tools/directions/check.mjs');
  repository = mkdtempSync(join(tmpdir(), 'imports-'));
  const pairs = [...refused, ...allowed];
  const write = (path: string, text: string) => {
    mkdirSync(join(repository, dirname(path)), { recursive: true });
    writeFileSync(join(repository, path), `${text}\n`);
  };
  for (const [, target] of pairs) if (target.includes('/src/')) write(target, 'export const b = 1;');
  for (const [path, target] of pairs) {
    const up = '../'.repeat(path.split('/').length - 1);
    write(path, `export * from '${target.includes('/src/') ? `${up}${target}` : target}';`);
  }
  for (const [path, text] of Object.entries(circles)) write(path, text);
  for (const { from, rule } of await wrongDirections(repository))
    broken.set(from, [...(broken.get(from) ?? []), rule]);
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

it.each(refused)('refuses %s, which imports %s', (path, _target, rule) => {
  expect(broken.get(path)).toContain(rule);
});

it.each(allowed)('allows %s, which imports %s', (path) => {
  expect(broken.get(path)).toBeUndefined();
});

it('refuses a circle of files, through types and imports on demand too', () => {
  const found = ['type', 'export', 'on-demand'].flatMap((name) => broken.get(`${service}/model/${name}.ts`));
  expect(found).toContain('circle of files');
});

it('refuses a circle of folders without a circle of files', () => {
  expect(broken.get(`${src}/hosts/browser`)).toEqual(['circle of folders']);
  expect(broken.get(`${src}/hosts/node`)).toEqual(['circle of folders']);
  expect(broken.get(`${src}/hosts/node/to-browser.ts`)).toBeUndefined();
});
