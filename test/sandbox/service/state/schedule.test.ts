import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../../../sandbox/src/service/state/clock.ts';
import {
  Schedule,
  type TaskHandler,
  taskCollection,
} from '../../../../sandbox/src/service/state/schedule.ts';
import { State } from '../../../../sandbox/src/service/state/state.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const hour = 3_600_000;

function make(
  handlers: { [type: string]: TaskHandler },
  options: { wall?: boolean; quiet?: () => Promise<void> } = {},
) {
  const state = new State({ tasks: taskCollection }, 'seed');
  const clock = new Clock(options.wall === true ? undefined : start, Date.now);
  const schedule = new Schedule(state.collections.tasks, clock, (work) => state.transaction(work), handlers, {
    moving: () => {},
    canAdvance: (until) => options.quiet && until(options.quiet()),
    quiet: options.quiet ?? (() => undefined),
    drained: () => undefined,
    turns: () => undefined,
  });
  const put = (type: string, key: string, dueAt: number) =>
    state.transaction(() => schedule.put(type, key, dueAt));
  return { state, clock, schedule, put };
}

describe('Schedule with a manual clock', () => {
  it('runs due tasks in order, each at its own instant', async () => {
    const seen: string[] = [];
    const { clock, schedule, put } = make({
      note: (task) => {
        seen.push(`${task.Id} at ${(clock.now() - start) / hour}`);
        return undefined;
      },
    });
    put('note', 'b', start + 2 * hour);
    put('note', 'a', start + hour);
    put('note', 'late', start + 9 * hour);
    await schedule.advanceTo(start + 3 * hour);
    expect(seen).toEqual(['note/a at 1', 'note/b at 2']);
    expect(clock.now()).toBe(start + 3 * hour);
  });

  it('runs what tasks schedule on the way, and waits for their work outside', async () => {
    const seen: number[] = [];
    const made = make({
      renewal: () => {
        seen.push((made.clock.now() - start) / hour);
        made.schedule.put('renewal', 'x', made.clock.now() + hour);
        return async () => {
          await Promise.resolve();
          seen.push(-1);
        };
      },
    });
    made.put('renewal', 'x', start + hour);
    await made.schedule.advanceTo(start + 3 * hour);
    expect(seen).toEqual([1, -1, 2, -1, 3, -1]);
  });

  it('does not move time until running work has finished', async () => {
    const seen: string[] = [];
    let busy = false;
    const { schedule, put } = make(
      {
        send: (task) => {
          busy = true;
          seen.push(`${task.Id} sent`);
          return undefined;
        },
        next: () => {
          seen.push(busy ? 'too early' : 'after it');
          return undefined;
        },
      },
      {
        quiet: async () => {
          await Promise.resolve();
          busy = false;
        },
      },
    );
    put('send', '1', start + hour);
    put('next', '1', start + 2 * hour);
    await schedule.advanceTo(start + 2 * hour);
    expect(seen).toEqual(['send/1 sent', 'after it']);
  });

  it('runs what work outside has scheduled meanwhile at its instant, before what comes later', async () => {
    const seen: string[] = [];
    let answers = 1;
    const { clock, schedule, put } = make(
      {
        note: (task) => {
          seen.push(`${task.Id} at ${(clock.now() - start) / hour}`);
          return undefined;
        },
      },
      {
        quiet: async () => {
          await Promise.resolve();
          if (answers-- > 0) put('note', 'retry', start + hour);
        },
      },
    );
    put('note', 'later', start + 2 * hour);
    await schedule.advanceTo(start + 3 * hour);
    expect(seen).toEqual(['note/retry at 1', 'note/later at 2']);
  });

  it('nor past the last task, on to the end of the advance', async () => {
    const stood: number[] = [];
    const { clock, schedule, put } = make(
      { send: () => undefined },
      {
        quiet: async () => {
          await Promise.resolve();
          stood.push((clock.now() - start) / hour);
        },
      },
    );
    put('send', '1', start + hour);
    await schedule.advanceTo(start + 3 * hour);
    expect(stood).toEqual([0, 1]);
    expect(clock.now()).toBe(start + 3 * hour);
  });

  it('rolls back a task that throws, drops it, and reports it', async () => {
    const { state, schedule, put } = make({
      bad: () => {
        schedule.put('never', 'x', start);
        throw new Error('broken');
      },
    });
    put('bad', '1', start + hour);
    await expect(schedule.advanceTo(start + 2 * hour)).rejects.toThrow('broken');
    expect(schedule.failures).toHaveLength(1);
    expect(state.collections.tasks.size).toBe(0);
  });

  it('keeps a task whose outcome cannot be stored, and does not count it as failed', async () => {
    let isFull = true;
    const { state, clock, schedule, put } = make({
      renewal: () => {
        if (!isFull) return undefined;
        // A full disk: what the task did is taken back, and nothing happens by itself until there is room.
        schedule.suspend();
        throw new Error('no space left');
      },
    });
    put('renewal', 'x', start + hour);
    await expect(schedule.advanceTo(start + 2 * hour)).rejects.toThrow('no space left');
    expect(schedule.failures).toEqual([]);
    expect([...state.collections.tasks].map(({ Id }) => Id)).toEqual(['renewal/x']);
    isFull = false;
    schedule.resume();
    await schedule.advanceTo(start + 2 * hour);
    expect(clock.now()).toBe(start + 2 * hour);
    expect(state.collections.tasks.size).toBe(0);
  });

  it('moves a task that is scheduled again', async () => {
    const seen: string[] = [];
    const { clock, schedule, put } = make({
      note: () => {
        seen.push(String((clock.now() - start) / hour));
        return undefined;
      },
    });
    put('note', 'x', start + hour);
    put('note', 'x', start + 2 * hour);
    await schedule.advanceTo(start + 5 * hour);
    expect(seen).toEqual(['2']);
  });

  it('runs what is rescheduled for the same instant after earlier tasks', async () => {
    const seen: string[] = [];
    const { schedule, put } = make({
      note: ({ Key }) => {
        seen.push(Key);
        return undefined;
      },
    });
    for (const key of ['a', 'b', 'a']) put('note', key, start + hour);
    await schedule.advanceTo(start + hour);
    expect(seen).toEqual(['b', 'a']);
  });
});

