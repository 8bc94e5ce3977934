// `npm run docs`: the committed files that are made from sources. `npm run check` compares them.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeReference } from './clientlib-reference.mjs';
import { fillTables } from './error-reference.mjs';
import { makeEvents } from './webhook-events.mjs';

/** How each file is made, some from what it was. */
const made = {
  'docs/clientlib.md': makeReference,
  'docs/errors.md': fillTables,
  'sdk/src/webhooks/events.ts': makeEvents,
};

/** The files that are not what their sources say, with what they should be. */
async function outdated() {
  const found = [];
  for (const [file, make] of Object.entries(made)) {
    const committed = await readFile(file, 'utf8');
    const text = await make(committed);
    if (text !== committed) found.push({ file, text });
  }
  return found;
}

export async function checkDocs() {
  const problems = (await outdated()).map(
    ({ file }) => `${file} is not what its sources say: run \`npm run docs\` and commit the change`,
  );
  return { summary: Object.keys(made).join(', '), problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { file, text } of await outdated()) {
    await writeFile(file, text);
    console.log(`Wrote ${file}.`);
  }
