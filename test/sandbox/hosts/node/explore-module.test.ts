import { EventEmitter } from 'node:events';
import {
  type Action,
  cancel,
  explore,
  exploreModule,
  explorePart,
  type Life,
  resume,
} from 'clientlib-sandbox/explore';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { options, scenario } from './explored-lives.ts';

const address = new URL('./explored-lives.ts', import.meta.url);
const usual = { ...options };
afterEach(() => void Object.assign(options, { maxLives: undefined, maxFailures: undefined }, usual));

/** Both reports of the same lives, branch by branch and as a whole. */
const both = async (given: Partial<typeof options> = {}) => {
  Object.assign(options, given);
  return [await exploreModule(address), await explore(scenario, options)] as const;
};

it('explores the same lives branch by branch, with the same coverage', async () => {
  const [parts, whole] = await both({
    faults: ['503', 'AnswerLost'],
    merchant: {
      webhooks: (_event, sandbox) => sandbox.rest('GET', '/plans').catch(() => {}),
      reset: () => {},
    },
  });
  const facts = ({ lives, isComplete, outcomes, faults, failures, coverage }: typeof parts) => ({
    ...{ lives, isComplete, outcomes, faults, failures },
    coverage: coverage.map((one) => ({ ...one, reached: one.reached.toSorted() })),
  });
  expect(facts(parts)).toEqual(facts(whole));
  expect([parts.states, parts.faults.used, parts.isComplete]).toEqual([
    whole.states,
    ['503', 'AnswerLost'],
    true,
  ]);
});

const failsAt = (fails: (life: Life) => string | undefined) => ({
  check: (_sandbox: unknown, life: Life) => {
    const reason = fails(life);
    if (reason !== undefined) throw new Error(`${reason} ${life.ContractId}`);
  },
});

it('finds the same failures, each once, and as many as it may', async () => {
  const check = failsAt(({ steps }) => steps.find(({ outcome }) => outcome !== 'Paid')?.outcome);
  const found = ({ failures }: Awaited<ReturnType<typeof explore>>) => failures.map(({ table }) => table);
  for (const maxFailures of [1, 2, 3]) {
    const [parts, whole] = await both({ ...check, maxFailures });
    const expected = Math.min(2, maxFailures);
    expect([new Set(found(parts)).size, parts.isComplete]).toEqual([expected, maxFailures === 3]);
    if (maxFailures > 1) expect(found(parts).toSorted()).toEqual(found(whole).toSorted());
  }
});

it('is not complete if a branch ended early, although its failures are the same on repetition', async () => {
  const seen = new Set<string>();
  const { check } = failsAt(({ steps }) => {
    if (steps.length < 2 || steps[0]?.action === 'cancel') return undefined;
    const key = JSON.stringify(steps);
    const reason = seen.has(key) ? 'again' : `first ${key}`;
    seen.add(key);
    return reason;
  });
  Object.assign(options, { check, months: 2, maxFailures: 2 });
  const { failures, isComplete } = await exploreModule(address);
  expect([failures.length, isComplete]).toEqual([1, false]);
});

it('explores nothing after a beginning that fails', async () => {
  const fails = failsAt(({ steps }) => (steps.length === 0 ? 'at once' : 'later'));
  const [parts] = await both({ ...fails, maxFailures: 5 });
  expect([parts.failures.map(({ life }) => life.steps), parts.states, parts.isComplete]).toEqual([
    [[]],
    1,
    false,
  ]);
});

it('ends after the branch that has reached its maximum of lives', async () => {
  const { lives: all } = await exploreModule(address);
  for (const maxLives of [1, all, all + 1]) {
    Object.assign(options, { maxLives });
    const { lives, isComplete } = await exploreModule(address);
    expect([lives, isComplete]).toEqual([Math.min(maxLives, all), maxLives > all]);
  }
});

it.each([0, 65, 1.5])('refuses %s workers', async (workers) => {
  await expect(exploreModule(address, { workers })).rejects.toThrow(
    `exploreModule: workers: expected a whole number from 1 to 64, got ${workers}.`,
  );
});

it('a thread explores one branch', async () => {
  const part = await explorePart(String(address), { action: 'cancel', outcome: 'Paid' });
  expect(part).toMatchObject({ isComplete: true, failures: [], outcomes: { used: [] } });
  expect(part.lives).toBeGreaterThan(0);
});

it('has explored every life where an action is impossible from the beginning', async () => {
  const [parts, whole] = await both({ actions: [resume, cancel] });
  expect([parts.isComplete, parts.lives, whole.isComplete]).toEqual([true, whole.lives, true]);
});

describe('in threads', () => {
  /** The threads of an exploration, which are played: each runs its program in this one. */
  let threads: Thread[];
  /** What a thread does with a step instead of its program. */
  let instead: (thread: Thread) => boolean;

  class Thread extends EventEmitter {
    isTerminated = false;
    readonly #program = new EventEmitter();

    constructor(
      code: string,
      { workerData }: { readonly workerData: { readonly entry: string; readonly module: string } },
    ) {
      super();
      threads.push(this);
      expect(workerData.module).toBe(String(address));
      const parentPort = {
        on: (_type: string, work: (step: unknown) => void) => this.#program.on('step', work),
        postMessage: (message: unknown) => setImmediate(() => this.emit('message', message)),
      };
      const load = () => import('clientlib-sandbox/explore');
      new Function('require', 'load', code.replace('import(', 'load('))(
        () => ({ parentPort, workerData }),
        load,
      );
    }

    postMessage(step: unknown): void {
      if (!instead(this)) this.#program.emit('step', step);
    }

    async terminate(): Promise<void> {
      this.isTerminated = true;
    }
  }

  beforeEach(() => {
    [threads, instead] = [[], () => false];
    vi.doMock('node:worker_threads', () => ({ Worker: Thread }));
  });
  afterEach(() => {
    vi.doUnmock('node:worker_threads');
    expect(threads.map(({ isTerminated }) => isTerminated)).not.toContain(false);
  });

  it.each([2, 3, 64])('gives the same report, byte for byte: %s of them', async (workers) => {
    const { text, html, junit } = await exploreModule(address);
    const report = await exploreModule(address, { workers });
    expect([report.text, report.html, report.junit, threads.length]).toEqual([text, html, junit, workers]);
    // Who waits for an answer waits for one.
    expect(threads.flatMap((thread) => thread.eventNames())).toEqual([]);
  });

  it('fails with the error of a branch', async () => {
    const broken: Action = {
      name: 'broken',
      run: () => {
        throw new Error('no such thing');
      },
    };
    Object.assign(options, { actions: [broken] });
    await expect(exploreModule(address, { workers: 2 })).rejects.toThrow('no such thing');
  });

  it.each([
    [
      'ends',
      (thread: Thread) => thread.emit('exit', 1),
      'exploreModule: a thread ended before its part was explored.',
    ],
    ['breaks', (thread: Thread) => thread.emit('error', new Error('out of memory')), 'out of memory'],
  ])('says so where one %s on the way', async (_how, end, message) => {
    instead = (thread) => {
      const isFirst = thread === threads[0];
      if (isFirst) setImmediate(end, thread);
      return isFirst;
    };
    await expect(exploreModule(address, { workers: 2 })).rejects.toThrow(message);
  });
});
