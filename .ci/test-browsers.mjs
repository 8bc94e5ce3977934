// `npm run test:browsers`: the steps of test/browsers in Chromium, Firefox and WebKitGTK. docs/browsers.md has a table of
// them, which a complete run compares; `npm run docs:browsers` writes it.
import { readFile, writeFile } from 'node:fs/promises';
import { lastLine, runTests } from './run-tests.mjs';

const page = 'docs/browsers.md';
const [begin, end] = ['<!-- table of npm run docs:browsers -->', '<!-- end of the table -->'];
const args = process.argv.slice(2);
const writes = args[0] === '--write';
const complete = writes || args.length === 0;

const results = await runTests(writes ? [] : args, { config: 'test/browsers/vitest.config.ts' });

const words = { passed: 'works', skipped: 'not tried' };

/** One row for each step, one column for each engine. Tests of a single engine have no row. */
function table(tests) {
  const engines = new Map();
  const rows = new Map();
  for (const { file, names, state, meta } of tests.filter(({ meta }) => meta.engine)) {
    engines.set(file, meta.engine);
    const [subject, step] = names.slice(-2);
    const row = `| ${subject} | ${step} |`;
    rows.set(row, [...(rows.get(row) ?? []), words[state] ?? 'fails']);
  }
  return [
    `| Subject | The page … | ${[...engines.values()].join(' | ')} |`,
    `|---|---|${'---|'.repeat(engines.size)}`,
    ...[...rows].map(([step, states]) => `${step} ${states.join(' | ')} |`),
  ].join('\n');
}

const stepsOf = (text) => [...text.matchAll(/^\| ([^|]+ \| [^|]+) \|/gm)].slice(1).map(([, step]) => step);

if (complete && results.failed === 0) {
  const text = await readFile(page, 'utf8');
  const [before, rest] = text.split(begin);
  const [now, after] = rest.split(end);
  const next = table(results.tests.toSorted((one, other) => one.file.localeCompare(other.file)));
  if (writes) await writeFile(page, `${before}${begin}\n\n${next}\n\n${end}${after}`);
  else if (String(stepsOf(now)) !== String(stepsOf(next)))
    console.error(`${page} lists other steps: run npm run docs:browsers and commit the table.`);
}
console.log(lastLine(results));
process.exitCode = results.failed > 0 ? 1 : 0;
