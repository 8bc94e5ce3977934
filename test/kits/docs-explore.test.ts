// The examples of docs/explore.md, run as they stand there.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runSnippet } from './run-snippet.ts';
import { snippets } from './snippets.ts';

const page = 'docs/explore.md';

it.each(['A shop with a bug', 'A receiver with a bug'])('%s', async (heading) => {
  const [code = ''] = await snippets(heading, page);
  const [, section = ''] = (await readFile(page, 'utf8')).split(heading);
  const [, output] = /```text\n([\s\S]*?)\n```/.exec(section) ?? [];
  expect((await runSnippet(code)).logged.join('\n')).toBe(output);
});
