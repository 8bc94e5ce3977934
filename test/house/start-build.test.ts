import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** What a build writes: the titles of its bundles, and their files or folders. */
function bundlesOf(purpose: 'everything' | 'start'): { title: string; output: string }[] {
  const program = `
    const { bundles } = await import('./rollup.config.mjs');
    const outputs = ({ config }) => [config.output].flat().map(({ file, dir }) => file ?? dir);
    console.log(JSON.stringify(bundles.map((bundle) => ({ title: bundle.title, output: outputs(bundle).join(' ') }))));
  `;
  const env = { ...process.env, CLIENTLIB_BUILD: purpose };
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }),
  );
}

it('npm start builds only what the examples serve, in the right order', () => {
  const outputs = bundlesOf('start').map(({ output }) => output);
  expect(outputs).toEqual([
    'sdk/dist/clientlib.js',
    'sdk/dist/payment-form.js',
    'sdk/dist',
    'sdk/dist',
    'sdk/dist/drop-in.global.js',
    'sdk/dist/drop-in/address-fields.global.js',
    'sdk/dist/drop-in/declaration-part.global.js',
    'sdk/dist/drop-in/price-table.global.js',
    'sdk/dist/drop-in/portal-run.global.js',
    'sdk/dist/webhooks.js sdk/dist/webhooks.cjs',
    '.cache/inspector/inspector.js',
    'sandbox/dist',
  ]);
});

it('npm run build builds everything, and names each part while it runs', () => {
  const everything = bundlesOf('everything');
  for (const { title, output } of bundlesOf('start'))
    expect(everything.find((bundle) => bundle.title === title)?.output.split(' ')).toEqual(
      expect.arrayContaining(output.split(' ')),
    );
  const outputs = everything.flatMap(({ output }) => output.split(' '));
  for (const file of ['sdk/dist/index.cjs', 'sdk/dist/index.d.ts', 'sandbox/dist/jest.d.cts'])
    expect(outputs).toContain(file);
  const titles = everything.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});
