// docs/api/clientlib.api.md: the SDK's public surface without its comments, so that a change of it shows in review.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
// TypeScript 7 has no JavaScript API; version 6 prints the declarations.
import ts from '@typescript/typescript6';

const report = 'docs/api/clientlib.api.md';

async function makeReport() {
  const text = await readFile('sdk/dist/index.d.ts', 'utf8');
  const file = ts.createSourceFile('index.d.ts', text, ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  const declarations = file.statements.map((node) => printer.printNode(ts.EmitHint.Unspecified, node, file));
  return [
    '# Public surface of `clientlib`',
    '',
    'Made by `npm run api-report` from the built types; `npm run check` fails when it is out of date. A change here is a',
    'change that users see: add it to the changelog.',
    '',
    '```ts',
    declarations.join('\n\n'),
    '```',
    '',
  ].join('\n');
}

export async function checkApiReport() {
  const committed = await readFile(report, 'utf8').catch(() => '');
  const current = committed === (await makeReport());
  return {
    summary: report,
    problems: current
      ? []
      : [`${report} is not what the types say: run \`npm run api-report\` and commit the change`],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(dirname(report), { recursive: true });
  await writeFile(report, await makeReport());
  console.log(`Wrote ${report}.`);
}
