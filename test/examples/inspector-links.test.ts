import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExamples } from '../../examples/start.mjs';

let examples: Awaited<ReturnType<typeof startExamples>>;
beforeAll(async () => {
  examples = await startExamples({ sandboxPort: 0, shopPort: 0, backendPort: 0 });
});
afterAll(() => examples.close());

const linkOf = async (address: string) => {
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  expect([address, response.status]).toEqual([address, 200]);
  return /<a href="([^"]*)">Sandbox inspector<\/a>/.exec(await response.text())?.[1];
};

describe('the link to the inspector', () => {
  it('is on every page of the shop', async () => {
    const folders = ['signup-page', 'payment-form', 'portal-page', 'drop-in'];
    const files = await Promise.all(folders.map((folder) => readdir(`examples/${folder}`)));
    const pages = folders.flatMap((folder, at) =>
      (files[at] ?? []).filter((file) => file.endsWith('.html')).map((file) => `${folder}/${file}`),
    );
    expect(pages.length).toBeGreaterThanOrEqual(7);
    for (const page of pages)
      expect([page, await linkOf(`${examples.shop.url}/${page}`)]).toEqual([
        page,
        `${examples.sandbox.url}/`,
      ]);
  });

  it('is on every page of the back end', async () => {
    for (const path of ['/', '/accounts/nobody'])
      expect([path, await linkOf(examples.backend.url + path)]).toEqual([path, `${examples.sandbox.url}/`]);
  });

  it('leads to the inspector', async () => {
    const page = await fetch(`${examples.sandbox.url}/`, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('<title>Sandbox inspector</title>');
  });

  it.each([
    'react-spa/src/App.tsx',
    'vue-spa/src/App.vue',
    'offline-spa/index.html',
    'offline-spa/thank-you.html',
  ])('is on %s', async (file) => {
    expect(await readFile(`examples/${file}`, 'utf8')).toMatch(/<a :?href=[^>]+>Sandbox inspector<\/a>/);
  });
});
