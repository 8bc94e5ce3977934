import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['test/house/broken-rule/broken.ts'],
    setupFiles: 'test/name-broken-rules.ts',
  },
});
