import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    name: 'package',
    include: ['test/house/broken-rule/broken.ts'],
    globalSetup: 'test/house/broken-set-up/set-up.ts',
    // As in the repository's own configuration.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
  },
});
