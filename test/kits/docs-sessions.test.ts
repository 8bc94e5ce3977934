// The example of docs/sessions.md, run as it stands there.
import { expect, it } from 'vitest';
import { runSnippet } from './run-snippet.ts';
import { snippets } from './snippets.ts';

it('Record and replay', async () => {
  const [code = ''] = await snippets('Record and replay', 'docs/sessions.md');
  expect((await runSnippet(code)).logged).toEqual([true]);
});
