import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage } from './browser.ts';
import { msw2, serveMswPages } from './msw-page.ts';
import { type StaticHost, servePublicFolder } from './static-host.ts';

/*
 * What becomes of the state that a service worker or a page behind MSW keeps in IndexedDB when the database is damaged,
 * foreign, full or deleted.
 */

/** A way to run the sandbox in a browser, with a state that is kept. */
interface Way {
  readonly name: string;
  readonly database: string;
  /** Of the sandbox, as the page reaches it. */
  readonly baseUrl: string;
  /** A host whose page has a global `start`. */
  readonly serve: () => Promise<StaticHost>;
  /** Takes the sandbox out of memory. */
  readonly stop: (shop: Page) => Promise<void>;
  /** How many changes come while another tab deletes the database; a page behind MSW is loaded anew after each, too slowly for it. */
  readonly deletions: readonly number[];
  /** The next request reads the state anew. */
  readonly goOn: (shop: Page) => Promise<void>;
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"><script type="module">
import { startServiceWorker } from './service-worker.js';
globalThis.start = () => startServiceWorker({ clock: '2026-01-15T10:00:00Z', seed: 'worker' });
</script></head><body></body></html>`;

const mswProgram = `
import { setupWorker } from 'msw/browser';
import { handlers } from 'clientlib-sandbox/msw';
globalThis.start = () => {
  const served = handlers({
    baseUrl: 'https://billing.example', persist: true, clock: '2026-01-15T10:00:00Z', seed: 'worker',
  });
  return setupWorker(...served).start({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass', quiet: true });
};`;

const ways: readonly Way[] = [
  {
    name: 'in a service worker',
    database: 'clientlib-sandbox /clientlib-sandbox',
    baseUrl: '/clientlib-sandbox',
    serve: () =>
      servePublicFolder(
        'serviceWorker',
        { 'index.html': page },
        { 'service-worker.js': 'sandbox/dist/service-worker.js' },
      ),
    async stop(shop) {
      const devtools = await shop.context().newCDPSession(shop);
      await devtools.send('ServiceWorker.enable');
      await devtools.send('ServiceWorker.stopAllWorkers');
    },
    deletions: [20],
    goOn: async () => {},
  },
  {
    name: 'behind MSW',
    database: 'clientlib-sandbox',
    baseUrl: 'https://billing.example',
    serve: () => serveMswPages(mswProgram, msw2),
    async stop(shop) {
      await shop.reload();
      await shop.waitForFunction(() => 'start' in globalThis);
    },
    deletions: [],
    goOn: (shop) => start(shop),
  },
];

const start = (shop: Page) =>
  shop.evaluate(() => (globalThis as unknown as { start(): Promise<unknown> }).start().then(() => {}));

describe.each(ways)('the state that is kept $name', ({ database, baseUrl, serve, stop, goOn, deletions }) => {
  let host: StaticHost;
  beforeAll(async () => {
    host = await serve();
  });
  afterAll(() => host.close());

  /** Chromium logs each answer of 503. */
  async function openPage(): Promise<Page> {
    const shop = await newPage({ allowErrors: ['status of 503'], serviceWorkers: 'allow' });
    await shop.goto(`${host.url}/`);
    await shop.waitForFunction(() => 'start' in globalThis);
    return shop;
  }

  /** What the control API answers to the page. */
  const control = (shop: Page, path: string, body?: object) =>
    shop.evaluate(
      async ([url, json]) => {
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch(url, json === undefined ? {} : { method: 'POST', body: json, headers });
        // biome-ignore lint/suspicious/noExplicitAny: each path has its own.
        return { status: response.status, json: (await response.json()) as any };
      },
      [`${baseUrl}/sandbox/${path}`, body === undefined ? undefined : JSON.stringify(body)] as const,
    );

  const emit = (shop: Page, ContractId: string) =>
    control(shop, 'events', { Event: 'ContractCreated', ContractId });

  const notes = async (shop: Page): Promise<string[]> => {
    const { status, json } = await control(shop, 'events?take=500');
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
    return json
      .map(({ ContractId = '' }: { ContractId?: string }) => ContractId)
      .filter((id: string) => id.startsWith('n'))
      .map((id: string) => id.slice(0, 3))
      .reverse();
  };

  /** What is kept is read anew. */
  const restart = async (shop: Page) => {
    await stop(shop);
    await goOn(shop);
  };

  /** Changes the database while it is not used. */
  const tamper = (shop: Page, how: 'removeHead' | 'spoilDocument') =>
    shop.evaluate(
      ([name, damage]) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('clientlib-sandbox', 'readwrite');
            const store = transaction.objectStore('clientlib-sandbox');
            if (damage === 'removeHead') store.delete('layout');
            // The first row of documents: keys and values by turns.
            else
              store.openCursor(IDBKeyRange.lowerBound(1)).onsuccess = ({ target }) => {
                const cursor = (target as IDBRequest<IDBCursorWithValue>).result;
                cursor.update(cursor.value.with(1, '{"half'));
              };
            transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
      [database, how] as const,
    );

  const deleteDatabase = (shop: Page) =>
    shop.evaluate(
      (name) =>
        new Promise<string>((resolve, reject) => {
          const deleting = indexedDB.deleteDatabase(name);
          deleting.onsuccess = () => resolve('deleted');
          deleting.onblocked = () => resolve('blocked');
          deleting.onerror = () => reject(deleting.error);
        }),
      database,
    );

  it('reports a damaged database with 503, leaves it unchanged, and starts over once it is deleted', async () => {
    const shop = await openPage();
    await start(shop);
    expect((await emit(shop, 'n01')).status).toBe(200);
    for (const [damage, what] of [
      ['spoilDocument', /is damaged: the entry doc\/\S+ cannot be read\. Nothing was changed\./],
      ['removeHead', /is damaged: the entry layout is missing\. Nothing was changed\./],
    ] as const) {
      await stop(shop);
      await tamper(shop, damage);
      await goOn(shop);
      for (const answer of [await control(shop, 'clock'), await emit(shop, 'n02')]) {
        expect([answer.status, answer.json.Code]).toEqual([503, 'StorageUnavailable']);
        expect(answer.json.Message).toMatch(what);
      }
    }
    expect(await deleteDatabase(shop)).toBe('deleted');
    expect((await emit(shop, 'n03')).status).toBe(200);
    expect(await notes(shop)).toEqual(['n03']);
  });

  it('does not use a database of another application, and reports it', async () => {
    for (const store of ['other', 'clientlib-sandbox']) {
      const shop = await openPage();
      await shop.evaluate(
        ([name, storeName]) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open(name);
            opening.onupgradeneeded = () => {
              opening.result.createObjectStore(storeName).put('theirs', 'their key');
            };
            opening.onsuccess = () => {
              opening.result.close();
              resolve();
            };
          }),
        [database, store] as const,
      );
      // It starts, and every request says what is wrong.
      await start(shop).catch(() => {});
      const { status, json } = await control(shop, 'clock');
      expect([status, json.Code]).toEqual([503, 'StorageUnavailable']);
      expect(json.Message).toMatch(
        store === 'other'
          ? /^The database "clientlib-sandbox( \/clientlib-sandbox)?" cannot be used \(NotFoundError: .+\)\. Make room, delete it, or/
          : /holds something other than sandbox data \("their key"\)/,
      );
    }
  });

  it("discards a change that does not fit the browser's quota, and continues when there is room", async () => {
    const shop = await openPage();
    const devtools = await shop.context().newCDPSession(shop);
    // Before the first write: Chromium remembers for a while how much room there was.
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize: 5_000_000 });
    await start(shop);
    const acknowledged: string[] = [];
    let answer = await emit(shop, 'n10');
    for (let at = 10; answer.status === 200; at += 1) {
      acknowledged.push(`n${at}`);
      expect(at, 'the quota was never reached').toBeLessThan(99);
      // Chromium compresses what it keeps.
      answer = await emit(shop, `n${at + 1}${randomBytes(75_000).toString('hex')}`);
    }
    expect([answer.status, answer.json.Code]).toEqual([503, 'StorageUnavailable']);
    expect(answer.json.Message).toMatch(
      /cannot be written \(.*\)\. Nothing was changed; reading works\. Make room/,
    );
    expect(await notes(shop)).toEqual(acknowledged);

    await devtools.send('Storage.overrideQuotaForOrigin', { origin: host.url });
    await expect.poll(async () => (await emit(shop, 'n99')).status, { timeout: 15_000 }).toBe(200);
    acknowledged.push('n99');
    await restart(shop);
    expect(await notes(shop)).toEqual(acknowledged);
  });

  it.each(deletions)(
    'starts over, whole, when another tab deletes the database in the middle of %i changes',
    async (count) => {
      const shop = await openPage();
      await start(shop);
      const tab = await shop.context().newPage();
      await tab.goto(`${host.url}/`);
      for (let round = 0; round < 12; round += 1) {
        const changes = Array.from({ length: count }, (_, at) => emit(shop, `n${10 + at}`));
        expect(await deleteDatabase(tab)).toBe('deleted');
        const statuses = (await Promise.all(changes)).map(({ status }) => status);
        // A change that came at that moment is made or refused.
        for (const status of statuses) expect([200, 503]).toContain(status);
        await expect.poll(async () => (await emit(shop, 'n99')).status, { timeout: 15_000 }).toBe(200);
        const before = await notes(shop);
        expect(before.at(-1)).toBe('n99');
        // What is kept is whole: another worker reads it.
        await restart(shop);
        expect(await notes(shop)).toEqual(before);
      }
    },
  );
});
