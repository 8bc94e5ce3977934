// `dist/sbom.cdx.json` of each package: what is in its bundles and what npm installs beside it, as CycloneDX. The models,
// the serializer and the schema are those of the CycloneDX library; Rollup says which modules a bundle contains, because
// no lock file knows which of our development dependencies is bundled.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import normalizePackageData from 'normalize-package-data';
import { PackageURL } from 'packageurl-js';
import parseSpdxExpression from 'spdx-expression-parse';

export const billName = 'sbom.cdx.json';

const version = Spec.Version.v1dot6;
const { Builders, Factories } = Contrib.FromNodePackageJson;
const references = new Factories.ExternalReferenceFactory();
const components = new Builders.ComponentBuilder(
  references,
  new Contrib.License.Factories.LicenseFactory(parseSpdxExpression),
);

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folder of the package that a module belongs to. Many packages have a package.json without a name in a subfolder. */
function packageFolder(moduleId) {
  for (let folder = dirname(resolve(moduleId.replace(/^\0/, ''))); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      const { name, version } = manifestOf(folder);
      if (name && version) return folder;
    }
    if (folder === dirname(folder)) return undefined;
  }
}

/** Returns the folder in which Node finds a dependency of a package; undefined if it is not installed. */
function dependencyFolder(name, from) {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The package and everything that npm installs for it. */
function installedWith(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    const dependency = dependencyFolder(name, folder);
    if (dependency) installedWith(dependency, found);
  }
  return found;
}

function component(folder, type) {
  const manifest = manifestOf(folder);
  normalizePackageData(manifest);
  const made = components.makeComponent(manifest, type);
  const [name, scope] = manifest.name.split('/').reverse();
  made.purl = new PackageURL('npm', scope, name, manifest.version).toString();
  made.bomRef.value = made.purl;
  // In which field of a manifest an address was found helps nobody.
  for (const reference of made.externalReferences) reference.comment = undefined;
  return made;
}

const isBundled = (value) => new Models.Property('cdx:npm:package:bundled', String(value));

function billOf(packageFolderName, bundled) {
  const manifest = manifestOf(packageFolderName);
  const root = component(packageFolderName, Enums.ComponentType.Library);
  const installed = Object.keys(manifest.dependencies ?? {})
    .map((name) => dependencyFolder(name, packageFolderName))
    .flatMap((folder) => [...installedWith(folder)]);
  const folders = [...new Set([...bundled, ...installed])].sort();
  const byFolder = new Map(folders.map((folder) => [folder, component(folder, Enums.ComponentType.Library)]));
  const needed = new Set();
  for (const [folder, made] of byFolder) {
    made.properties.add(isBundled(bundled.has(folder)));
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const dependency = byFolder.get(dependencyFolder(name, folder));
      if (!dependency) continue;
      made.dependencies.add(dependency.bomRef);
      needed.add(dependency);
    }
  }
  const named = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const made of byFolder.values()) {
    const name = made.group ? `${made.group}/${made.name}` : made.name;
    if (name in named || !needed.has(made)) root.dependencies.add(made.bomRef);
  }
  // Without a time and a serial number: the same sources give the same bytes.
  const tool = component('node_modules/@cyclonedx/cyclonedx-library', Enums.ComponentType.Library);
  return new Models.Bom({
    metadata: new Models.Metadata({
      component: root,
      lifecycles: new Models.LifecycleRepository([Enums.LifecyclePhase.Build]),
      tools: new Models.Tools({ components: new Models.ComponentRepository([tool]) }),
    }),
    components: new Models.ComponentRepository(byFolder.values()),
  });
}

/**
 * A plugin for all bundles of one package. Each bundle adds what it contains, and writes the file again.
 *
 * @param {string} name folder of the package, as `sandbox`
 */
export function billOfMaterials(name) {
  const bundled = new Set();
  const own = resolve(name);
  return {
    name: 'bill-of-materials',
    async writeBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}));
      for (const [id, { renderedLength }] of modules) {
        const folder = renderedLength > 0 ? packageFolder(id) : undefined;
        if (folder && folder !== own && folder !== resolve('.')) bundled.add(folder);
      }
      const serializer = new Serialize.JsonSerializer(
        new Serialize.JSON.Normalize.Factory(Spec.SpecVersionDict[version]),
      );
      const text = serializer.serialize(billOf(own, bundled), { sortLists: true });
      await mkdir(join(name, 'dist'), { recursive: true });
      await writeFile(join(name, 'dist', billName), `${text}\n`);
    },
  };
}

/** Returns the errors of a bill of materials against the CycloneDX schema. */
export async function billMistakes(text) {
  const mistakes = await new Validation.JsonStrictValidator(version).validate(text);
  return mistakes === null ? [] : mistakes;
}
