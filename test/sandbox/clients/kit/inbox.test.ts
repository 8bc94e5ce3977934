import { expect, it } from 'vitest';
import { Inbox } from '../../../../sandbox/src/clients/kit/inbox.ts';

const isEven = (item: number): item is number => item % 2 === 0;

it('gives each thing once, the first one first, and says which were taken', async () => {
  const inbox = new Inbox<number>();
  for (const item of [1, 2, 4]) inbox.add(item);
  const taken = () => inbox.all.filter((item) => inbox.isTaken(item));
  expect(taken()).toEqual([]);
  expect(await inbox.next(isEven, 1_000, () => 'none')).toBe(2);
  expect(taken()).toEqual([2]);
  expect(await inbox.next(isEven, 1_000, () => 'none')).toBe(4);
  expect(taken()).toEqual([2, 4]);
  const waiting = inbox.next(isEven, 10_000, () => 'none');
  for (const item of [3, 6]) inbox.add(item);
  expect(await waiting).toBe(6);
  expect([inbox.all, taken()]).toEqual([
    [1, 2, 4, 3, 6],
    [2, 4, 6],
  ]);
});
