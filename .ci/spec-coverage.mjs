// Each rule of the specification and the tests that proved it in the last complete run, written to .cache/spec-coverage.md.
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readRules, rulesNamedBy } from './spec-rules.mjs';

const page = '.cache/spec-coverage.md';
export const resultsFile = '.cache/test-results.json';

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const shortened = (text) => (text.length <= 140 ? text : `${text.slice(0, 140).replace(/\s+\S*$/, '')} …`);
const collator = new Intl.Collator('en', { numeric: true });

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

/** The proving tests by file: the first title, and how many more there are. */
function proofCell(proofs) {
  if (proofs.length === 0) return '**open**';
  return [...groupByFile(proofs)]
    .sort(([a], [b]) => collator.compare(a, b))
    .map(([file, tests]) => {
      const titles = tests
        .map(({ title }) => title.replace(/^spec:\s*.*?\s+[—–-]\s+/i, ''))
        .sort(collator.compare);
      const more = titles.length > 1 ? ` (and ${titles.length - 1} more)` : '';
      return `[${file.replace(/^test\//, '')}](${resolve(file)}): ${cell(titles[0])}${more}`;
    })
    .join('<br>');
}

function groupByFile(proofs) {
  const groups = new Map();
  for (const proof of proofs) groups.set(proof.file, [...(groups.get(proof.file) ?? []), proof]);
  return groups;
}

function render(rules, { proofs, open }) {
  const sections = [...new Set(rules.map(({ section }) => section))].map((section) => [
    `## ${section}`,
    '',
    '| Rule | Text | Tested by |',
    '|---|---|---|',
    ...rules
      .filter((rule) => rule.section === section)
      .map(({ id, text }) => `| ${cell(id)} | ${cell(shortened(text))} | ${proofCell(proofs.get(id))} |`),
    '',
  ]);
  return [
    '# Coverage of the specification',
    '',
    'One row for each numbered rule, table row and field table of the interface specification, with the tests that name',
    'it (`spec: <rule> — …`).',
    '',
    `${rules.length - open.length} of ${rules.length} rules have a test that passes, ${open.length} have none.`,
    '',
    ...sections.flat(),
  ].join('\n');
}

/**
 * Reads the last complete run and writes the page.
 * @returns {Promise<boolean>} whether each title names rules that exist, and each rule has a test
 */
export async function checkCoverage() {
  const { tests } = JSON.parse(await readFile(resultsFile, 'utf8'));
  const rules = readRules();
  const coverage = coverageOf(rules, tests);
  for (const problem of coverage.problems) console.error(problem);
  console.log(
    `Specification: ${rules.length - coverage.open.length} of ${rules.length} rules tested, ` +
      `${coverage.open.length} open (${page}).`,
  );
  for (const id of coverage.open) console.error(`No passing test proves 'spec: ${id}'.`);
  await writeFile(page, render(rules, coverage));
  return coverage.problems.length === 0 && coverage.open.length === 0;
}
