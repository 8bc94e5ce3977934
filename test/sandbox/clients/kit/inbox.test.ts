import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Inbox, waitTime } from '../../../../sandbox/src/clients/kit/inbox.ts';

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
  // Who has one gets no second one.
  inbox.add(8);
  expect(await inbox.next(isEven, 1_000, () => 'none')).toBe(8);
});

describe('a wait that has ended', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('fails with its message at its timeout, and leaves what comes later to the next one', async () => {
    const inbox = new Inbox<number>();
    const failed = expect(inbox.next(isEven, 100, () => `none of ${inbox.all}`)).rejects.toThrow('none of 1');
    inbox.add(1);
    await vi.advanceTimersByTimeAsync(99);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    inbox.add(2);
    expect([inbox.isTaken(2), await inbox.next(isEven, 100, () => 'none')]).toEqual([false, 2]);
  });

  it('has no timer any more', async () => {
    const inbox = new Inbox<number>();
    const taken = inbox.next(isEven, 100, () => 'none');
    inbox.add(2);
    expect([await taken, vi.getTimerCount()]).toEqual([2, 0]);
  });
});

it.each([
  ['without a timeout', 0, 0, 2 ** 31 - 1],
  ['without a timeout, later', 0, 1e9, 2 ** 31 - 1],
  ['of a second', 1_000, 0, 800],
  ['of a second, half of which is over', 1_000, 500.5, 299],
  ['of a second that is nearly over', 1_000, 799, 50],
  ['of a second that is over', 1_000, 2_000, 50],
  ['of 5 seconds', 5_000, 0, 4_000],
  ['of a minute', 60_000, 0, 59_000],
])('a test %s waits until shortly before its end', (_which, timeout, passed, expected) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10);
  const wait = waitTime(timeout);
  now.mockReturnValue(10 + passed);
  expect(wait()).toBe(expected);
  now.mockRestore();
});
