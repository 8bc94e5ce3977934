// For every test whose title names rules of the specification: when it fails, its message says what they demand.
import { beforeEach } from 'vitest';
import { readRules, rulesNamedBy } from '../.ci/spec-rules.mjs';

let rules: ReturnType<typeof readRules> | undefined;

/** The rules that the titles name, as lines for a message; empty where they name none. */
function brokenRules(titles: readonly string[]): string {
  rules ??= readRules();
  const all = rules;
  const ids = new Set(titles.flatMap((title) => rulesNamedBy(title, all)));
  return all
    .filter(({ id }) => ids.has(id))
    .map(({ id, text }) => `\nThe rule, ${id}: ${text}`)
    .join('');
}

beforeEach(({ onTestFailed }) =>
  onTestFailed(({ task }) => {
    const titles = [task.name];
    for (let { suite } = task; suite !== undefined; suite = suite.suite) titles.push(suite.name);
    for (const error of task.result?.errors?.slice(0, 1) ?? []) {
      const message = error.message + brokenRules(titles);
      if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
      error.message = message;
    }
  }),
);
