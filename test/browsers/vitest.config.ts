import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/** `npm run test:browsers`. Not a project of the main configuration, so that `npm test` needs Chromium alone. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    root: new URL('../..', import.meta.url).pathname,
    test: {
      name: 'browsers',
      include: ['test/browsers/**/*.test.ts'],
      globalSetup: 'test/browsers/setup.ts',
      // One for each engine: the slowest of them decides how long it takes.
      maxWorkers: 3,
      testTimeout: 60_000,
    },
  }),
);
