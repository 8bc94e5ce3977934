import type { SandboxFixtures } from 'clientlib-sandbox/vitest';
import { test as base } from 'vitest';
import { testSandbox } from '../../../sandbox/src/clients/kit/test-sandbox.ts';
import { getWorkspaces } from '../../../sandbox/src/sandbox/sandbox.ts';
import { type Bug, withBug } from '../../sandbox/clients/replay/planted-bugs.ts';

/** The kit for Vitest of a service with this bug. */
export const kitWith = (bug: Bug) =>
  base.extend<SandboxFixtures>({
    sandboxOptions: {},
    sandbox: async ({ sandboxOptions }, use) => {
      const made = withBug(bug)(sandboxOptions);
      const [sandbox, close] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 5_000);
      await use(sandbox);
      close();
      made.close();
    },
  });
