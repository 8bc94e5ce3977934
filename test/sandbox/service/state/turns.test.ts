// Whose turn it is, and what a listener is told of it.
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../../sandbox/src/service/state/turns.ts';

function made(realTime?: () => number) {
  const turns = new Turns(realTime);
  const told: string[] = [];
  const name = (flow: object) => (flow as { name: string }).name;
  turns.listener = {
    began: (flow, goesOn) => told.push(`${name(flow)} ${goesOn ? 'goes on' : 'begins'}`),
    ended: (flow, waits) => told.push(`${name(flow)} ${waits ? 'waits' : 'ends'}`),
    cutIn: (flow, holder) => told.push(`${name(flow)} cuts into ${name(holder)}`),
    dropped: (flow) => told.push(`${name(flow)} is dropped`),
  };
  return { turns, told };
}

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

describe('a flow', () => {
  it('begins at once where no other works or waits, otherwise after those that came before', async () => {
    const { turns, told } = made();
    expect([turns.take(a), turns.holder, turns.isReplay]).toEqual([undefined, a, false]);
    const [second, third] = [turns.take(b), turns.take(c)];
    turns.release();
    await second;
    expect(turns.holder).toBe(b);
    turns.release();
    await third;
    turns.release();
    expect(turns.holder).toBeUndefined();
    expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it.each(['free', 'taken'])(
    'that waits in the middle of its work goes on as itself: the turn is %s then',
    async (then) => {
      const { turns, told } = made();
      void turns.take(a);
      let end = () => {};
      const waited = turns.aside(
        () =>
          new Promise<number>((resolve) => {
            end = () => resolve(7);
          }),
      );
      expect(turns.holder).toBeUndefined();
      void turns.take(b);
      if (then === 'free') turns.release();
      end();
      if (then === 'taken') {
        await new Promise((resolve) => setImmediate(resolve));
        expect(turns.holder).toBe(b);
        turns.release();
      }
      expect(await waited).toBe(7);
      expect(turns.holder).toBe(a);
      turns.release();
      expect(told).toEqual(['a begins', 'a waits', 'b begins', 'b ends', 'a goes on', 'a ends']);
    },
  );

  it('goes on after a wait that fails, and waits without a turn if it has none', async () => {
    const { turns, told } = made();
    expect(await turns.aside(async () => 1)).toBe(1);
    expect(told).toEqual([]);
    void turns.take(a);
    await expect(turns.aside(async () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(told).toEqual(['a begins', 'a waits', 'a goes on']);
  });

  it('may stop waiting for its turn', async () => {
    const { turns, told } = made();
    void turns.take(a);
    void turns.take(b);
    const third = turns.take(c);
    expect([turns.withdraw(b), turns.withdraw(b), turns.withdraw(a)]).toEqual([true, false, false]);
    turns.release();
    await third;
    expect(told).toEqual(['a begins', 'a ends', 'c begins']);
  });

  it('that did nothing is dropped, and the next one begins', async () => {
    const { turns, told } = made();
    void turns.take(a);
    const second = turns.take(b);
    turns.drop();
    await second;
    turns.drop();
    turns.drop();
    turns.release();
    expect(told).toEqual(['a begins', 'a is dropped', 'b begins', 'b is dropped']);
  });
});

describe('work that cannot wait', () => {
  it('has a turn of its own where no flow works, which ends although it fails', () => {
    const { turns, told } = made();
    expect(turns.cutIn(a, () => turns.holder)).toBe(a);
    expect(() =>
      turns.cutIn(b, () => {
        throw new Error('lost');
      }),
    ).toThrow('lost');
    expect([told, turns.holder]).toEqual([['a begins', 'a ends', 'b begins', 'b ends'], undefined]);
  });

  it('is done within the turn of another flow', () => {
    const { turns, told } = made();
    void turns.take(a);
    expect(turns.cutIn(b, () => turns.holder)).toBe(a);
    expect([told, turns.holder]).toEqual([['a begins', 'b cuts into a'], a]);
  });
});

it('the real time does not change during a turn', () => {
  let time = 1;
  const { turns } = made(() => time);
  time = 2;
  expect([turns.madeAt, turns.now()]).toEqual([1, 2]);
  void turns.take(a);
  time = 3;
  expect(turns.now()).toBe(2);
  turns.release();
  expect(turns.now()).toBe(3);
});

it('a replay decides which flow begins, and which goes on', async () => {
  const { turns, told } = made();
  const asked: [object, boolean][] = [];
  let expected: object = c;
  turns.admits = (flow, goesOn) => {
    asked.push([flow, goesOn]);
    return flow === expected;
  };
  expect(turns.isReplay).toBe(true);
  const [first, second, third] = [turns.take(a, true), turns.take(b), turns.take(c)];
  await third;
  expect(asked).toContainEqual([a, true]);
  expect(asked).toContainEqual([b, false]);
  expected = b;
  turns.release();
  await second;
  expected = a;
  turns.release();
  await first;
  expect(told).toEqual(['c begins', 'c ends', 'b begins', 'b ends', 'a goes on']);
});
