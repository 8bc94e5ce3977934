import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../.ci/ensure-build.mjs';
import { findBrowsers } from '../../.ci/find-browsers.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The program of each engine; for WebKit its driver. */
    browserPaths: { chromium: string; firefox: string; webkit: string };
  }
}

/** Once for all engines: the pages load the built scripts. */
export function setup(project: TestProject): void {
  ensureBuild();
  project.provide('browserPaths', findBrowsers());
}