describe('Turns of a schedule', () => {
  const note = () => undefined;

  it('show the progress of an advance, and nothing without one', async () => {
    const during: { progress?: unknown } = {};
    const made = make({
      note: () => {
        during.progress ??= made.schedule.progress;
        return undefined;
      },
    });
    made.put('note', 'a', start + hour);
    made.put('note', 'b', start + 2 * hour);
    made.put('note', 'late', start + 9 * hour);
    expect(made.schedule.progress).toBeUndefined();
    expect(await made.schedule.advanceTo(start + 3 * hour)).toBe(start + 3 * hour);
    expect(during.progress).toEqual({ From: start, Target: start + 3 * hour, Done: 0, Due: 1 });
    expect(made.schedule.progress).toBeUndefined();
  });

  it('of advances at the same time add up', async () => {
    const { clock, schedule } = make({});
    const more = () => clock.now() + hour;
    const ends = await Promise.all([schedule.advanceTo(more), schedule.advanceTo(more)]);
    expect(ends).toEqual([start + hour, start + 2 * hour]);
  });

  it('end with the running task when they are interrupted, and so do waiting ones', async () => {
    const seen: string[] = [];
    const made = make({
      note: (task) => {
        seen.push(task.Key);
        void made.schedule.interrupt(new Error('enough'));
        return undefined;
      },
    });
    made.put('note', 'a', start + hour);
    made.put('note', 'b', start + 2 * hour);
    const [first, second] = [
      made.schedule.advanceTo(start + 3 * hour),
      made.schedule.advanceTo(start + 4 * hour),
    ];
    await expect(first).rejects.toThrow('enough');
    await expect(second).rejects.toThrow('enough');
    expect(seen).toEqual(['a']);
    expect(made.clock.now()).toBe(start + hour);
    expect(made.schedule.get('note', 'b')?.DueAt).toBe(start + 2 * hour);
  });

  it('that do due work continue when advances are interrupted', async () => {
    const made = make({ note });
    made.put('note', 'a', start);
    const due = made.schedule.catchUp();
    await made.schedule.interrupt(new Error('enough'));
    await due;
    expect(made.schedule.get('note', 'a')).toBeUndefined();
  });

  it('settle what is due now, and what that leads to', async () => {
    const seen: string[] = [];
    const made = make({
      note: (task) => {
        seen.push(task.Key);
        if (task.Key === 'a') made.schedule.put('note', 'next', start, { of: 'a' });
        return undefined;
      },
    });
    made.put('note', 'a', start);
    made.put('note', 'later', start + 1);
    await made.schedule.settle();
    expect(seen).toEqual(['a', 'next']);
    expect(made.schedule.get('note', 'later')).toEqual({
      Id: 'note/later',
      Type: 'note',
      Key: 'later',
      DueAt: start + 1,
    });
    made.state.transaction(() => made.schedule.cancel('note', 'later'));
    expect(made.schedule.get('note', 'later')).toBeUndefined();
  });

  it('reject a task without a handler', async () => {
    const { schedule, put } = make({});
    put('other', 'a', start);
    await expect(schedule.settle()).rejects.toThrow('Nothing handles tasks of type other.');
    expect(schedule.failures.map(({ task }) => task.Id)).toEqual(['other/a']);
  });

  it('yield to other work after a hundred tasks', async () => {
    const made = make({ note });
    for (let count = 0; count < 250; count += 1) made.put('note', String(count), start + 1);
    const advance = made.schedule.advanceTo(start + 1);
    let met = false;
    while (made.state.collections.tasks.size > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      met ||= made.schedule.middle !== undefined;
    }
    await advance;
    expect(met).toBe(true);
    expect(made.schedule.middle).toBeUndefined();
    expect(made.state.collections.tasks.size).toBe(0);
  });
});

