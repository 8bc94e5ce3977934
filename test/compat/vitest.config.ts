import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/** `npm run test:compat`: the packed packages, and what they must get on with. Not in `npm test`, as it installs much. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      root: new URL('../..', import.meta.url).pathname,
      testTimeout: 120_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'package',
            include: ['test/package/**/*.test.ts'],
            globalSetup: 'test/package/setup.ts',
          },
        },
        {
          extends: true,
          test: {
            name: 'compat',
            include: ['test/compat/*.test.ts'],
            globalSetup: ['test/compat/setup.ts', 'test/e2e/setup.ts'],
          },
        },
      ],
    },
  }),
);
