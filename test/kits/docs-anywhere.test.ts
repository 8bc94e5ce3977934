import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { snippets } from './snippets.ts';

/* The snippets of docs/anywhere.md that need nothing but Node, run as they stand there. */

const modules: { readonly [name: string]: () => Promise<object> } = {
  clientlib: () => import('clientlib'),
  'clientlib-sandbox': () => import('clientlib-sandbox'),
  'clientlib-sandbox/msw': () => import('clientlib-sandbox/msw'),
  'clientlib-sandbox/vitest': () => import('clientlib-sandbox/vitest'),
  'msw/node': () => import('msw/node'),
  vitest: () => import('vitest'),
};

/** Runs a snippet; gives what it logged, and what it left in the variables named. */
async function run(
  code: string,
  left: readonly string[] = [],
): Promise<{ logged: unknown[]; left: unknown[] }> {
  const imports = [...code.matchAll(/^import (\{[^}]+\}) from '([^']+)';$/gm)];
  const given = await Promise.all(imports.map(([, , name = '']) => modules[name]?.()));
  const { code: body } = await transform(code.replace(/^import .*$/gm, ''), { loader: 'ts' });
  const lines = imports.map(([, names], at) => `const ${names} = given[${at}];`);
  const logged: unknown[] = [];
  const work = new Function(
    'given',
    'console',
    `return (async () => { ${lines.join('\n')}\n${body}\nreturn [${left.join(', ')}]; })();`,
  );
  return { logged, left: await work(given, { log: (line: unknown) => logged.push(line) }) };
}

it('in process', async () => {
  const [code = ''] = await snippets('In process');
  expect((await run(code)).logged).toEqual(['2026-01-15T10:00:00.0000000Z']);
});

it('behind MSW in Node', async () => {
  const [code = ''] = await snippets('Behind MSW');
  const { left } = await run(code, ['service', 'server']);
  // biome-ignore lint/suspicious/noExplicitAny: what the snippet made.
  const [service, server] = left as any[];
  const response = await fetch('https://billing.example/sandbox/clock');
  expect(await response.json()).toMatchObject({ Now: '2026-02-15T10:00:00.0000000Z' });
  server.close();
  service.sandbox.close();
});

for (const code of await snippets('Vitest')) await run(code);