describe('Schedule with the wall clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('does not wait for work outside: a slow one there does not delay a due task', async () => {
    const seen: string[] = [];
    const { schedule, put } = make(
      {
        note: (task) => {
          seen.push(task.Id);
          return undefined;
        },
      },
      { wall: true, quiet: () => new Promise(() => {}) },
    );
    put('note', 'a', start + hour);
    put('note', 'b', start + 2 * hour);
    schedule.arm();
    await vi.advanceTimersByTimeAsync(2 * hour);
    expect(seen).toEqual(['note/a', 'note/b']);
  });

  it('wakes for the next due task, however far away', async () => {
    const seen: string[] = [];
    const { schedule, put } = make(
      {
        note: (task) => {
          seen.push(task.Id);
          return undefined;
        },
      },
      { wall: true },
    );
    put('note', 'soon', start + hour);
    put('note', 'in-60-days', start + 60 * 24 * hour);
    schedule.arm();
    await vi.advanceTimersByTimeAsync(hour);
    expect(seen).toEqual(['note/soon']);
    await vi.advanceTimersByTimeAsync(60 * 24 * hour);
    expect(seen).toEqual(['note/soon', 'note/in-60-days']);
  });

  it('stands still after it was moved, and continues on request', async () => {
    const { clock, schedule } = make({}, { wall: true });
    await schedule.advanceTo(start + 10 * hour);
    await vi.advanceTimersByTimeAsync(hour);
    expect(clock.now()).toBe(start + 10 * hour);
    clock.followWallClock();
    await vi.advanceTimersByTimeAsync(hour);
    expect(clock.now()).toBe(start + 11 * hour);
  });

  it('does nothing by itself while it is suspended, and never after its timers were stopped', async () => {
    const seen: string[] = [];
    const { schedule, put } = make(
      {
        note: (task) => {
          seen.push(task.Key);
          return undefined;
        },
      },
      { wall: true },
    );
    put('note', 'a', start + hour);
    schedule.arm();
    schedule.suspend();
    schedule.arm();
    await vi.advanceTimersByTimeAsync(2 * hour);
    expect(seen).toEqual([]);
    schedule.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(['a']);
    put('note', 'b', start + 3 * hour);
    schedule.arm();
    schedule.stopTimers();
    schedule.arm();
    await vi.advanceTimersByTimeAsync(5 * hour);
    expect(seen).toEqual(['a']);
  });
});
