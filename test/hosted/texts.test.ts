import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeWorkspace, startHosted } from './hosted.ts';

/* The guides as text on an engine without files: from the static files of the deployment. */

let hosted: Awaited<ReturnType<typeof startHosted>>;
let workspace: MadeWorkspace;

beforeAll(async () => {
  hosted = await startHosted();
  workspace = await hosted.make();
});
afterAll(() => hosted.close());

const ask = (path: string) => fetch(`${workspace.Url}${path}`, { headers: { Connection: 'close' } });

it('a workspace serves every guide that it lists', async () => {
  const list = await (await ask('/llms.txt')).text();
  const names = [...list.matchAll(/\/docs\/guides\/([\w-]+)\.md\)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const response = await ask(`/docs/guides/${name}.md`);
    const [first = ''] = (await response.text()).split('\n');
    expect([name, response.status, first]).toEqual([name, 200, expect.stringMatching(/^# /)]);
  }
});

it('serves no other file by the name of a guide', async () => {
  for (const name of ['architecture', 'site/contents.ts', '..%2Fpackage.json', '%2e%2e%2fpackage.json']) {
    const response = await ask(`/docs/guides/${name}.md`);
    expect([name, response.status]).toEqual([name, 404]);
    await response.body?.cancel();
  }
});

it('compresses scripts once, and does not send them again to a browser that has them', async () => {
  const load = (headers: Record<string, string>) =>
    fetch(`${workspace.Url}/clientlib.js`, { headers: { Connection: 'close', ...headers } });
  const plain = await load({ 'Accept-Encoding': 'identity' });
  const compressed = await load({ 'Accept-Encoding': 'gzip' });
  expect([plain, compressed].map(({ headers }) => headers.get('Content-Encoding'))).toEqual([null, 'gzip']);
  expect(await compressed.text()).toBe(await plain.text());
  const tag = compressed.headers.get('ETag') ?? '';
  expect((await load({ 'If-None-Match': tag })).status).toBe(304);
});
