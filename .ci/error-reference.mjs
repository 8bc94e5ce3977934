// docs/errors.md: the tables of codes, made from the tables of both packages. What stands around them is written by hand.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const page = 'docs/errors.md';
const sources = {
  clientLib: 'sdk/src/errors/reference.ts',
  service: 'sandbox/src/service/domain/basics/problem-reference.ts',
};

/** Imports a source. */
async function load(source) {
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/** `[code, section, ...cells]` of each row. */
async function readReference() {
  const { errorReference } = await load(sources.clientLib);
  const { problemReference } = await load(sources.service);
  return [...Object.entries(errorReference), ...Object.entries(problemReference)].map(([code, row]) => [
    code,
    ...row,
  ]);
}

/** The page with the rows of each section's table replaced. */
async function renderPage(text) {
  const reference = await readReference();
  let section = '';
  const lines = [];
  for (const line of text.split('\n')) {
    if (/^##+ /.test(line)) section = line.replace(/^##+ /, '');
    if (/^\| `\w+` \|/.test(line) && section !== '') continue;
    lines.push(line);
    if (!/^(\|---)+\|$/.test(line)) continue;
    const rows = reference.filter(([, of]) => of === section);
    lines.push(...rows.map(([code, , ...cells]) => `| \`${code}\` | ${cells.join(' | ')} |`));
  }
  return lines.join('\n');
}

export async function checkErrorReference() {
  const committed = await readFile(page, 'utf8');
  const isCurrent = committed === (await renderPage(committed));
  return {
    summary: page,
    problems: isCurrent
      ? []
      : [
          `${page} differs from ${Object.values(sources).join(' and ')}: run \`npm run docs\` and commit the change`,
        ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(page, await renderPage(await readFile(page, 'utf8')));
  console.log(`Wrote ${page}.`);
}
