import { transform } from 'esbuild';

const modules: { readonly [name: string]: () => Promise<object> } = {
  clientlib: () => import('clientlib'),
  'clientlib/webhooks': () => import('clientlib/webhooks'),
  'clientlib-sandbox': () => import('clientlib-sandbox'),
  'clientlib-sandbox/explore': () => import('clientlib-sandbox/explore'),
  'clientlib-sandbox/msw': () => import('clientlib-sandbox/msw'),
  'clientlib-sandbox/vitest': () => import('clientlib-sandbox/vitest'),
  'msw/node': () => import('msw/node'),
  vitest: () => import('vitest'),
};

/** Runs a snippet; gives what it logged, and what it left in the variables named. */
export async function runSnippet(
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
