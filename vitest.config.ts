import { defineConfig } from 'vitest/config';
import { apiReferenceText } from './.ci/api-reference-text.mjs';
import { clientlibFromSource } from './.ci/clientlib-text.mjs';
import { inspectorFromSource } from './.ci/inspector-text.mjs';

const source = (path: string) => new URL(path, import.meta.url).pathname;
const elsewhere = ['spec', 'contract', 'package', 'clients', 'e2e', 'browsers'].map(
  (name) => `test/${name}/**`,
);

/** Tests in this process share one graph of modules and use every core. */
const inProcess = { isolate: false, maxWorkers: '100%', sequence: { groupOrder: 0 } };
/** Browsers and packed packages come after them, in processes of their own. */
const outside = { maxWorkers: 2, sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [apiReferenceText(true), clientlibFromSource(), inspectorFromSource()],
  resolve: {
    alias: [
      { find: /^clientlib$/, replacement: source('./sdk/src/index.ts') },
      {
        find: /^clientlib\/(custom-element|react|vue|webhooks)$/,
        replacement: source('./sdk/src/$1/index.ts'),
      },
      { find: /^clientlib-sandbox$/, replacement: source('./sandbox/src/index.ts') },
      { find: /^clientlib-sandbox\/(.*)$/, replacement: source('./sandbox/src/$1.ts') },
    ],
  },
  test: {
    globalSetup: 'test/openapi-document.ts',
    setupFiles: 'test/validate-answers.ts',
    // Property tests and whole scenarios, on machines that are busy with others.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { ...inProcess, name: 'unit', include: ['test/**/*.test.ts'], exclude: elsewhere },
      },
      { extends: true, test: { ...inProcess, name: 'spec', include: ['test/spec/**/*.test.ts'] } },
      { extends: true, test: { ...inProcess, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...outside,
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/openapi-document.ts', 'test/package/setup.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...outside,
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...outside,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/openapi-document.ts', 'test/e2e/setup.ts'],
        },
      },
    ],
  },
});
