import { defineConfig } from 'vitest/config';
import { clientlibAsBuilt } from './.ci/clientlib-text.mjs';
import { documentationText } from './.ci/documentation-text.mjs';
import { inspectorFromSource } from './.ci/inspector-text.mjs';
import { TestSequencer } from './.ci/test-sequencer.mjs';

const source = (path: string) => new URL(path, import.meta.url).pathname;
const elsewhere = ['spec', 'contract', 'package', 'compat', 'e2e', 'browsers', 'hosted'].map(
  (name) => `test/${name}/**`,
);

/** The sandbox as a whole, for seconds: thousands of steps, servers, disks, compilers. Not for every change of a line. */
const system = [
  'test/{examples,house,kits,security}/**/*.test.ts',
  'test/sandbox/hosts/**/*.test.ts',
  'test/sandbox/sandbox/log/*.test.ts',
  'test/sandbox/service/{lives,storage}/**/*.test.ts',
  'test/sandbox/service/http/{clock-job,hostile,model,openapi,stream}.test.ts',
  'test/sandbox/service/delivery/{delivery,every-event}.test.ts',
  'test/sandbox/service/stores/store-lives.property.test.ts',
  'test/sdk/{import,script-tag}.test.ts',
];

/** Every page and view that a customer or developer opens, in Chromium: at each change, by `.ci/run`. */
const pages = [
  'test/e2e/{docs-page,every-page,inspector,inspector-views}.test.ts',
  'test/e2e/{payment-form,payment-form-details,payment-form-hostile,react-spa,real-pages}.test.ts',
  'test/e2e/drop-in-{access,looks,parts}.test.ts',
  'test/e2e/{framed-hosted-pages,hosted-pages,providers,providers-challenge}.test.ts',
];

/** Every host, disturbance and tool: each night, by `.ci/run --all`. `npm test` covers the most common journeys. */
const night = [
  'test/hosted/**/*.test.ts',
  // They start compilers, test runners and this repository's own commands.
  'test/house/{broken-set-up,fresh,imports,start-build}.test.ts',
  'test/kits/{docs-architecture,docs-samples,session-as-test,shrunk-sessions}.test.ts',
  'test/sandbox/hosts/command/certify-command.test.ts',
  'test/sandbox/hosts/node/data-folder-kills.test.ts',
  'test/e2e/{contract,hosted,inspector-hosts,msw-shell,offline-spa,playwright-kit,service-worker}.test.ts',
  'test/e2e/{api-reference,docs-site,inspector-sessions,inspector-stream,sell-once}.test.ts',
  'test/examples/{certified,tasks}.test.ts',
  'test/e2e/drop-in-{disturbances,hostile,surroundings}.test.ts',
  'test/e2e/{browser-storage,cross-site,dev-server,fill-payment-form,indexed-db,inspector-actions}.test.ts',
  'test/e2e/{drop-in-fields,drop-in-frames,drop-in-loading,drop-in-outcomes,providers-pages}.test.ts',
  'test/e2e/payment-form-{fields,fonts,mishaps,typing}.test.ts',
  'test/e2e/{portal-page,signup-page-details}.test.ts',
  // Long lives, random sessions, and what is as large as it may be: a sample of each runs at each change.
  'test/sandbox/clients/account/import-contracts-lives.test.ts',
  'test/sandbox/clients/replay/{random-sessions,shrink}.test.ts',
  'test/sandbox/served/test-code/written-stories.test.ts',
  'test/sandbox/service/lives/{same-story,wide-lives}.test.ts',
  'test/security/{bounded-work,hostile-files,hostile-services,limits}.test.ts',
];

/** Journeys in the inspector by click, in happy-dom: each night. Chromium shows its views at each change. */
const journeys = [
  'test/sandbox/served/inspector/{at-a-glance,dialogs,going-back,money-status,names}.test.ts',
  'test/sandbox/served/inspector/{place-actions,session-panel,story,tasks-in-clicks,what-if-view}.test.ts',
  'test/sandbox/served/inspector/{contract,document,order,webhook}-actions.test.ts',
];

/** Files that run in the same worker share one graph of modules. */
const shared = { isolate: false };

/** No speed is asserted in browsers: on a busy machine they take their time. */
const inBrowsers = { testTimeout: 90_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  plugins: [documentationText('inline'), clientlibAsBuilt(), inspectorFromSource()],
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
      { find: /^clientlib-sandbox$/, replacement: source('./sandbox/src/entries/index.ts') },
      { find: /^clientlib-sandbox\/(.*)$/, replacement: source('./sandbox/src/entries/$1.ts') },
    ],
  },
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: TestSequencer },
    // What the sources become is kept by their content: the next run reads it instead of making it again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    setupFiles: [
      'test/validate-answers.ts',
      'test/name-broken-rules.ts',
      'test/plain-configuration.ts',
      'test/no-late-imports.ts',
    ],
    // Property tests and whole scenarios, on machines that are busy with others.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...system, ...night, ...journeys],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'system',
          include: system,
          exclude: night,
        },
      },
      { extends: true, test: { ...shared, name: 'spec', include: ['test/spec/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...pages, ...night],
          ...inBrowsers,
          globalSetup: 'test/e2e/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'pages',
          include: pages,
          ...inBrowsers,
          globalSetup: 'test/e2e/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'night',
          include: night,
          ...inBrowsers,
          globalSetup: ['test/hosted/setup.ts', 'test/e2e/setup.ts'],
        },
      },
      { extends: true, test: { ...shared, name: 'journeys', include: journeys } },
    ],
  },
});
