import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IndexedDbEngine } from '../../../../sandbox/src/hosts/browser/indexed-db.ts';
import type { StorageOperation } from '../../../../sandbox/src/service/storage/engine.ts';
import { FakeBrowserData } from './fake-indexed-db.ts';

/* The storage in a browser's database: what stands in it, and what is read. The browser is played; test/e2e has real ones. */

let browser: FakeBrowserData;
beforeEach(() => {
  browser = new FakeBrowserData();
  for (const [name, value] of Object.entries(browser.globals)) vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const put = (key: string, value: string): StorageOperation => ({ type: 'put', key, value });
const del = (key: string): StorageOperation => ({ type: 'del', key });

async function read(engine: IndexedDbEngine, gte = '', lt = '\uffff') {
  const found: [string, string][] = [];
  for await (const entry of engine.iterator({ gte, lt })) found.push(entry);
  return found;
}

/** Operations on many documents, from a number on. */
const many = (count: number, value: string, from = 0) =>
  Array.from({ length: count }, (_, at) => put(`doc/w/1/plans/${String(from + at).padStart(6, '0')}`, value));

/** The rows of documents: of which kind, and how many documents each has. */
const rows = () =>
  browser.content('data').flatMap(([key, row]) => (Array.isArray(row) ? [[key, row.length / 2]] : []));

describe('the database of a browser', () => {
  it('has the last value of each key, in their order, within a range', async () => {
    const engine = new IndexedDbEngine('data');
    await engine.open();
    await engine.batch([
      put('layout', '1'),
      put('head/w', '2'),
      put('doc/w/1/plans/b', '3'),
      put('doc/w/1/plans/a', '4'),
    ]);
    await engine.batch([
      put('doc/w/1/plans/b', '5'),
      del('doc/w/1/plans/a'),
      put('doc/w/1/plans/c', '6'),
      del('layout'),
    ]);
    expect(await read(engine)).toEqual([
      ['doc/w/1/plans/b', '5'],
      ['doc/w/1/plans/c', '6'],
      ['head/w', '2'],
    ]);
    expect(await read(engine, 'doc/w/1/plans/b', 'doc/w/1/plans/c')).toEqual([['doc/w/1/plans/b', '5']]);
    expect(await read(engine, 'head/', 'head0')).toEqual([['head/w', '2']]);
    expect(await read(engine, 'writer', 'writer\0')).toEqual([]);
  });

  it('keeps the documents of each batch in a row of its own, and other entries as they are', async () => {
    const engine = new IndexedDbEngine('data');
    await engine.batch([put('layout', '1'), put('doc/w/1/plans/b', '2')]);
    await engine.batch([put('head/w', '3')]);
    await engine.batch([del('doc/w/1/plans/b'), put('doc/w/1/plans/c', '4')]);
    expect(browser.content('data')).toEqual([
      [1, ['doc/w/1/plans/b', '2']],
      [2, ['doc/w/1/plans/b', null, 'doc/w/1/plans/c', '4']],
      ['head/w', '3'],
      ['layout', '1'],
    ]);
  });

  it('reads what another page has written, and goes on after its rows', async () => {
    const [one, other] = [new IndexedDbEngine('data'), new IndexedDbEngine('data')];
    await one.batch([put('doc/w/1/plans/a', '1')]);
    await other.batch([put('doc/w/1/plans/a', '2')]);
    await one.batch([put('doc/w/1/plans/b', '3')]);
    expect(await read(other)).toEqual([
      ['doc/w/1/plans/a', '2'],
      ['doc/w/1/plans/b', '3'],
    ]);
    expect(rows().map(([key]) => key)).toEqual([1, 2, 3]);
  });

  it('gathers what has changed once it is more than 2,000 documents, in rows of 500', async () => {
    const engine = new IndexedDbEngine('data');
    await engine.batch(many(2_000, 'a'));
    await vi.waitFor(() => expect(rows()).toEqual([[1, 2_000]]));
    await engine.batch([put('doc/w/1/plans/000000', 'b'), del('doc/w/1/plans/000001')]);
    await vi.waitFor(() =>
      expect(rows()).toEqual([
        [-4, 499],
        [-3, 500],
        [-2, 500],
        [-1, 500],
      ]),
    );
    const all = await read(engine);
    expect(all).toHaveLength(1_999);
    expect(all.slice(0, 2)).toEqual([
      ['doc/w/1/plans/000000', 'b'],
      ['doc/w/1/plans/000002', 'a'],
    ]);
    await engine.batch([put('doc/w/1/plans/000003', 'c')]);
    expect(rows().at(-1)).toEqual([1, 1]);
    expect((await read(engine))[2]).toEqual(['doc/w/1/plans/000003', 'c']);
  });

  it('gathers a large state only when a quarter of it has changed', async () => {
    const engine = new IndexedDbEngine('data');
    await engine.batch(many(12_000, 'a'));
    await vi.waitFor(() => expect(rows()).toHaveLength(24));
    await read(engine);
    await engine.batch(many(2_900, 'b'));
    await read(engine);
    expect(rows().at(-1)).toEqual([1, 2_900]);
    await engine.batch(many(101, 'b', 2_900));
    await vi.waitFor(() => expect(rows()).toHaveLength(24));
    expect((await read(engine)).filter(([, value]) => value === 'b')).toHaveLength(3_001);
  });

  it('that another page deletes is let go of, and written again only after it was opened again', async () => {
    const engine = new IndexedDbEngine('data');
    await engine.batch([put('doc/w/1/plans/a', '1')]);
    expect(browser.delete('data')).toBe(0);
    await expect(engine.batch([put('doc/w/1/plans/b', '2')])).rejects.toThrow('it was deleted');
    expect(browser.content('data')).toEqual([]);
    await engine.open();
    await engine.batch([put('doc/w/1/plans/b', '2')]);
    expect(await read(engine)).toEqual([['doc/w/1/plans/b', '2']]);
  });
});
