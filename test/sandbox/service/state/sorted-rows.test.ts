import { describe, expect, it } from 'vitest';
import {
  BLOCK_LENGTH,
  comesBefore,
  type Row,
  SortedRows,
} from '../../../../sandbox/src/service/state/sorted-rows.ts';
import { examples, fc } from '../../../properties.ts';

/** Many rows at once, so that blocks fill, split and run empty. */
const many = fc.integer({ min: 1, max: 2 * BLOCK_LENGTH });
const key = fc.integer({ min: 0, max: 60 });

const step = fc.oneof(
  // Equal keys, keys that rise as those of a log, and keys from anywhere.
  fc.record({ do: fc.constant('add' as const), from: key, rise: fc.constantFrom(0, 1, 7), count: many }),
  // From the front as logs and the schedule, or every few from somewhere.
  fc.record({
    do: fc.constant('remove' as const),
    from: fc.nat(),
    every: fc.constantFrom(1, 3),
    count: many,
  }),
  fc.record({ do: fc.constant('shift' as const), count: many }),
  fc.record({ do: fc.constant('miss' as const), from: key }),
);

const inOrder = (a: Row<number>, b: Row<number>) => (comesBefore(a, b) ? -1 : 1);

describe('SortedRows', () => {
  it('contains what a sorted array contains, after any additions and removals', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), key, key, (steps, one, other) => {
        const rows = new SortedRows<number>();
        let model: Row<number>[] = [];
        let sequence = 0;
        for (const entry of steps) {
          if (entry.do === 'add') {
            for (let at = 0; at < entry.count; at += 1) {
              // Several rows have the same key, and some of those the same ticks.
              const key = (entry.from + at * entry.rise) % 61;
              const row = { document: sequence, order: key >> 2, ticks: key & 3, sequence };
              sequence += 1;
              rows.add(row);
              model.push(row);
            }
            model.sort(inOrder);
          } else if (entry.do === 'miss') {
            rows.remove({ document: -1, order: entry.from, ticks: 0, sequence: sequence + 1 });
          } else {
            const from = entry.do === 'remove' ? entry.from % (model.length + 1) : 0;
            const every = entry.do === 'remove' ? entry.every : 1;
            const leaving = model.slice(from, from + entry.count).filter((_, at) => at % every === 0);
            for (const row of leaving) rows.remove(row);
            model = model.filter((row) => !leaving.includes(row));
          }
          expect(rows.length).toBe(model.length);
          expect(rows.first()).toBe(model[0]);
          expect(rows.documents()).toEqual(model.map(({ document }) => document));
        }
        // Between two keys, and between two rows.
        const [low, high] = one < other ? [one, other] : [other, one];
        for (const [from, to] of [
          [
            { order: low >> 2, ticks: low & 3, sequence: -1 },
            { order: high >> 2, ticks: high & 3, sequence: Infinity },
          ],
          [model[low], model.at(-high - 1)],
        ]) {
          if (from === undefined || to === undefined) continue;
          const within = model.filter((row) => !comesBefore(row, from) && !comesBefore(to, row));
          expect([...rows.upwards(from, to)]).toEqual(within);
          expect([...rows.downwards(from, to)]).toEqual(within.toReversed());
        }
      }),
      { numRuns: examples(300) },
    );
  });

  it('is empty after clear, and can be used again', () => {
    const rows = new SortedRows<number>();
    for (let at = 0; at < 3 * BLOCK_LENGTH; at += 1)
      rows.add({ document: at, order: -at, ticks: 0, sequence: at });
    rows.clear();
    expect([rows.length, rows.first(), rows.documents()]).toEqual([0, undefined, []]);
    rows.add({ document: 1, order: 1, ticks: 0, sequence: 1 });
    expect(rows.documents()).toEqual([1]);
  });
});
