import { Window } from 'happy-dom';
import { expect, it, vi } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';

/* The guides at /docs/guides, as a person reads them. */

const sandbox = createSandbox({ seed: 'guides', clock: '2026-01-15T10:00:00Z' });

async function pageAt(path: string) {
  const response = await sandbox.fetch(`http://sandbox${path}`, { headers: { Accept: 'text/html' } });
  const { document } = new Window({ url: `http://sandbox${path}` });
  document.write(await response.text());
  return document;
}

const cards = async () => [...(await pageAt('/docs/guides')).querySelectorAll('.cards li')];

it.each(['/docs/guides', '/docs/guides/webhooks'])(
  'lead to the reference of its pages where a host has none: %s',
  async (path) => {
    vi.doMock('virtual:guides', () => ({ guides: [] }));
    try {
      const elsewhere = createSandbox({ pagesUrl: 'http://pages.test/billing' });
      const answer = await elsewhere.fetch(`http://sandbox${path}`, {
        headers: { Accept: 'text/html' },
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        302,
        'http://pages.test/billing/docs',
      ]);
    } finally {
      vi.doUnmock('virtual:guides');
    }
  },
);

it('are listed with the first sentence of their first paragraph', async () => {
  const summaries = new Map(
    (await cards()).map((card) => [
      card.querySelector('a')?.textContent ?? '',
      card.querySelector('p')?.textContent ?? '',
    ]),
  );
  expect(summaries.get('Browsers')).toBe(
    'ClientLib and the payment form work in these browsers and newer ones.',
  );
  expect(summaries.get('Configuration')).toBe('The file overrides the defaults of account and catalogue.');
  for (const [title, summary] of summaries)
    expect([title, summary]).toEqual([title, expect.stringMatching(/\.$/)]);
});

it('name the address at which they are read, as pages and as Markdown', async () => {
  for (const path of ['getting-started', 'getting-started.md', 'oauth', 'oauth.md', 'run', 'run.md']) {
    const text = await (await sandbox.fetch(`http://localhost:4567/docs/guides/${path}`)).text();
    expect([path, text.includes('localhost:4567'), text.includes('localhost:4400')]).toEqual([
      path,
      true,
      false,
    ]);
  }
  const all = await (await sandbox.fetch('http://localhost:4567/llms-full.txt')).text();
  expect(all).not.toContain('localhost:4400');
});

it('omit the markers between which commands write tables', async () => {
  const links = (await cards()).map(
    (card) =>
      new URL(card.querySelector('a')?.getAttribute('href') ?? '', 'http://sandbox/docs/guides').pathname,
  );
  expect(links).toContain('/docs/guides/webhooks');
  for (const path of links) {
    const response = await sandbox.fetch(`http://sandbox${path}`, { headers: { Accept: 'text/html' } });
    const [, article = ''] = (await response.text()).split('<article');
    expect([path, article.length > 500, /<!--|&lt;!--/.test(article)]).toEqual([path, true, false]);
  }
});

it('give the search each section with its heading, text and place', async () => {
  const script = await (await sandbox.fetch('http://sandbox/docs/guides/search-index.js')).text();
  const sections = JSON.parse(script.replace(/^globalThis\.guideSections = |;\n$/g, ''));
  expect(sections.length).toBeGreaterThan(150);
  const [found] = sections.filter(({ id }: { id: string }) => id === 'webhooks#verifywebhook');
  expect(found).toMatchObject({ page: 'Webhooks', heading: 'verifyWebhook' });
  expect(found.text).toContain(
    "import { verifyWebhook, WebhookVerificationError } from 'clientlib/webhooks';",
  );
  const [tag] = sections.filter(({ text }: { text: string }) =>
    text.includes('<script src="http://localhost:4400/clientlib.js"></script>'),
  );
  expect(tag).toBeDefined();
  for (const { id, heading, text } of sections)
    expect([id, heading !== '', /&#|hljs/.test(text)]).toEqual([id, true, false]);
});
