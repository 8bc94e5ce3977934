// Grades a solution of a task, offline:
//
//   node examples/tasks/grade.mjs                                   the list of the tasks
//   node examples/tasks/grade.mjs 01-sign-up                        the task as it is given
//   node examples/tasks/grade.mjs 01-sign-up /path/to/my/solution   a folder with solution.mjs
import { readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Names of all tasks. */
export const tasks = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** @returns {Promise<readonly string[]>} what is wrong with the solution in a folder; nothing where it is right */
export async function grade(task, solution) {
  const { grade: check } = await import(pathToFileURL(join(folder, task, 'grade.mjs')).href);
  try {
    return await check(() => import(pathToFileURL(resolve(solution, 'solution.mjs')).href));
  } catch (error) {
    return [`The solution threw: ${error.message}`];
  }
}

// Node names this module by its real path, and the argument may lead through a link.
const [, command] = process.argv;
if (command !== undefined && realpathSync(command) === fileURLToPath(import.meta.url)) {
  const [task, solution] = process.argv.slice(2);
  if (task === undefined || !tasks.includes(task)) {
    console.log(`Tasks: ${tasks.join(', ')}`);
    process.exitCode = task === undefined ? 0 : 2;
  } else {
    const problems = await grade(task, solution ?? join(folder, task, 'start'));
    console.log(problems.length === 0 ? 'Passed.' : problems.join('\n'));
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
}
