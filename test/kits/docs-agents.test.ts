import { readFile } from 'node:fs/promises';
import { startSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { readCommandLine } from '../../sandbox/src/hosts/command/command-line.ts';
import { runSnippet } from './run-snippet.ts';
import { snippets } from './snippets.ts';

/* What the AGENTS.md of both packages show: their tests, as they stand there, and their commands. */

for (const path of ['sandbox/AGENTS.md', 'sdk/AGENTS.md'])
  for (const code of await snippets('Prove that it works', path)) await runSnippet(code);

it('the integration of sdk/AGENTS.md signs a customer up', async () => {
  const started = await startSandbox({ port: 0 });
  const [code = ''] = await snippets('Integrate', 'sdk/AGENTS.md');
  const { left } = await runSnippet(code.replace('http://localhost:4400', started.url), ['Order', 'result']);
  expect(left).toMatchObject([{ TotalGross: 11.78, Currency: 'EUR' }, { ContractId: expect.any(String) }]);
  await started.close();
});

const page = await readFile('sandbox/AGENTS.md', 'utf8');

it('the commands in sandbox/AGENTS.md exist', () => {
  const commands = [...page.matchAll(/npx clientlib-sandbox ([^`\n]+)/g)].map(([, words = '']) =>
    words.trim(),
  );
  expect(commands.length).toBeGreaterThan(1);
  for (const words of commands) expect(() => readCommandLine(words.split(' '))).not.toThrow();
});

it('the addresses in sandbox/AGENTS.md respond', async () => {
  const started = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
  const lines = [...page.matchAll(/^curl -s (.*?)(?: +#.*)?$/gm)].map(([, words = '']) => words);
  expect(lines.length).toBeGreaterThan(4);
  for (const words of lines) {
    const path = /localhost:4400(\S+)/.exec(words)?.[1] ?? '';
    const body = /-d '([^']+)'/.exec(words)?.[1];
    const response = await fetch(`${started.url}${path}`, {
      method: /-X (\w+)/.exec(words)?.[1] ?? 'GET',
      ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
    });
    expect([path, response.status]).toEqual([path, 200]);
    await response.arrayBuffer();
  }
  await started.close();
});
