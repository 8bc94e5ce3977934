import { afterEach, beforeEach, expect } from '@jest/globals';
import { explainFailure } from '../clients/kit/jest-failures.ts';
import type { ContractMatchers } from '../clients/kit/matchers.ts';
import type { TestSandbox } from '../clients/kit/test-sandbox.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import { createSandbox, getWorkspaces, matchers, testSandbox, waitTime } from './jest-sandbox.ts';

export type * from '../clients/kit/types.ts';
export type * from './explore.ts';
export {
  annul,
  beside,
  cancel,
  certify,
  changePlan,
  explore,
  exploreModule,
  explorePart,
  pause,
  resume,
  usualFaults,
  usualOutcomes,
} from './jest-sandbox.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContractMatchers<R> {}
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as @types/jest declares it
    interface Matchers<R, T = {}> extends ContractMatchers<R> {}
  }
}

expect.extend(matchers);

/** Default timeout of a test in milliseconds. */
const DEFAULT_TIMEOUT_MS = 5_000;

/** Options of {@link setupSandbox}. */
export interface SetupSandboxOptions extends SandboxOptions {
  /** `testTimeout` of Jest, if not 5000: a wait ends slightly before it, with a more helpful message. */
  readonly testTimeout?: number;
}

/**
 * A separate sandbox for each test of this file or `describe`, in process. The returned object belongs to the current test.
 * The message of a failed test ends with the log of its sandbox.
 *
 * @example
 * const { setupSandbox } = require('clientlib-sandbox/jest');
 * const sandbox = setupSandbox({ clock: '2026-01-15T10:00:00Z' });
 * beforeEach(() => configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch }));
 */
export function setupSandbox({
  testTimeout = DEFAULT_TIMEOUT_MS,
  ...options
}: SetupSandboxOptions = {}): TestSandbox {
  let current: TestSandbox | undefined;
  let end = () => {};
  beforeEach(() => {
    const made = createSandbox({ seed: 'test', ...options });
    const [sandbox, close] = testSandbox(
      made,
      getWorkspaces(made).main,
      'http://sandbox',
      waitTime(testTimeout),
    );
    current = sandbox;
    end = () => {
      explainFailure(() => `The sandbox's log:\n${sandbox.log()}`);
      close();
      made.close();
      current = undefined;
    };
  });
  afterEach(() => {
    end();
  });
  return new Proxy({} as TestSandbox, {
    get(_, key) {
      if (current === undefined)
        throw new Error(
          'The sandbox of setupSandbox is only available while a test is running: use it in a test or a hook.',
        );
      return current[key as keyof TestSandbox];
    },
  });
}
