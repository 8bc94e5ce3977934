import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../.ci/ensure-build.mjs';
import { findChromium } from '../../.ci/find-chromium.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Chromium of the end-to-end tests is. */
    chromiumPath: string;
  }
}

/** Once for all end-to-end tests: the pages load the built scripts, and need a browser. */
export function setup(project: TestProject): void {
  ensureBuild();
  project.provide('chromiumPath', findChromium());
}
