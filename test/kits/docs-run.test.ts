import { expect, it } from 'vitest';
import { runSnippet } from './run-snippet.ts';
import { snippets } from './snippets.ts';

/* The samples about running the sandbox that need nothing but Node, run as they are printed. */

it('in process', async () => {
  const [code = ''] = await snippets('In process', 'docs/run.md');
  expect((await runSnippet(code)).logged).toEqual(['2026-01-15T10:00:00.0000000Z']);
});

it('typed client', async () => {
  const [code = ''] = await snippets('Typed client', 'docs/run.md');
  expect((await runSnippet(code)).logged).toEqual(['Active', 1]);
});

it('behind MSW in Node', async () => {
  const [code = ''] = await snippets('Behind MSW', 'docs/in-the-browser.md');
  const { left } = await runSnippet(code, ['service', 'server']);
  // biome-ignore lint/suspicious/noExplicitAny: what the snippet made.
  const [service, server] = left as any[];
  const response = await fetch('https://billing.example/sandbox/clock');
  expect(await response.json()).toMatchObject({ Now: '2026-02-15T10:00:00.0000000Z' });
  server.close();
  service.sandbox.close();
});

for (const code of await snippets('Vitest', 'docs/test-kits.md')) await runSnippet(code);
