import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/** Apps of foreign frameworks, other engines, processes that are killed, and every command of the guides: each night, and by `.ci/run --all`. */
const apart = [
  'test/package/{crash,framework-samples,guide-commands,hosted-crash,newest,next,sigterm-advance,spa}.test.ts',
  'test/package/{webhooks-after-sigterm,webhooks-anywhere}.test.ts',
];

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
            exclude: apart,
            globalSetup: 'test/package/setup.ts',
          },
        },
        {
          extends: true,
          test: { name: 'package-night', include: apart, globalSetup: 'test/package/setup.ts' },
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
