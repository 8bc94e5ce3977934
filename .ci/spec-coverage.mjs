// Each rule of the specification and the tests that proved it in the last complete run, written to .cache/spec-coverage.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readRules, rulesNamedBy } from './spec-rules.mjs';

const page = '.cache/spec-coverage.md';

/**
 * @param {import('./spec-rules.mjs').Rule[]} rules
 * @param {{ file: string, names: string[], state: string }[]} tests
 */
export function coverageOf(rules, tests) {
  const proofs = new Map(rules.map(({ id }) => [id, []]));
  const problems = new Set();
  for (const { file, names, state } of tests) {
    for (const name of names) {
      try {
        for (const id of rulesNamedBy(name, rules)) {
          if (state === 'passed') proofs.get(id).push({ file, title: names.at(-1) });
        }
      } catch (error) {
        problems.add(`${file}: ${error.message}`);
      }
    }
  }
  const open = rules.map(({ id }) => id).filter((id) => proofs.get(id).length === 0);
  return { proofs, open, problems: [...problems] };
}

/** One paragraph for each rule: its text, and the tests that name it. */
const render = (rules, { proofs }) =>
  rules
    .map(({ id, text }) => {
      const tests = proofs.get(id).map(({ file, title }) => `* ${file}: ${title}`);
      return [`**${id}** ${text}`, ...(tests.length > 0 ? [...new Set(tests)].sort() : ['**open**'])].join(
        '\n',
      );
    })
    .join('\n\n');

/**
 * Writes the page of a complete run.
 * @returns {Promise<boolean>} whether each title names rules that exist, and each rule has a test
 */
export async function checkCoverage(tests) {
  const rules = readRules();
  const coverage = coverageOf(rules, tests);
  for (const problem of coverage.problems) console.error(problem);
  console.log(
    `Specification: ${rules.length - coverage.open.length} of ${rules.length} rules tested, ` +
      `${coverage.open.length} open (${page}).`,
  );
  for (const id of coverage.open) console.error(`No passing test proves 'spec: ${id}'.`);
  await mkdir(dirname(page), { recursive: true });
  await writeFile(page, `# Coverage of the specification\n\n${render(rules, coverage)}\n`);
  return coverage.problems.length === 0 && coverage.open.length === 0;
}
