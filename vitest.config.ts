import { defineConfig } from 'vitest/config';
import { apiReferenceText } from './.ci/api-reference-text.mjs';
import { clientlibFromSource } from './.ci/clientlib-text.mjs';
import { documentationText } from './.ci/documentation-text.mjs';
import { inspectorFromSource } from './.ci/inspector-text.mjs';
import { TestSequencer } from './.ci/test-sequencer.mjs';

const source = (path: string) => new URL(path, import.meta.url).pathname;
const elsewhere = ['spec', 'contract', 'package', 'clients', 'compat', 'e2e', 'browsers'].map(
  (name) => `test/${name}/**`,
);

/** The sandbox as a whole, for seconds: thousands of steps, servers, disks, compilers. Not for every change of a line. */
const system = [
  'test/{examples,hosted,house,kits,security}/**/*.test.ts',
  'test/sandbox/{host,lives,storage}/**/*.test.ts',
  'test/sandbox/http/{clock-job,hostile,model,openapi,stream}.test.ts',
  'test/sandbox/delivery/{delivery,every-event}.test.ts',
  'test/sandbox/stores/store-lives.property.test.ts',
  'test/sdk/{import,script-tag}.test.ts',
];

/** Files that run in the same worker share one graph of modules. */
const shared = { isolate: false };

export default defineConfig({
  plugins: [
    apiReferenceText('inline'),
    documentationText('inline'),
    clientlibFromSource(),
    inspectorFromSource(),
  ],
  resolve: {
    alias: [
      // As the packages bundle it: the build for every engine, not the one that needs Node's streams.
      { find: /^pdfkit$/, replacement: source('./node_modules/pdfkit/js/pdfkit.browser.mjs') },
      { find: /^clientlib$/, replacement: source('./sdk/src/index.ts') },
      {
        find: /^clientlib\/(custom-element|drop-in|react|testing|vue|webhooks)$/,
        replacement: source('./sdk/src/$1/index.ts'),
      },
      { find: /^@jest\/globals$/, replacement: source('./test/kits/jest-globals.ts') },
      { find: /^clientlib-sandbox$/, replacement: source('./sandbox/src/index.ts') },
      { find: /^clientlib-sandbox\/(.*)$/, replacement: source('./sandbox/src/$1.ts') },
    ],
  },
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: TestSequencer },
    // What the sources become is kept by their content: the next run reads it instead of making it again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    globalSetup: 'test/openapi-document.ts',
    setupFiles: ['test/validate-answers.ts', 'test/name-broken-rules.ts', 'test/plain-configuration.ts'],
    // Property tests and whole scenarios, on machines that are busy with others.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...system],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'system',
          include: system,
          globalSetup: ['test/openapi-document.ts', 'test/hosted/setup.ts'],
        },
      },
      { extends: true, test: { ...shared, name: 'spec', include: ['test/spec/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/openapi-document.ts', 'test/hosted/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // No speed is asserted here: on a busy machine browsers take their time.
          testTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
          globalSetup: ['test/openapi-document.ts', 'test/hosted/setup.ts', 'test/e2e/setup.ts'],
        },
      },
    ],
  },
});
