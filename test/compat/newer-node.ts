import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/*
 * MSW 3 needs a newer Node than the sandbox does. Where the tests run on an older one, a newer one comes from npm: the
 * package `node` is a script that installs one of these, by platform.
 */

const folder = '.cache/node-24';
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Path of a Node of at least version 22.12, or why there is none. */
export function newerNode(): { readonly path: string } | { readonly missing: string } {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return { path: process.execPath };
  if (existsSync(binary)) return { path: binary };
  try {
    execFileSync(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        `${name}@24`,
      ],
      { stdio: 'pipe', timeout: 120_000, shell: process.platform === 'win32' },
    );
    execFileSync(binary, ['--version']);
    return { path: binary };
  } catch (error) {
    return { missing: `${name}@24 could not be had from npm: ${(error as Error).message.split('\n')[0]}` };
  }
}
