// `dist/sbom.cdx.json` of each package: what is in its bundles and what npm installs beside it, as CycloneDX. `npm sbom`
// describes every installed package; Rollup says which of them a bundle contains, because no lock file knows which of our
// development dependencies is bundled.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';

export const billName = 'sbom.cdx.json';

const manifestOf = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const refOf = ({ name, version }) => `${name}@${version}`;
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));

let described;

function describeInstalled() {
  described ??= JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], {
      encoding: 'utf8',
      maxBuffer: 1e8,
      shell: process.platform === 'win32',
    }),
  );
  return described;
}

/** The package that a module belongs to. The modules of plugins have a zero byte before their path, or no path. */
function packageOf(moduleId) {
  const path = relative('.', moduleId.replace(/^\0/, '')).replaceAll('\\', '/');
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+|sdk|sandbox)\//.exec(path) ?? [];
  return folder && refOf(manifestOf(folder));
}

/** The references of a package's dependencies, and of theirs. */
function installedWith({ dependencies = {} }, direct, dependenciesOf) {
  const found = new Set(direct.filter((ref) => nameOf(ref) in dependencies));
  for (const ref of found) for (const next of dependenciesOf.get(ref)) found.add(next);
  return found;
}

/**
 * What the bill says of a package. For npm, those of this repository have the names of their folders. A hash of each would be a
 * tenth of the bill, and npm checks it from the lock file.
 */
const shown = ({ hashes: _, scope: __, properties: ___, ...component }) => ({
  ...component,
  name: nameOf(component['bom-ref']),
  externalReferences: component.externalReferences?.filter(({ type }) => type !== 'distribution'),
});

function billOf(folder, bundled) {
  const { serialNumber: _, metadata, components, dependencies, ...bill } = describeInstalled();
  const dependenciesOf = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const root = refOf(manifestOf(folder));
  const direct = dependenciesOf.get(root);
  const listed = new Set([...bundled, ...installedWith(manifestOf(folder), direct, dependenciesOf)]);
  listed.delete(root);
  const listedOf = (ref) => dependenciesOf.get(ref).filter((other) => listed.has(other));
  const needed = new Set([...listed].flatMap(listedOf));
  const first = [...listed].filter((ref) => direct.includes(ref) || !needed.has(ref));
  const component = shown(components.find(({ 'bom-ref': ref }) => ref === root));
  return {
    ...bill,
    // Without a time: the same sources, installed by the same npm, give the same bytes.
    metadata: { lifecycles: metadata.lifecycles, tools: [{ vendor: 'npm', name: 'cli' }], component },
    components: components
      .filter(({ 'bom-ref': ref }) => listed.has(ref))
      .map((component) => ({
        ...shown(component),
        properties: [{ name: 'cdx:npm:package:bundled', value: String(bundled.has(component['bom-ref'])) }],
      })),
    dependencies: [
      { ref: root, dependsOn: first.sort() },
      ...[...listed].sort().map((ref) => ({ ref, dependsOn: listedOf(ref) })),
    ],
  };
}

/**
 * A plugin for all bundles of one package. Each bundle adds what it contains, and writes the file again.
 *
 * @param {string} folder of the package, as `sandbox`
 */
export function billOfMaterials(folder) {
  const bundled = new Set();
  return {
    name: 'bill-of-materials',
    async writeBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}));
      for (const [id, { renderedLength }] of modules) {
        const found = renderedLength > 0 ? packageOf(id) : undefined;
        if (found) bundled.add(found);
      }
      await mkdir(`${folder}/dist`, { recursive: true });
      await writeFile(`${folder}/dist/${billName}`, `${JSON.stringify(billOf(folder, bundled))}\n`);
    },
  };
}
