import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { withBuild } from '../../.ci/ensure-build.mjs';
import { findChromium } from '../../.ci/find-chromium.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder outside the repository in which both packed packages are installed, and nothing else. */
    consumer: string;
  }
}

/** Packs both packages as `npm publish` would, and installs the tarballs as a user does. */
export function setup(project: TestProject): () => void {
  const consumer = mkdtempSync(join(tmpdir(), 'clientlib-consumer-'));
  const tarballs = join(consumer, 'tarballs');
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
  mkdirSync(tarballs);
  withBuild(() => npm(resolve('.'), 'pack', '--workspaces', '--pack-destination', tarballs));
  writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true }\n');
  // Offline: the dependencies of the sandbox are in the cache of npm, and nothing else may be needed.
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  npm(consumer, 'install', '--offline', '--no-audit', '--no-fund', '--omit=peer', ...files);
  project.provide('consumer', consumer);
  project.provide('chromiumPath', findChromium());
  return () => rmSync(consumer, { recursive: true, force: true });
}
