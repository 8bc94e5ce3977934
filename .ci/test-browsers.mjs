// `npm run test:browsers`: the steps of test/browsers in Chromium, Firefox and WebKitGTK, and the table of docs/browsers.md
// that they make. On CI the table is compared instead: it must name the same steps.
import { readFile, writeFile } from 'node:fs/promises';
import { parseCLI, startVitest } from 'vitest/node';

const page = 'docs/browsers.md';
const [begin, end] = ['<!-- table of npm run test:browsers -->', '<!-- end of the table -->'];
const args = process.argv.slice(2);

const { filter, options } = parseCLI(['vitest', 'run', ...args]);
const vitest = await startVitest('test', filter, {
  ...options,
  config: 'test/browsers/vitest.config.ts',
  run: true,
  watch: false,
});
const files = vitest.state.getTestModules().sort((a, b) => a.moduleId.localeCompare(b.moduleId));
const cases = files.flatMap((file) => [...file.children.allTests()]);
await vitest.close();

/** One row a step, one column an engine. */
function table() {
  const engines = new Map();
  const rows = new Map();
  for (const test of cases) {
    const { engine } = test.meta();
    engines.set(test.module.moduleId, engine);
    const step = `| ${test.parent.name} | ${test.name} |`;
    rows.set(step, [...(rows.get(step) ?? []), test.result().state === 'passed' ? 'works' : 'fails']);
  }
  const names = [...engines.values()];
  return [
    `| Subject | The page … | ${names.join(' | ')} |`,
    `|---|---|${names.map(() => '---|').join('')}`,
    ...[...rows].map(([step, results]) => `${step} ${results.join(' | ')} |`),
  ].join('\n');
}

const stepsOf = (text) => [...text.matchAll(/^\| ([^|]+ \| [^|]+) \|/gm)].slice(1).map(([, step]) => step);

async function updateTable() {
  const text = await readFile(page, 'utf8');
  const [before, rest] = text.split(begin);
  const [now, after] = rest.split(end);
  const next = table();
  if (process.env.CI) {
    const same = String(stepsOf(now)) === String(stepsOf(next));
    if (!same) console.error(`${page} lists other steps: run npm run test:browsers and commit the table.`);
    return same;
  }
  if (now.trim() !== next) await writeFile(page, `${before}${begin}\n\n${next}\n\n${end}${after}`);
  return true;
}

const passed = cases.length > 0 && files.every((file) => file.ok());
if (passed && args.length === 0 && !(await updateTable())) process.exitCode = 1;
if (!passed) process.exitCode = 1;
