// Waits in real time: what is released meanwhile, and what ends them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from '../../../../sandbox/src/service/state/turns.ts';
import {
  isDoneWithin,
  type StateLock,
  UNSHARED,
  Waits,
} from '../../../../sandbox/src/service/state/waits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const flow = { name: 'flow' };

function made(turns?: Turns) {
  const done: string[] = [];
  const lock: StateLock = {
    ...UNSHARED,
    locked: async (work) => {
      done.push(`locked ${turns?.holder === flow}`);
      return work();
    },
    unlocked: async (wait) => {
      done.push(`unlocked ${turns?.holder === flow}`);
      await wait();
      done.push('locked again');
    },
  };
  return { waits: new Waits({ lock, turns }), done };
}

describe('a pause', () => {
  it('releases the lock, and ends after its time', async () => {
    const { waits, done } = made();
    const pause = waits.pause(100);
    await vi.advanceTimersByTimeAsync(99);
    expect(done).toEqual(['unlocked false']);
    await vi.advanceTimersByTimeAsync(1);
    await pause;
    expect([done, vi.getTimerCount()]).toEqual([['unlocked false', 'locked again'], 0]);
  });

  it('ends early with all others, and leaves no timer', async () => {
    const { waits } = made();
    const pauses = [waits.pause(1_000), waits.pauseInTurn(2_000)];
    expect(vi.getTimerCount()).toBe(2);
    waits.endAll();
    await Promise.all(pauses);
    expect(vi.getTimerCount()).toBe(0);
    waits.endAll();
  });

  it('within a turn releases it, and a replay does not wait', async () => {
    const turns = new Turns();
    const { waits, done } = made(turns);
    void turns.take(flow);
    const pause = waits.pauseInTurn(100);
    expect([turns.holder, done]).toEqual([undefined, ['unlocked false']]);
    await vi.advanceTimersByTimeAsync(100);
    await pause;
    expect(turns.holder).toBe(flow);
    turns.admits = () => true;
    await waits.pauseInTurn(100);
    expect([turns.holder, done.length, vi.getTimerCount()]).toEqual([flow, 2, 0]);
  });
});

describe('work in a turn', () => {
  it('is done with the turn and the lock, and then releases the turn', async () => {
    const turns = new Turns();
    const { waits, done } = made(turns);
    expect(await waits.inTurn(flow, () => turns.holder)).toBe(flow);
    expect([done, turns.holder]).toEqual([['locked true'], undefined]);
    expect(await made().waits.inTurn(flow, () => 7)).toBe(7);
  });

  it('that fails releases the turn', async () => {
    const turns = new Turns();
    const fails = made(turns).waits.inTurn(flow, () => {
      throw new Error('lost');
    });
    await expect(fails).rejects.toThrow('lost');
    expect(turns.holder).toBeUndefined();
  });
});

it.each([
  [50, true],
  [150, false],
])('work of %i ms is done within 100: %s', async (ms, isDone) => {
  const result = isDoneWithin(100, new Promise((resolve) => void setTimeout(resolve, ms)));
  await vi.advanceTimersByTimeAsync(100);
  expect([await result, vi.getTimerCount()]).toEqual([isDone, isDone ? 0 : 1]);
});
