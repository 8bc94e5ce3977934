import { defineConfig } from 'vitest/config';
import root from '../../../vitest.config.ts';

/** Runs tests that the sandbox has written, in `WRITTEN_TESTS`, with the sources. */
export default defineConfig({
  ...(root.plugins === undefined ? {} : { plugins: root.plugins }),
  ...(root.resolve === undefined ? {} : { resolve: root.resolve }),
  test: {
    root: process.env['WRITTEN_TESTS'] ?? '',
    include: ['*.test.ts'],
    reporters: 'json',
    // On a busy machine.
    testTimeout: 60_000,
  },
});
