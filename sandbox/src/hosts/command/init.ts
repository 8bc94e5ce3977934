import { cp, stat } from 'node:fs/promises';
import { join } from 'node:path';

const worker = ['clientlib-sandbox-worker.js', 'clientlib-sandbox-worker'] as const;

/** The files that `init` copies into a public folder, by kind of browser host. */
const files = {
  serviceWorker: worker,
  shell: ['clientlib-sandbox-shell.html', 'clientlib-sandbox-shell.js', ...worker],
} as const;

/**
 * Copies the files of a browser host into the folder from which a page's own files are served.
 *
 * @param source the folder `browser` of this package
 * @returns the names of the written files
 * @throws Error if the folder does not exist: a typo should not create one
 */
export async function init(
  source: string,
  publicFolder: string,
  kind: keyof typeof files,
): Promise<readonly string[]> {
  const target = await stat(publicFolder).catch(() => undefined);
  if (target === undefined || !target.isDirectory()) {
    throw new Error(
      `init: the folder "${publicFolder}" does not exist. Expected the folder that your web server serves, such as public.`,
    );
  }
  for (const name of files[kind]) {
    await cp(join(source, name), join(publicFolder, name), { recursive: true });
  }
  return files[kind];
}
