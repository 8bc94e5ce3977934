// docs/spec-coverage.md: each rule of the specification and the tests that proved it in the last complete run.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { originOf, placesOf, readProofs } from './spec-implementations.mjs';
import { readRules, rulesNamedBy } from './spec-rules.mjs';

/** The whole specification is built: a rule without a passing test fails the build. */
const openFailsTheBuild = true;

const page = 'docs/spec-coverage.md';
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
      return `[${file.replace(/^test\//, '')}](../${file}): ${cell(titles[0])}${more}`;
    })
    .join('<br>');
}

/** What implements the rule, and how many changes of it the rule's own tests notice. */
function codeCell(id, proof) {
  const places = new Set(placesOf(id).map(({ file, name }) => `[${name}](../${file})`));
  const same = originOf(id) === id ? '' : `, as ${originOf(id)}`;
  const score = proof === undefined ? 'not measured' : `noticed ${proof.noticed} of ${proof.of} changes`;
  return `${[...places].join(', ')}${same}<br>${score}`;
}

function groupByFile(proofs) {
  const groups = new Map();
  for (const proof of proofs) groups.set(proof.file, [...(groups.get(proof.file) ?? []), proof]);
  return groups;
}

function render(rules, { proofs, open }) {
  const recorded = readProofs();
  const proved = rules.filter(({ id }) => proofs.get(id).length > 0 && recorded[id]?.own > 0);
  const sum = (what) => rules.reduce((total, { id }) => total + (recorded[id]?.[what] ?? 0), 0);
  const sections = [...new Set(rules.map(({ section }) => section))].map((section) => [
    `## ${section}`,
    '',
    '| Rule | Text | Code | Tested by |',
    '|---|---|---|---|',
    ...rules
      .filter((rule) => rule.section === section)
      .map(
        ({ id, text }) =>
          `| ${cell(id)} | ${cell(shortened(text))} | ${codeCell(id, recorded[id])} | ${proofCell(proofs.get(id))} |`,
      ),
    '',
  ]);
  return [
    '# Coverage of the specification',
    '',
    'One row for each numbered rule, table row and field table of the interface specification, with the tests that name',
    'it. Made by `npm run spec-coverage` from the titles of the tests that passed (`spec: <rule> — …`, see',
    '[testing.md](testing.md)); do not edit it by hand.',
    '',
    `${rules.length - open.length} of ${rules.length} rules have a test that passes, ${open.length} have none.`,
    '',
    'A rule is proved when a test that names it fails once the code of the rule is changed, where no other rule has',
    'a place as narrow. `npm run spec-proof` shows that by changes of the places named under Code, the parts of them that',
    'test/spec/implementations.json names ([reliability.md](reliability.md)).',
    `${rules.filter(({ id }) => id in recorded).length} of ${rules.length} rules are measured so, and ${proved.length} proved. ` +
      `Their tests notice ${sum('noticed')} of ${sum('of')} changes ` +
      `(${((100 * sum('noticed')) / (sum('of') || 1)).toFixed(1)} %).`,
    '',
    ...sections.flat(),
  ].join('\n');
}

/**
 * Reads the last complete run. The page is written on request alone: a run of tests leaves the repository as it was.
 * @returns {Promise<boolean>} whether each title names rules that there are, and each rule has a test
 */
export async function checkCoverage({ write = false } = {}) {
  const results = await readFile(resultsFile, 'utf8').catch(() => undefined);
  if (results === undefined) {
    console.error('There is no complete test run to read: run `npm test` first.');
    return false;
  }
  const rules = readRules();
  const coverage = coverageOf(rules, JSON.parse(results).tests);
  for (const problem of coverage.problems) console.error(problem);
  console.log(
    `Specification: ${rules.length - coverage.open.length} of ${rules.length} rules tested, ${coverage.open.length} open.`,
  );
  if (openFailsTheBuild)
    for (const id of coverage.open) console.error(`No passing test proves 'spec: ${id}'.`);

  const text = render(rules, coverage);
  const stale = (await readFile(page, 'utf8').catch(() => '')) !== text;
  if (stale && write) {
    await writeFile(page, text);
    console.log(`Wrote ${page}.`);
  } else if (stale) console.log(`${page} is not what the tests say: \`npm run spec-coverage\` writes it.`);
  return coverage.problems.length === 0 && !(openFailsTheBuild && coverage.open.length > 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !(await checkCoverage({ write: true })))
  process.exitCode = 1;
