import { expect, it } from 'vitest';
import { runSnippet } from './run-snippet.ts';
import { snippets } from './snippets.ts';

/* The snippets of docs/anywhere.md that need nothing but Node, run as they stand there. */

it('in process', async () => {
  const [code = ''] = await snippets('In process');
  expect((await runSnippet(code)).logged).toEqual(['2026-01-15T10:00:00.0000000Z']);
});

it('typed client', async () => {
  const [code = ''] = await snippets('Typed client');
  expect((await runSnippet(code)).logged).toEqual(['Active', 1]);
});

it('behind MSW in Node', async () => {
  const [code = ''] = await snippets('Behind MSW');
  const { left } = await runSnippet(code, ['service', 'server']);
  // biome-ignore lint/suspicious/noExplicitAny: what the snippet made.
  const [service, server] = left as any[];
  const response = await fetch('https://billing.example/sandbox/clock');
  expect(await response.json()).toMatchObject({ Now: '2026-02-15T10:00:00.0000000Z' });
  server.close();
  service.sandbox.close();
});

for (const code of await snippets('Vitest')) await runSnippet(code);
