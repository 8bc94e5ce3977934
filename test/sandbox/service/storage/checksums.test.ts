import { expect, it } from 'vitest';
import { Checksums } from '../../../../sandbox/src/service/storage/checksums.ts';

const sumOf = (...documents: [document: string, value: string | undefined][]): number => {
  const checksums = new Checksums();
  for (const [document, value] of documents) checksums.set(document, value);
  return checksums.sum;
};

it('sums up what documents hold, in any order, and forgets what is gone or replaced', () => {
  const [one, two] = [
    ['orders/1', 'a'],
    ['orders/2', 'b'],
  ] as [string, string][] as [[string, string], [string, string]];
  expect(sumOf(one, two)).toBe(sumOf(two, one));
  expect(sumOf(one, two, ['orders/2', undefined])).toBe(sumOf(one));
  expect(sumOf(['orders/1', 'x'], one)).toBe(sumOf(one));
  expect(sumOf(one, ['orders/1', undefined])).toBe(0);
});

it('is another sum where two documents have changed places, or one has another value', () => {
  const sum = sumOf(['orders/1', 'a'], ['orders/2', 'b']);
  expect(sumOf(['orders/1', 'b'], ['orders/2', 'a'])).not.toBe(sum);
  expect(sumOf(['orders/1', 'a'], ['orders/2', 'c'])).not.toBe(sum);
  expect(sumOf(['orders/1', 'a'], ['customers/2', 'b'])).not.toBe(sum);
});
