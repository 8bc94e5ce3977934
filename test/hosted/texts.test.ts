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
