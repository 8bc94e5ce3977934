import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withBuild } from '../../.ci/ensure-build.mjs';
import { findChromium } from '../../.ci/find-chromium.mjs';
import { ensureInstalled } from '../../.ci/install.mjs';
import { setUp } from '../set-up.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder outside the repository in which both packed packages are installed, and nothing else. */
    consumer: string;
  }
}

/** Packs both packages as `npm publish` would, and installs the tarballs as a user does. */
export const setup = setUp((project) => {
  const places = ['test/compat', 'test/compat/react-18'];
  if (project.name === 'package-night') places.push('test/compat/next', 'examples/hosted/engine');
  places.forEach(ensureInstalled);
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
  // A machine on which `npm ci` alone has run has the packages in its cache, but not what npm asks about them first.
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  npm(consumer, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...files);
  project.provide('consumer', consumer);
  project.provide('chromiumPath', findChromium());
  return () => rmSync(consumer, { recursive: true, force: true });
});
