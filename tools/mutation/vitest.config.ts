// The tests that mutation runs: the projects unit, system, spec and contract in one, without those that never reach a changed
// line (packages, type checks, links) or that start processes of their own.
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const { projects, ...test } = base.test ?? {};

export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      root: new URL('../..', import.meta.url).pathname,
      include: ['test/{sandbox,sdk,spec,contract}/**/*.test.ts', 'test/security/drive-by.test.ts'],
      exclude: [
        ...configDefaults.exclude,
        'test/sandbox/service/lives/**',
        // Hundreds of lives for each changed line take hours; exact examples have to notice it.
        'test/sandbox/service/domain/contract-lives.test.ts',
        'test/sandbox/service/stores/store-lives.property.test.ts',
        'test/sandbox/service/http/{clock-job,hostile,model}.test.ts',
        'test/sandbox/hosts/node/isolation.test.ts',
        'test/sdk/{script-tag,import}.test.ts',
      ],
      // Detects endless waits early.
      testTimeout: 15_000,
      // Changed copies of the sources in folders of their own: nothing that a later run could read again.
      experimental: { fsModuleCache: false },
    },
  }),
);
