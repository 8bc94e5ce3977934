import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};
const root = new URL('../..', import.meta.url).pathname;

/** The forms in which the SDK is shipped, each by the module that has its exports. */
const forms = {
  'ES module': 'sdk/dist/index.js',
  CommonJS: 'test/shipped/commonjs.ts',
  script: 'test/shipped/script.ts',
};

/** Tests that use the SDK by its public names alone. */
const include = [
  'test/spec/**/*.test.ts',
  'test/sdk/{finalize,hostile-answers,operation-names,payment,portal,signup,transport,with-sandbox}.test.ts',
];

/** `npm run test:shipped`: the built files in place of the sources. */
export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      root,
      projects: Object.entries(forms).map(([name, file]) => ({
        extends: true as const,
        resolve: { alias: [{ find: /^clientlib$/, replacement: root + file }] },
        test: { name, include, isolate: false, globalSetup: 'test/shipped/setup.ts' },
      })),
    },
  }),
);
