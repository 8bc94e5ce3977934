import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';
import { type StaticHost, servePublicFolder } from './static-host.ts';

/*
 * What becomes of the state that a service worker keeps in IndexedDB when the database is damaged, foreign, full or deleted.
 * MSW in a page keeps its state by the same code.
 */

const DATABASE = 'clientlib-sandbox /clientlib-sandbox';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"><script type="module">
import { startServiceWorker } from './service-worker.js';
globalThis.start = () => startServiceWorker({ clock: '2026-01-15T10:00:00Z', seed: 'worker' });
</script></head><body></body></html>`;

let host: StaticHost;
beforeAll(async () => {
  host = await servePublicFolder(
    'serviceWorker',
    { 'index.html': page },
    { 'service-worker.js': 'sandbox/dist/service-worker.js' },
  );
});
afterAll(() => host.close());

/** Chromium logs each answer of 503. */
async function openPage(): Promise<Page> {
  const shop = await newPage({ allowErrors: ['status of 503'] });
  await shop.goto(`${host.url}/`);
  await shop.waitForFunction(() => 'start' in globalThis);
  return shop;
}

const startWorker = (shop: Page) =>
  shop.evaluate(() => (globalThis as unknown as { start(): Promise<unknown> }).start().then(() => {}));

/** What the control API answers to the page. */
const control = (shop: Page, path: string, body?: object) =>
  shop.evaluate(
    async ([url, json]) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(url, json === undefined ? {} : { method: 'POST', body: json, headers });
      // biome-ignore lint/suspicious/noExplicitAny: each path has its own.
      return { status: response.status, json: (await response.json()) as any };
    },
    [`/clientlib-sandbox/sandbox/${path}`, body === undefined ? undefined : JSON.stringify(body)] as const,
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

const stopWorkers = async (shop: Page) => {
  const devtools = await shop.context().newCDPSession(shop);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
};

/** Changes the database behind the worker's back. */
const tamper = (shop: Page, how: 'removeHead' | 'spoilDocument') =>
  shop.evaluate(
    ([name, damage]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('sandbox', 'readwrite');
          const store = transaction.objectStore('sandbox');
          const keys = store.getAllKeys();
          keys.onsuccess = () => {
            const key = keys.result.find((one) => String(one).startsWith('doc//')) as string;
            if (damage === 'removeHead') store.delete('layout');
            else store.put('{"half', key);
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [DATABASE, how] as const,
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
    DATABASE,
  );

it('says with 503 what is wrong with a damaged database, changes nothing there, and starts over once it is deleted', async () => {
  const shop = await openPage();
  await startWorker(shop);
  expect((await emit(shop, 'n01')).status).toBe(200);
  for (const [damage, what] of [
    ['spoilDocument', /is damaged: the entry doc\/\S+ cannot be read\. Nothing was changed\./],
    ['removeHead', /is damaged: the entry layout is missing\. Nothing was changed\./],
  ] as const) {
    await stopWorkers(shop);
    await tamper(shop, damage);
    for (const answer of [await control(shop, 'clock'), await emit(shop, 'n02')]) {
      expect([answer.status, answer.json.Code]).toEqual([503, 'StorageUnavailable']);
      expect(answer.json.Message).toMatch(what);
    }
  }
  expect(await deleteDatabase(shop)).toBe('deleted');
  expect((await emit(shop, 'n03')).status).toBe(200);
  expect(await notes(shop)).toEqual(['n03']);
});

it('uses no database of something else, and says so', async () => {
  for (const store of ['other', 'sandbox']) {
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
      [DATABASE, store] as const,
    );
    // It starts, and every request says what is wrong.
    await startWorker(shop).catch(() => {});
    const { status, json } = await control(shop, 'clock');
    expect([status, json.Code]).toEqual([503, 'StorageUnavailable']);
    expect(json.Message).toMatch(
      store === 'other'
        ? /^The database "clientlib-sandbox \/clientlib-sandbox" cannot be used \(NotFoundError: .+\)\. Make room, delete it, or/
        : /holds something other than sandbox data \("their key"\)/,
    );
  }
});

it('keeps nothing of a change for which the browser has no room, and goes on when there is some', async () => {
  const shop = await openPage();
  const devtools = await shop.context().newCDPSession(shop);
  // Before the first write: Chromium remembers for a while how much room there was.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize: 5_000_000 });
  await startWorker(shop);
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
  await stopWorkers(shop);
  expect(await notes(shop)).toEqual(acknowledged);
});

it('starts over, whole, when another tab deletes the database in the middle of changes', async () => {
  const shop = await openPage();
  await startWorker(shop);
  const tab = await shop.context().newPage();
  await tab.goto(`${host.url}/`);
  for (let round = 0; round < 12; round += 1) {
    const changes = Array.from({ length: 20 }, (_, at) => emit(shop, `n${10 + at}`));
    expect(await deleteDatabase(tab)).toBe('deleted');
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    // A change that came at that moment is made or refused.
    for (const status of statuses) expect([200, 503]).toContain(status);
    await expect.poll(async () => (await emit(shop, 'n99')).status, { timeout: 15_000 }).toBe(200);
    const before = await notes(shop);
    expect(before.at(-1)).toBe('n99');
    // What is kept is whole: another worker reads it.
    await stopWorkers(shop);
    expect(await notes(shop)).toEqual(before);
  }
});
