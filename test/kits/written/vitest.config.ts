import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import root from '../../../vitest.config.ts';

/** The sources in place of the packages: a bug is planted in them. */
const sources = {
  ...(root.plugins === undefined ? {} : { plugins: root.plugins }),
  ...(root.resolve === undefined ? {} : { resolve: root.resolve }),
};

/** Runs tests that the sandbox has written, in `WRITTEN_TESTS`, with the built packages, as their users do. */
export default defineConfig({
  ...(process.env['WRITTEN_FOR'] === 'sources' ? sources : {}),
  test: {
    root: process.env['WRITTEN_TESTS'] ?? '',
    include: ['*.test.ts'],
    reporters: 'json',
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: resolve('.cache/vitest') },
    // On a busy machine.
    testTimeout: 60_000,
  },
});
