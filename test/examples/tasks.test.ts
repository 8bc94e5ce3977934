import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { grade, tasks } from '../../examples/tasks/grade.mjs';

/* Each grader fails on the task as given, passes on the reference, and fails on a plausible wrong solution. */

const folder = 'examples/tasks';

it('there are thirteen tasks, each with instructions', () => {
  expect(tasks).toHaveLength(13);
  for (const task of tasks) {
    expect(readFileSync(`${folder}/${task}/TASK.md`, 'utf8')).toMatch(/^# \S.*\n\n[\s\S]{80}/);
    for (const kind of ['start', 'reference', 'wrong'])
      expect(existsSync(`${folder}/${task}/${kind}/solution.mjs`)).toBe(true);
  }
});

it.each(tasks)('%s passes with the reference solution', async (task: string) => {
  expect(await grade(task, `${folder}/${task}/reference`)).toEqual([]);
});

it.each(tasks)('%s fails without a solution', async (task: string) => {
  expect(await grade(task, `${folder}/${task}/start`)).not.toEqual([]);
});

it.each(tasks)('%s fails with a plausible wrong solution that runs', async (task: string) => {
  const problems: readonly string[] = await grade(task, `${folder}/${task}/wrong`);
  expect(problems).not.toEqual([]);
  expect(problems.filter((problem) => problem.startsWith('The solution threw'))).toEqual([]);
});
