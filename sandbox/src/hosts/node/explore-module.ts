import type { Coverage } from '../../clients/explore/coverage.ts';
import {
  createExploration,
  type ExploreOptions,
  initialMerchantState,
} from '../../clients/explore/explore.ts';
import type { Step } from '../../clients/explore/life.ts';
import {
  createReport,
  type ExploreFailure,
  type ExploreReport,
  type Facts,
} from '../../clients/explore/report.ts';
import { type Scenario, toReason } from '../../clients/explore/run.ts';

/** The exports of a module for `exploreModule`. */
export interface ExploreModule {
  readonly scenario: Scenario;
  readonly options: ExploreOptions;
}

/** Options of {@link exploreModule}. */
export interface ExploreModuleOptions {
  /** Number of threads. Each loads the module, so each has its own merchant. Default: 1, this thread. */
  readonly workers?: number;
}

const MAX_WORKERS = 64;

/**
 * Explores what a module exports as `scenario` and `options`, in threads of Node. The branches of the first period are
 * explored one by one: the report is the same, byte for byte, whatever the number of threads. States are merged within a
 * branch, and `maxLives` and `maxFailures` end it after the branch that has reached them.
 *
 * @param address of a module that Node can load: `new URL('./lives.js', import.meta.url)`
 * @example
 * const report = await exploreModule(new URL('./lives.js', import.meta.url), { workers: 4 });
 * @throws TypeError for an invalid number of workers, and any error of the scenario or an action
 */
export async function exploreModule(
  address: URL | string,
  { workers = 1 }: ExploreModuleOptions = {},
): Promise<ExploreReport> {
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw new TypeError(
      `exploreModule: workers: expected a whole number from 1 to ${MAX_WORKERS}, got ${workers}.`,
    );
  const href = String(address);
  const loaded = load(href);
  const { options } = await loaded;
  const { maxLives = 100_000, maxFailures = 1 } = options;
  const { parts } = await begun(loaded);
  const beginning = await (await begun(loaded)).runBeginning();
  const run = workers === 1 ? inThisThread(loaded) : await inThreads(href, workers);
  const combined = new Combined(beginning, maxLives, maxFailures);
  try {
    // Results of other threads beyond the end of the report are left out.
    const running: Promise<Facts>[] = [];
    for (const [at] of parts.entries()) {
      while (running.length < Math.min(parts.length, at + workers)) {
        const next = run.part(parts[running.length] as Step);
        // Its rejection is handled when it is awaited below.
        next.catch(() => {});
        running.push(next);
      }
      if (combined.isOver) break;
      combined.add(await (running[at] as Promise<Facts>));
    }
  } finally {
    await run.close();
  }
  return createReport(combined.facts);
}

interface Runner {
  part(step: Step): Promise<Facts>;
  close(): Promise<unknown>;
}

/** A module with the merchant's state before any life, which is the start of every part. */
interface LoadedModule extends ExploreModule {
  readonly unborn: unknown;
}

async function load(address: string): Promise<LoadedModule> {
  const { scenario, options }: ExploreModule = await import(address);
  return { scenario, options, unborn: await initialMerchantState(options) };
}

async function begun(loaded: Promise<LoadedModule>) {
  const { scenario, options, unborn } = await loaded;
  return createExploration(scenario, options, unborn);
}

function inThisThread(loaded: Promise<LoadedModule>): Runner {
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other, because they share a merchant.
    part(step) {
      const next = last.then(async () => (await begun(loaded)).runPart(step));
      last = next.catch(() => {});
      return next;
    },
    close: () => last,
  };
}

/** The program of a thread: it loads this entry of the package and the module to explore. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const loaded = import(workerData.entry);
parentPort.on('message', async (step) => {
  try {
    const { explorePart } = await loaded;
    parentPort.postMessage({ facts: await explorePart(workerData.module, step) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});`;

async function inThreads(module: string, count: number): Promise<Runner> {
  const { Worker } = await import('node:worker_threads');
  const entry = import.meta.resolve('clientlib-sandbox/explore');
  const threads = Array.from(
    { length: count },
    () => new Worker(THREAD, { eval: true, workerData: { entry, module } }),
  );
  const idle = [...threads];
  const waiting: (() => void)[] = [];
  return {
    async part(step) {
      if (idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const thread = idle.shift() as (typeof threads)[number];
      try {
        return await new Promise<Facts>((resolve, reject) => {
          const end = () => {
            thread.removeAllListeners('message');
            thread.removeAllListeners('error');
            thread.removeAllListeners('exit');
          };
          thread.once('message', ({ facts, error }) => {
            end();
            if (error === undefined) resolve(facts);
            else reject(error);
          });
          thread.once('error', reject);
          thread.once('exit', () =>
            reject(new Error('exploreModule: a thread ended before its part was explored.')),
          );
          thread.postMessage(step);
        });
      } finally {
        idle.push(thread);
        waiting.shift()?.();
      }
    },
    close: () => Promise.all(threads.map((thread) => thread.terminate())),
  };
}

const loadedHere = new Map<string, Promise<LoadedModule>>();

/** Explores one branch of the first period. The threads of `exploreModule` call it. */
export async function explorePart(module: string, step: Step): Promise<Facts> {
  const loaded = loadedHere.get(module) ?? load(module);
  loadedHere.set(module, loaded);
  return (await begun(loaded)).runPart(step);
}

/** Merges the results of the parts in order. */
class Combined {
  #facts: Facts;
  #isWhole: boolean;
  readonly #maxLives: number;
  readonly #maxFailures: number;

  constructor(beginning: Facts, maxLives: number, maxFailures: number) {
    this.#facts = beginning;
    this.#isWhole = beginning.failures.length === 0;
    this.#maxLives = maxLives;
    this.#maxFailures = maxFailures;
  }

  /** Returns whether the following parts are irrelevant; a failing start has none. */
  get isOver(): boolean {
    const { lives, failures } = this.#facts;
    const isDead = failures.some(({ life }) => life.steps.length === 0);
    return isDead || lives >= this.#maxLives || failures.length >= this.#maxFailures;
  }

  get facts(): Facts {
    return { ...this.#facts, isComplete: this.#isWhole && !this.isOver };
  }

  add(part: Facts): void {
    const { lives, states, merged, outcomes, faults, coverage, failures } = this.#facts;
    this.#isWhole &&= part.isComplete;
    this.#facts = {
      lives: lives + part.lives,
      states: states + part.states,
      merged: merged + part.merged,
      isComplete: false,
      outcomes: { used: union(outcomes.used, part.outcomes.used), all: outcomes.all },
      faults: { used: union(faults.used, part.faults.used), all: faults.all },
      coverage: coverage.map((one, at) => joined(one, part.coverage[at] as Coverage)),
      failures: different([...failures, ...part.failures]).slice(0, this.#maxFailures),
    };
  }
}

const union = (some: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...some, ...more]),
];

/** Keeps the order in which things were first reached. */
function joined(one: Coverage, other: Coverage): Coverage {
  const never = one.never.filter((name) => other.never.includes(name));
  const all = [...one.reached, ...one.never];
  const reached = union(one.reached, other.reached);
  return { what: one.what, reached: all.filter((name) => reached.includes(name)), never };
}

/** Two failures with the same message are one. */
const different = (failures: readonly ExploreFailure[]): readonly ExploreFailure[] =>
  [
    ...new Map(failures.toReversed().map((failure) => [toReason(failure.error), failure])).values(),
  ].toReversed();
