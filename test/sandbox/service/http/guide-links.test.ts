import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { allOperations } from '../../../../sandbox/src/service/http/routes/index.ts';
import { guideAbout, guidePlaces } from '../../../../sandbox/src/service/http/zones/guide-links.ts';

/* Every link to a guide that a message or a page can give leads to a page, and to a heading of it. */

const sandbox = createSandbox({ seed: 'guides', clock: '2026-01-15T10:00:00Z' });
const base = 'http://sandbox';
const html = { headers: { Accept: 'text/html' } };

/** A page by its addresses: read by patterns, as a whole DOM of each guide takes seconds. */
interface Page {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

const pages = new Map<string, Promise<Page>>();

/** A page by its address without the part behind `#`; nothing where there is none. */
function pageAt(address: string): Promise<Page> {
  const [path = ''] = address.replace(base, '').split('#');
  const page = pages.get(path) ?? load(path);
  pages.set(path, page);
  return page;
}

async function load(path: string): Promise<Page> {
  const response = await sandbox.fetch(`${base}${path}`, html);
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  const text = await response.text();
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value);
  return { ids: new Set(all(/<[^>]* id="([^"]*)"/g)), links: all(/<a [^>]*?href="([^"]*)"/g) };
}

/** What is wrong with a link; nothing where it leads somewhere. */
async function problemOf(address: string): Promise<string | undefined> {
  try {
    const page = await pageAt(address);
    const [, anchor] = address.split('#');
    if (anchor === undefined || anchor.startsWith('/') || page.ids.has(anchor)) return;
    return `${address}: there is no such heading`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function problemsOf(addresses: readonly string[]): Promise<string[]> {
  const found = await Promise.all([...new Set(addresses)].map(problemOf));
  return found.filter((problem) => problem !== undefined);
}

describe('links to guides', () => {
  it('of all problems', async () => {
    const places = guidePlaces((await allOperations()).map(({ rules }) => rules));
    expect(places.length).toBeGreaterThan(10);
    expect(await problemsOf(places.map((place) => `${base}/docs/guides/${place}`))).toEqual([]);
    expect(
      await problemsOf([`${base}/docs/guides/nothing`, `${base}/docs/guides/rest#nothing`]),
    ).toHaveLength(2);
  });

  it('in the texts of both packages', async () => {
    const sources = ['sandbox/src', 'sdk/src'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
    );
    const links = sources.flatMap((text) => text.match(/\/docs\/guides\/[\w-]+(#[\w-]+)?/g) ?? []);
    expect(links.length).toBeGreaterThan(4);
    const pagesOnly = links.filter((link) => !link.endsWith('/search-index'));
    expect(await problemsOf(pagesOnly)).toEqual([]);
  });

  it('in the guides themselves, and beside them', async () => {
    const { links: listed } = await pageAt('/docs/guides');
    const guides = listed.filter((link) => /\/docs\/guides\/[\w-]+$/.test(link));
    expect(guides.length).toBeGreaterThan(15);
    const links = await Promise.all(
      guides.map(async (guide) =>
        (await pageAt(guide)).links
          .map((link) => new URL(link.replaceAll('&amp;', '&'), guide).href)
          .filter((href) => href.startsWith(`${base}/docs`)),
      ),
    );
    expect(await problemsOf(links.flat())).toEqual([]);
  });
});

describe('a problem', () => {
  it.each([
    ['GET', '/api/v1/contracts', 'oauth#errors'],
    ['GET', '/api/v1/nothing', 'rest#refusals'],
    ['POST', '/api/v1/CustomerSelfService/signup/order', 'errors#wrong-data'],
    ['GET', '/api/v1/CustomerSelfService/contract', 'errors#access'],
    ['POST', '/sandbox/faults', 'faults#faults'],
    ['POST', '/sandbox/payments/next', 'payment-outcomes#decide-the-next-payment'],
    ['POST', '/sandbox/clock', 'control-api'],
    ['GET', '/nowhere', 'rest#refusals'],
  ])('%s %s has the address of its guide as its type', async (method, path, place) => {
    const body = method === 'POST' ? { body: '{"Wrng":1}' } : {};
    const response = await sandbox.fetch(`${base}/w/one${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.json()).toMatchObject({ type: `${base}/w/one/docs/guides/${place}` });
  });

  it('shown as a page links to its guide', async () => {
    const response = await sandbox.fetch(`${base}/providers/Lima/checkout/none`, html);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(`href="${base}/docs/guides/payment-outcomes#test-data"`);
  });

  it('of a guide names the nearest one', async () => {
    const response = await sandbox.fetch(`${base}/docs/guides/webhoks`);
    expect((await response.json()).Message).toBe(
      'There is no guide "webhoks". Did you mean /docs/guides/webhooks?',
    );
    const page = await sandbox.fetch(`${base}/docs/guides/webhoks`, html);
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('Did you mean /docs/guides/webhooks?');
  });
});

it('a refusal is explained by the guide about its code, one of the credential by that about access', () => {
  const rules = { guide: { refused: 'rest#refusals', denied: 'oauth#errors' } } as const;
  for (const [status, code, guide] of [
    [401, 'LoginError', 'oauth#errors'],
    [403, 'PermissionDenied', 'oauth#errors'],
    [409, 'ClockMoving', 'clock-and-state#move-the-clock'],
    [409, 'AdvanceCanceled', 'clock-and-state#move-the-clock'],
    [409, 'StateReplaced', 'clock-and-state#reset-snapshot-and-restore'],
    [409, 'NotKept', 'sessions#go-back'],
    [409, 'NotRecorded', 'sessions#what-is-recorded'],
    [429, 'TooManyWorkspaces', 'clock-and-state#workspaces'],
    [422, 'InvalidData', 'rest#refusals'],
  ] as const)
    expect([code, guideAbout(rules, status, code)]).toEqual([code, guide]);
  expect(guideAbout({ guide: { refused: 'rest#refusals' } }, 401, 'LoginError')).toBe('rest#refusals');
});
