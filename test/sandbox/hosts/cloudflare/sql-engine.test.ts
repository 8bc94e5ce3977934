import { describe, expect, it } from 'vitest';
import { SqlEngine } from '../../../../sandbox/src/hosts/cloudflare/sql-engine.ts';
import { sqlDatabase } from './sql-database.ts';

function database() {
  const { exec, rests, reads } = sqlDatabase();
  const counts = {
    batches: 0,
    syncs: 0,
    /** Batches that were told of before the last one reached the disk. */
    toldBeforeSync: 0,
    get reads() {
      return reads();
    },
  };
  const storage = {
    sql: { exec },
    transactionSync: (work: () => void) => work(),
    sync: async () => {
      counts.syncs += 1;
      counts.toldBeforeSync = counts.batches;
    },
  };
  const engine = new SqlEngine(storage as never, () => {
    counts.batches += 1;
  });
  const read = async (gte = '', lt = '~') => {
    const found: [string, string][] = [];
    for await (const entry of engine.iterator({ gte, lt })) found.push(entry);
    return found;
  };
  const put = (values: Readonly<Record<string, string>>, sync = false) =>
    engine.batch(
      Object.entries(values).map(([key, value]) => ({ type: 'put', key, value })),
      { sync },
    );
  return { engine, counts, read, put, rests };
}

describe('the storage of a Durable Object', () => {
  it('has the last value of each key, in their order, within a range', async () => {
    const { engine, read, put } = database();
    await engine.open();
    await put({ b: '1', a: '2', c: '3' });
    await put({ a: '4' });
    await engine.batch(
      [
        { type: 'del', key: 'b' },
        { type: 'put', key: 'd', value: '' },
      ],
      { sync: false },
    );
    expect(await read()).toEqual([
      ['a', '4'],
      ['c', '3'],
      ['d', ''],
    ]);
    expect(await read('c', 'd')).toEqual([['c', '3']]);
    expect(await read('x')).toEqual([]);
  });

  it('is on disk where that is asked for, and tells of each batch', async () => {
    const { counts, put } = database();
    await put({ a: '1' });
    expect(counts).toMatchObject({ batches: 1, syncs: 0 });
    await put({ a: '1' }, true);
    expect(counts).toMatchObject({ batches: 2, syncs: 1, toldBeforeSync: 2 });
  });

  it.each([
    [499, 1],
    [500, 2],
    [501, 2],
    [1_001, 3],
  ])('is read in pages: %s entries in %s', async (count, reads) => {
    const { read, put, counts } = database();
    const keys = Array.from({ length: count }, (_, at) => `k${String(at).padStart(5, '0')}`);
    await put(Object.fromEntries(keys.map((key) => [key, `of ${key}`])));
    expect(await read()).toEqual(keys.map((key) => [key, `of ${key}`]));
    expect(counts.reads).toBe(reads);
  });

  it.each([
    ['a row', 'x'.repeat(500_000), 0],
    ['a row and a letter', 'x'.repeat(500_001), 1],
    ['three rows', `${'x'.repeat(1_000_000)}y`, 2],
    ['a letter of two units at the end of a row', `${'x'.repeat(499_999)}😀y`, 1],
    ['letters of two units', '😀'.repeat(500_001), 2],
  ])('has long values in parts: %s', async (_what, value, parts) => {
    const { read, put, rests, engine } = database();
    await put({ a: 'before', b: value, c: value });
    expect(await read()).toEqual([
      ['a', 'before'],
      ['b', value],
      ['c', value],
    ]);
    expect(rests()).toHaveLength(parts * 2);
    expect(
      rests().every(
        (row) => row.value.length <= 500_000 && !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(row.value),
      ),
    ).toBe(true);
    await put({ b: 'short' });
    await engine.batch([{ type: 'del', key: 'c' }], { sync: false });
    expect([await read(), rests()]).toEqual([
      [
        ['a', 'before'],
        ['b', 'short'],
      ],
      [],
    ]);
  });
});
