// `node tools/release/package-addresses.mjs`: writes homepage, repository and bugs into both package.json before they are published,
// from the repository that the release runs in. npm refuses provenance for a package that does not name it. A clone has no
// address of its own, so none is committed.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const packages = ['sdk', 'sandbox'];

/** The fields of a package in a folder of the repository. */
export function addresses({ GITHUB_SERVER_URL, GITHUB_REPOSITORY }, directory) {
  if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY)
    throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set: run this in the release workflow.');
  const repository = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  return {
    homepage: `${repository}/tree/main/${directory}#readme`,
    repository: { type: 'git', url: `git+${repository}.git`, directory },
    bugs: `${repository}/issues`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const directory of packages) {
    const file = `${directory}/package.json`;
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(
      file,
      `${JSON.stringify({ ...manifest, ...addresses(process.env, directory) }, null, 2)}\n`,
    );
  }
}
