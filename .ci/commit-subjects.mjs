// `node .ci/commit-subjects.mjs <range>`: the form of commit subjects that CONTRIBUTING.md asks for.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const MAX_LENGTH = 72;

/** Verbs in other forms than the imperative, as they stand at the start of a subject. */
const NOT_IMPERATIVE = /^(\w+(ed|ing)|adds|fixes|makes|moves|removes|changes|updates|uses|refuses|shows)\b/i;

/** Imperatives that only look like another form. */
const IMPERATIVE = /^(bring|embed|exceed|feed|need|proceed|seed|shed|speed|spring|string|succeed)\b/i;

/**
 * @param {string} subject first line of a commit message
 * @returns {string[]} what is wrong with it; empty when nothing is
 */
export function subjectProblems(subject) {
  const problems = [];
  if (subject.length > MAX_LENGTH)
    problems.push(`has ${subject.length} characters; the maximum is ${MAX_LENGTH}`);
  if (subject.endsWith('.')) problems.push('ends with a full stop');
  if (!/^[A-Z`]/.test(subject)) problems.push('does not start with a capital letter');
  if (NOT_IMPERATIVE.test(subject) && !IMPERATIVE.test(subject))
    problems.push('is not imperative: start with a verb such as "Add" or "Refuse"');
  return problems;
}

function main(range) {
  const log = execFileSync('git', ['log', '--no-merges', '--format=%h %s', range], { encoding: 'utf8' });
  const commits = log.split('\n').filter((line) => line !== '');
  let failed = 0;
  for (const line of commits) {
    const space = line.indexOf(' ');
    for (const problem of subjectProblems(line.slice(space + 1))) {
      console.error(`${line}\n  The subject ${problem}.`);
      failed += 1;
    }
  }
  console.log(`${commits.length} commits checked, ${failed} problems`);
  if (failed > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2] ?? 'origin/main..HEAD');
