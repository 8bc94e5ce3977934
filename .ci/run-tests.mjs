// Runs Vitest for commands with human-readable output: explains why nothing ran, and counts tests.
import { relative } from 'node:path';
import { createVitest, DefaultReporter, parseCLI } from 'vitest/node';

/** Vitest calls a set-up that failed "No test files found": what really happened is said below. */
class Progress extends DefaultReporter {
  onTestRunEnd(modules, errors, reason) {
    if (modules.length + errors.length > 0) super.onTestRunEnd(modules, errors, reason);
  }
}

const namesOf = (task) => (task.type === 'module' ? [] : [...namesOf(task.parent), task.name]);

const hasFailedTest = (module) => [...module.children.allTests('failed')].length > 0;

/**
 * @param {string[]} args of the command line: paths and options of Vitest
 * @param {object} [fixed] options of Vitest that the command line does not decide
 */
export async function runTests(args, fixed = {}) {
  process.env.NODE_ENV ??= 'test';
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await createVitest('test', {
    reporters: [new Progress()],
    ...options,
    ...fixed,
    run: true,
    watch: false,
  });
  try {
    const { testModules, unhandledErrors } = await vitest.start(filter);
    return counted(testModules, unhandledErrors);
  } catch (error) {
    console.error(`\n${whyNothingRan(error, filter)}`);
    return { passed: 0, failed: 1, skipped: 0, tests: [] };
  } finally {
    await vitest.close();
  }
}

function whyNothingRan(error, filter) {
  if (error.code === 'VITEST_FILES_NOT_FOUND')
    return filter.length > 0 ? `No test file matches ${filter.join(' ')}.` : 'There is no test file.';
  return error.message;
}

function counted(modules, unhandledErrors) {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      file: relative(process.cwd(), module.moduleId).replaceAll('\\', '/'),
      names: namesOf(test),
      state: test.result().state,
      meta: test.meta(),
    })),
  );
  const count = (state) => tests.filter((test) => test.state === state).length;
  // A file that does not load, a hook that throws or a stray rejection fails the run though no test says so.
  const broken = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length;
  return {
    passed: count('passed'),
    failed: count('failed') + broken + unhandledErrors.length,
    skipped: count('skipped'),
    tests,
  };
}

/** The line that a run ends with. */
export const lastLine = ({ passed, failed, skipped }) =>
  `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
