import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { grade, tasks } from '../../examples/tasks/grade.mjs';

/* Each grader fails on the task as given and on plausible wrong solutions, and passes on the reference. */

const folder = 'examples/tasks';

const wrongs = tasks.flatMap((task: string) =>
  readdirSync(`${folder}/${task}/wrong`).map((mistake) => [task, mistake] as const),
);

it('there are thirteen tasks, each with instructions and at least three wrong solutions', () => {
  expect(tasks).toHaveLength(13);
  for (const task of tasks) {
    expect(readFileSync(`${folder}/${task}/TASK.md`, 'utf8')).toMatch(/^# \S.*\n\n[\s\S]{80}/);
    for (const kind of ['start', 'reference'])
      expect(existsSync(`${folder}/${task}/${kind}/solution.mjs`)).toBe(true);
    expect([task, wrongs.filter(([one]) => one === task).length >= 3]).toEqual([task, true]);
  }
});

it.each(tasks)('%s passes with the reference solution', async (task: string) => {
  expect(await grade(task, `${folder}/${task}/reference`)).toEqual([]);
});

it.each(tasks)('%s fails without a solution', async (task: string) => {
  expect(await grade(task, `${folder}/${task}/start`)).not.toEqual([]);
});

it.each(wrongs)('%s fails with a wrong solution that runs: %s', async (task, mistake) => {
  const problems: readonly string[] = await grade(task, `${folder}/${task}/wrong/${mistake}`);
  expect(problems).not.toEqual([]);
  expect(problems.filter((problem) => problem.startsWith('The solution threw'))).toEqual([]);
});

it('the command also grades when it is called through a link', () => {
  const link = join(mkdtempSync(join(tmpdir(), 'tasks-')), 'tasks');
  symlinkSync(resolve(folder), link);
  const print = execFileSync('node', [join(link, 'grade.mjs')], { encoding: 'utf8' });
  expect(print).toBe(`Tasks: ${tasks.join(', ')}\n`);
});
