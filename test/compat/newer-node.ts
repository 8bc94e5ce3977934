import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Programs that npm has by platform, installed when a test needs them: a newer Node, where the tests run on an older one, and
 * other runtimes. The package `node` is a script that installs one of these.
 */

/** Path of a program, or why there is none. */
export type Program = { readonly path: string } | { readonly missing: string };

const isWindows = process.platform === 'win32';
const platform = isWindows ? 'windows' : process.platform;
const node = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/** A program of a package, which is installed into a folder of the cache. */
function programOf(folder: string, name: string, version: string, file: string): Program {
  const path = join('.cache', folder, 'node_modules', name, `${file}${isWindows ? '.exe' : ''}`);
  if (existsSync(path)) return { path };
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    execFileSync('npm', ['install', '--prefix', join('.cache', folder), ...options, `${name}@${version}`], {
      stdio: 'pipe',
      timeout: 120_000,
      shell: isWindows,
    });
    execFileSync(path, ['--version']);
    return { path };
  } catch (error) {
    return {
      missing: `${name}@${version} could not be had from npm: ${(error as Error).message.split('\n')[0]}`,
    };
  }
}

/** The newest Node of a major version. */
export const nodeOf = (major: number): Program => programOf(`node-${major}`, node, `${major}`, 'bin/node');

export const bun = (): Program =>
  programOf(
    'bun',
    `@oven/bun-${platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`,
    'latest',
    'bin/bun',
  );

export const deno = (): Program =>
  programOf(
    'deno',
    `@deno/${isWindows ? 'win32' : process.platform}-${process.arch}${platform === 'linux' ? '-glibc' : ''}`,
    'latest',
    'deno',
  );

/** A Node of at least version 22.12, which MSW 3 and newer tools need. */
export function newerNode(): Program {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return { path: process.execPath };
  return nodeOf(24);
}
