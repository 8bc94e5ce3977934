import { expect, test } from 'vitest';
import { subjectProblems } from '../../.ci/commit-subjects.mjs';

test.each([
  ['Serve the sandbox with @hono/node-server', []],
  ['Embed the portal', []],
  ['`configure` refuses unknown options', []],
  [
    'Added a route.',
    ['ends with a full stop', 'is not imperative: start with a verb such as "Add" or "Refuse"'],
  ],
  ['fix it', ['does not start with a capital letter']],
  [`Add ${'x'.repeat(69)}`, ['has 73 characters; the maximum is 72']],
])('commit subject %j', (subject, problems) => {
  expect(subjectProblems(subject)).toEqual(problems);
});
