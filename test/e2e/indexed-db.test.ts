import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexedDbEngine } from '../../sandbox/src/hosts/browser/indexed-db.ts';
import type { StorageOperation } from '../../sandbox/src/service/storage/engine.ts';
import { newPage } from './browser.ts';
import { type StaticHost, serveFolder } from './static-host.ts';

/* The storage in a database of the browser, as the storage layer uses it: ordered keys, batches, several tabs. */

declare const Engine: typeof IndexedDbEngine;

/** What a test runs in the page. */
declare global {
  var seeded: (seed: number) => (limit: number) => number;
  var rowsIn: (database: string) => Promise<number>;
}

const program = `
import { IndexedDbEngine } from './sandbox/src/hosts/browser/indexed-db.ts';
globalThis.Engine = IndexedDbEngine;
globalThis.seeded = (seed) => (limit) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed % limit;
};
globalThis.rowsIn = (database) => new Promise((resolve) => {
  const opening = indexedDB.open(database);
  opening.onsuccess = () => {
    const db = opening.result;
    const counting = db.transaction([...db.objectStoreNames]).objectStore(db.objectStoreNames[0]).count();
    counting.onsuccess = () => {
      db.close();
      resolve(counting.result);
    };
  };
});`;

let script: string;
let folder: string;
let host: StaticHost;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: '.' },
    bundle: true,
    write: false,
  });
  script = outputFiles[0]?.text ?? '';
  folder = await mkdtemp(join(tmpdir(), 'clientlib-engine-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Engine</title><link rel="icon" href="data:,">',
  );
  host = await serveFolder(folder);
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

async function openPage(): Promise<Page> {
  const page = await newPage({ serviceWorkers: 'allow' });
  await page.goto(`${host.url}/`);
  await page.evaluate(script);
  return page;
}

describe('the storage in IndexedDB', () => {
  it('holds what the batches of two tabs left, in the order of the keys, also after changes are gathered', async () => {
    const page = await openPage();
    const differences = await page.evaluate(async () => {
      const chance = seeded(7);
      const engines = [new Engine('two tabs'), new Engine('two tabs')];
      for (const engine of engines) await engine.open();
      const expected = new Map<string, string>();
      const ranges = [
        { gte: '', lt: '\uffff' },
        { gte: 'doc/', lt: 'doc0' },
        { gte: 'doc//2/', lt: 'doc//20' },
        { gte: 'head/', lt: 'head0' },
        { gte: 'layout', lt: 'layout\0' },
      ];
      const found: unknown[] = [];
      for (let round = 0; round < 120; round += 1) {
        const operations: StorageOperation[] = [];
        // Now and then as many as a snapshot.
        const many = chance(12) === 0 ? 900 : 1 + chance(40);
        for (let at = 0; at < many; at += 1) {
          const id = `${chance(3)}/${chance(2) === 0 ? 'invoices' : 'orders'}/${chance(1_500)}`;
          const key = chance(30) === 0 ? `head/${chance(3)}` : `doc//${id}`;
          const value = `[${round},{"Text":"${'x'.repeat(chance(300))}"}]`;
          operations.push(chance(5) === 0 ? { type: 'del', key } : { type: 'put', key, value });
        }
        for (const operation of operations) {
          if (operation.type === 'put') expected.set(operation.key, operation.value);
          else expected.delete(operation.key);
        }
        await engines[chance(2)]?.batch(operations);
        const { gte, lt } = ranges[round % ranges.length] as { gte: string; lt: string };
        const kept: [string, string][] = [];
        for await (const entry of (engines[chance(2)] as IndexedDbEngine).iterator({ gte, lt }))
          kept.push(entry);
        const wanted = [...expected]
          .filter(([key]) => key >= gte && key < lt)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        if (JSON.stringify(kept) !== JSON.stringify(wanted))
          found.push({ round, kept: kept.length, wanted: wanted.length });
      }
      return found;
    });
    expect(differences).toEqual([]);
  });

  it('keeps many documents in few rows, so that a worker that was stopped soon has them', async () => {
    const page = await openPage();
    const rows = await page.evaluate(async () => {
      const engine = new Engine('many documents');
      await engine.open();
      for (let at = 0; at < 6_000; at += 1) {
        const put = { type: 'put', key: `doc//1/invoices/${at}`, value: `[${at},{}]` } as const;
        if (at % 20 === 0)
          await engine.batch(
            Array.from({ length: 20 }, (_, more) => ({ ...put, key: `${put.key}-${more}` })),
          );
      }
      // What waits to be gathered is before what comes after.
      await engine.batch([{ type: 'put', key: 'layout', value: '{}' }]);
      return rowsIn('many documents');
    });
    expect(rows).toBeLessThan(130);
  });

  it('deletes what was gathered', async () => {
    const page = await openPage();
    const rows = await page.evaluate(async () => {
      const engine = new Engine('deleted');
      await engine.open();
      const keys = Array.from({ length: 2_500 }, (_, at) => `doc//1/orders/${at}`);
      await engine.batch(keys.map((key) => ({ type: 'put', key, value: '[1,{}]' })));
      await engine.batch(keys.map((key) => ({ type: 'del', key })));
      for await (const [key] of engine.iterator({ gte: '', lt: '\uffff' })) return key;
      return rowsIn('deleted');
    });
    expect(rows).toBe(0);
  });
});
