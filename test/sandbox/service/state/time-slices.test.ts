import { afterEach, describe, expect, it, vi } from 'vitest';
import { FIRST_TASKS, MOST_TASKS, TaskSlices } from '../../../../sandbox/src/service/state/time-slices.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Slices of tasks during which the time stands, as on workerd. It goes on when others have their turn. */
function slices() {
  const time = vi.spyOn(performance, 'now').mockReturnValue(0);
  const all = new TaskSlices();
  all.begin();
  return {
    /** @returns the tasks of the next slice, which takes so many milliseconds for each */
    async tasks(each: number): Promise<number> {
      let tasks = 1;
      while (!all.count()) tasks += 1;
      const before = performance.now();
      time.mockReturnValue(before + tasks * each);
      await all.next();
      return tasks;
    },
    time,
    all,
  };
}

describe('where the time stands while code runs, a slice', () => {
  it('has more tasks than the one before while they are light, up to a limit', async () => {
    const { tasks } = slices();
    const counts: number[] = [];
    for (let at = 0; at < 6; at += 1) counts.push(await tasks(0.1));
    expect(counts).toEqual([FIRST_TASKS, 20, 40, 80, MOST_TASKS, MOST_TASKS]);
  });

  it('has few again as soon as one took more than 32 ms', async () => {
    const { tasks } = slices();
    const counts: number[] = [];
    for (const each of [0, 0, 0, 0, 0.32, 0.33, 0]) counts.push(await tasks(each));
    expect(counts).toEqual([10, 20, 40, 80, MOST_TASKS, MOST_TASKS, FIRST_TASKS]);
  });
});

describe('where the time goes on, a slice', () => {
  it('ends after 8 ms', () => {
    const { time, all } = slices();
    time.mockReturnValue(8);
    expect(all.count()).toBe(false);
    time.mockReturnValue(8.1);
    expect(all.count()).toBe(true);
  });
});
