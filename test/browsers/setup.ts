import { ensureBuild } from '../../.ci/ensure-build.mjs';
import { findBrowsers } from '../../.ci/find-browsers.mjs';
import { ensureInstalled } from '../../.ci/install.mjs';
import { setUp } from '../set-up.ts';
import { buildApps } from './apps.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The program of each engine; for WebKit its driver, and the whole Chromium where the shell has no autofill. */
    browserPaths: { chromium: string; firefox: string; webkit: string; autofill: string };
  }
}

/** Once for all engines: the pages load the built scripts. */
export const setup = setUp(async (project) => {
  ensureInstalled('test/browsers');
  ensureBuild();
  await buildApps();
  project.provide('browserPaths', findBrowsers());
});
