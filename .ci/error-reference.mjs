// docs/errors.md: the tables of codes, made from the tables of both packages. What stands around them is written by hand.
import { importSource } from './import-source.mjs';

/** `[code, section, ...cells]` of each row. */
async function readReference() {
  const { errorReference } = await importSource('sdk/src/errors/reference.ts');
  const { problemReference } = await importSource('sandbox/src/service/domain/basics/problem-reference.ts');
  return [...Object.entries(errorReference), ...Object.entries(problemReference)].map(([code, row]) => [
    code,
    ...row,
  ]);
}

/** The page with the rows of each section's table replaced. */
export async function fillTables(text) {
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
