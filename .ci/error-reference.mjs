// docs/errors.md: the tables of codes, made from sdk/src/errors/reference.ts. What stands around them is written by hand.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const page = 'docs/errors.md';
const source = 'sdk/src/errors/reference.ts';

/** `{ [code]: [section, cause, cure] }` */
async function readReference() {
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  const { errorReference } = await import(`data:text/javascript;base64,${code}`);
  return errorReference;
}

/** The page with the rows of each section's table replaced. */
async function renderPage(text) {
  const reference = Object.entries(await readReference());
  let section = '';
  const lines = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (/^\| `\w+` \|/.test(line) && section !== '') continue;
    lines.push(line);
    if (line !== '|---|---|---|') continue;
    const rows = reference.filter(([, [of]]) => of === section);
    lines.push(...rows.map(([code, [, cause, cure]]) => `| \`${code}\` | ${cause} | ${cure} |`));
  }
  return lines.join('\n');
}

export async function checkErrorReference() {
  const committed = await readFile(page, 'utf8');
  const isCurrent = committed === (await renderPage(committed));
  return {
    summary: page,
    problems: isCurrent ? [] : [`${page} differs from ${source}: run \`npm run docs\` and commit the change`],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(page, await renderPage(await readFile(page, 'utf8')));
  console.log(`Wrote ${page}.`);
}
