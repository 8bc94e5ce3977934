import type { TestProject } from 'vitest/node';

/** What a project of tests needs before its first test; what it returns tidies up after the last one. */
type Work = (project: TestProject) => unknown;

/**
 * A global set-up of Vitest that says what it failed of, and for which tests. Vitest 4 formats the stack of such an error
 * with the sources of its cache, which it has read as bytes, and dies of that: so the error's stack is its message.
 */
export const setUp = (work: Work) => async (project: TestProject) => {
  try {
    return (await work(project)) as (() => void) | undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const failure = new Error(`The set-up of the project '${project.name}' failed:\n${reason}`);
    failure.stack = failure.message;
    throw failure;
  }
};
