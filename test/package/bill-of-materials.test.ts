import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

/*
 * The CycloneDX bill of materials of the packed and installed packages. What it lists is compared with what others say of
 * the same files: the licence texts (collected by rollup-plugin-license) and what npm has installed. `npm run check:release`
 * checks it against the schema of CycloneDX.
 */

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: unknown[];
  properties?: { name: string; value: string }[];
  components?: Component[];
}
interface Bill {
  specVersion: string;
  metadata: { component: Component; tools: { components: Component[] } };
  components?: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

const file = (name: string, path: string) =>
  readFile(join(inject('consumer'), 'node_modules', name, path), 'utf8');
const billOf = async (name: string) => JSON.parse(await file(name, 'dist/sbom.cdx.json')) as Bill;
const versioned = ({ name, version }: Component) => `${name}@${version}`;
const isBundled = ({ properties }: Component) =>
  properties?.some(({ name, value }) => name === 'cdx:npm:package:bundled' && value === 'true') === true;

it.each(['clientlib', 'clientlib-sandbox'])(
  '%s contains a CycloneDX bill of materials of itself',
  async (name) => {
    const text = await file(name, 'dist/sbom.cdx.json');
    const { version } = JSON.parse(await file(name, 'package.json'));
    const { specVersion, metadata } = JSON.parse(text) as Bill;
    expect(specVersion).toBe('1.5');
    expect(metadata.component).toMatchObject({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
    });
  },
);

it('that of clientlib lists no other package', async () => {
  const { components = [] } = await billOf('clientlib');
  expect(components).toEqual([]);
});

it('that of the sandbox lists its bundled packages, as the licence texts do, and clientlib', async () => {
  const { components = [] } = await billOf('clientlib-sandbox');
  const licences = await file('clientlib-sandbox', 'dist/THIRD-PARTY-LICENSES.txt');
  const licensed = [...licences.matchAll(/^Name: (.+)\nVersion: (.+)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
  const { version } = JSON.parse(await file('clientlib', 'package.json'));
  expect(components.filter(isBundled).map(versioned).sort()).toEqual(
    [...licensed, `clientlib@${version}`].sort(),
  );
  expect(licensed.map((one) => one.replace(/@[^@]+$/, ''))).toEqual(
    expect.arrayContaining(['hono', 'zod', 'pdfkit', 'minisearch', '@hono/node-server']),
  );
  for (const component of components) expect(component.licenses, versioned(component)).toHaveLength(1);
});

it('that of the sandbox lists what npm installs with it', async () => {
  const lock = JSON.parse(await file('.', '.package-lock.json')) as {
    packages: Record<string, { version: string }>;
  };
  const installed = Object.entries(lock.packages)
    .filter(([path]) => !/^node_modules\/clientlib(-sandbox)?$/.test(path))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
  const { components = [] } = await billOf('clientlib-sandbox');
  expect(components.map(versioned)).toEqual(expect.arrayContaining(installed));
  expect(components.filter((component) => !isBundled(component)).map(versioned)).toEqual([]);
  expect(installed.map((one) => one.replace(/@[^@]+$/, ''))).toEqual(['hono']);
});

it('every listed package is a dependency of the package or of a listed one', async () => {
  const { metadata, components = [], dependencies } = await billOf('clientlib-sandbox');
  const reached = new Set<string>();
  const visit = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? []) visit(next);
  };
  visit(metadata.component['bom-ref']);
  expect([...reached].sort()).toEqual(
    [metadata.component, ...components].map((component) => component['bom-ref']).sort(),
  );
});
