import { ensureBuild } from '../../.ci/ensure-build.mjs';
import { findChromium } from '../../.ci/find-chromium.mjs';
import { setUp } from '../set-up.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Chromium of the end-to-end tests is. */
    chromiumPath: string;
    /** Whether pages without options of their own share a context: where each change waits for the tests. */
    sharesContext: boolean;
  }
}

/** Once for all end-to-end tests: the pages load the built scripts, and need a browser. Some hosts need the whole build. */
export const setup = setUp((project) => {
  ensureBuild(project.name === 'e2e' ? 'start' : 'everything');
  project.provide('chromiumPath', findChromium());
  project.provide('sharesContext', project.name === 'e2e' || project.name === 'pages');
});
