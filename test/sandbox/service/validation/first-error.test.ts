import { expect, it } from 'vitest';
import * as z from 'zod';
import { firstError, firstWrongItem } from '../../../../sandbox/src/service/validation/first-error.ts';

let checked = 0;
/** An item whose checks are counted. */
const item = z.object({
  Id: z.string().refine(() => {
    checked += 1;
    return true;
  }),
});
const schema = z.object({
  Name: z.string(),
  Outer: z
    .object({ List: z.array(item).optional(), Map: z.record(z.string(), item).nullable().optional() })
    .optional(),
});

const wrongOf = (value: unknown) => {
  const wrong = firstError(schema, value);
  return wrong && [...wrong.path, '|', ...wrong.error.issues.map(({ path }) => path.join('.'))].join('/');
};

it('stops at the first wrong item of a long list, also where the list is within another object', () => {
  const right = Array.from({ length: 5 }, () => ({ Id: 'x' }));
  const List = [...right, ...Array.from({ length: 1_000 }, () => ({})), ...right];
  checked = 0;
  expect(wrongOf({ Name: 'x', Outer: { List } })).toBe('Outer/List/5/|/Id');
  expect(checked).toBe(5);
});

it('stops at the first wrong entry of a long map', () => {
  const entries = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`k${at}`, at < 3 ? { Id: 'x' } : 1]),
  );
  expect(wrongOf({ Name: 'x', Outer: { Map: entries } })).toBe('Outer/Map/k3/|/');
});

it('reports all that is wrong with a short list and the rest', () => {
  const List = Array.from({ length: 100 }, () => ({}));
  const wrong = firstError(schema, { Name: 1, Outer: { List } });
  expect(wrong?.path).toEqual([]);
  expect(wrong?.error.issues).toHaveLength(101);
});

it('finds nothing wrong with a value that matches, however long it is', () => {
  const List = Array.from({ length: 1_000 }, () => ({ Id: 'x' }));
  expect(wrongOf({ Name: 'x', Outer: { List } })).toBeUndefined();
  expect(firstWrongItem(schema, { Name: 1 })).toBeUndefined();
});
