import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';

/* The documentation as text, for programs that read it. */

const sandbox = createSandbox({ seed: 'texts', clock: '2026-01-15T10:00:00Z' });
const ask = (path: string, headers: Record<string, string> = {}) =>
  sandbox.fetch(`http://sandbox${path}`, { headers });
const typeOf = (response: Response) => response.headers.get('Content-Type');

it('/llms.txt names every guide, and each address has a text', async () => {
  const response = await ask('/w/one/llms.txt');
  expect(typeOf(response)).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address = '']) => address);
  const guides = addresses.filter((address) => address.includes('/docs/guides/'));
  expect(guides).toContain('http://sandbox/w/one/docs/guides/webhooks.md');
  expect(guides.length).toBeGreaterThan(20);
  const { document } = new Window();
  document.write(await (await ask('/docs/guides', { Accept: 'text/html' })).text());
  const pages = [...document.querySelectorAll('.cards a')].map((link) => link.getAttribute('href'));
  expect(guides.map((address) => address.replace('/w/one/', '/').replace(/\.md$/, ''))).toEqual(pages);
  for (const address of addresses) {
    const answer = await sandbox.fetch(address);
    expect([address, answer.status]).toEqual([address, 200]);
    await answer.body?.cancel();
  }
});

it('/llms-full.txt has every guide', async () => {
  const text = await (await ask('/llms-full.txt')).text();
  for (const name of ['errors', 'webhooks', 'limits', 'clientlib']) {
    const [title] = readFileSync(`docs/${name}.md`, 'utf8').split('\n');
    expect(text).toContain(`\n${title}\n`);
  }
});

it('a guide is Markdown by its extension and by Accept, a page otherwise', async () => {
  const byExtension = await ask('/docs/guides/errors.md');
  expect(typeOf(byExtension)).toBe('text/markdown; charset=utf-8');
  const text = await byExtension.text();
  expect(text.startsWith('# Errors of ClientLib\n')).toBe(true);
  const byAccept = await ask('/docs/guides/errors', { Accept: 'text/markdown' });
  expect([typeOf(byAccept), byAccept.headers.get('Vary'), await byAccept.text()]).toEqual([
    'text/markdown; charset=utf-8',
    'Accept',
    text,
  ]);
  const page = await ask('/docs/guides/errors', { Accept: 'text/html' });
  expect([typeOf(page), page.headers.get('Link')]).toEqual([
    'text/html; charset=UTF-8',
    '<http://sandbox/docs/guides/errors.md>; rel="alternate"; type="text/markdown"',
  ]);
});

it('a text has no links outside of the guides', async () => {
  const text = await (await ask('/docs/guides/getting-started.md')).text();
  const pages = [...text.matchAll(/\]\(([\w-]+\.md)/g)].map(([, page]) => page);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect([page, (await ask(`/docs/guides/${page}`)).status]).toEqual([page, 200]);
  expect(text).not.toMatch(/\]\(\.\.\//);
});

it('an unknown guide names the nearest one', async () => {
  const response = await ask('/docs/guides/webhoks.md');
  expect([response.status, (await response.json()).Message]).toEqual([
    404,
    'There is no guide "webhoks". Did you mean /docs/guides/webhooks.md?',
  ]);
});

it.each([
  ['/api/v1/contracts', 401, 'oauth.md#errors'],
  ['/api/v1/nothing', 404, 'rest.md#refusals'],
  ['/sandbox/nothing', 404, 'control-api.md'],
])('a refusal of %s links to its explanation as text', async (path, status, place) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('Link')]).toEqual([
    status,
    `<http://sandbox/docs/guides/${place}>; rel="help"; type="text/markdown"`,
  ]);
  const text = await (await ask(`/docs/guides/${place}`)).text();
  const [, heading] = place.split('#');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replace(/ /g, '-'),
  );
  if (heading !== undefined) expect(headings).toContain(heading);
});

it('/docs/api has a text for every operation that programs call, with each field of its body in its place', async () => {
  const list = await (await ask('/docs/api/index.md')).text();
  const names = [...list.matchAll(/\]\((\w+)\.md\)/g)].map(([, name = '']) => name);
  const { paths, components } = await (await ask('/openapi.json')).json();
  const forBrowsers = ['ClientLib', 'Pages', 'Documentation', 'Simulated providers', 'Simulated stores'];
  const operations = Object.values<Record<string, Operation>>(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags: [tag] }) => !forBrowsers.includes(tag));
  expect(names).toEqual(operations.map(({ operationId }) => operationId));
  for (const { operationId, requestBody } of operations) {
    const response = await ask(`/docs/api/${operationId}.md`);
    expect([operationId, response.status, typeOf(response)]).toEqual([
      operationId,
      200,
      'text/markdown; charset=utf-8',
    ]);
    const text = await response.text();
    expect([operationId, text.length < 40_000]).toEqual([operationId, true]);
    const [{ schema = {} } = {}] = Object.values(requestBody?.content ?? {});
    const name = schema.$ref?.split('/').at(-1);
    const fields = Object.keys((name === undefined ? schema : components.schemas[name]).properties ?? {});
    const body = /\n## Body.*\n\n([\s\S]*?)(?=\n\n#|$)/.exec(text)?.[1] ?? '';
    const listed = [...body.matchAll(/^- `(\w+)`/gm)].map(([, field]) => field);
    if (fields.length > 0) expect([operationId, listed]).toEqual([operationId, fields]);
  }
});

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly requestBody?: Body;
}

interface Body {
  readonly content: Record<
    string,
    { readonly schema: { readonly $ref?: string; readonly properties?: object } }
  >;
}

it('an unknown operation names the nearest one', async () => {
  const response = await ask('/docs/api/postOrder.md');
  expect([response.status, (await response.json()).Message]).toEqual([
    404,
    'There is no operation "postOrder". Did you mean /docs/api/postOrders.md?',
  ]);
});
