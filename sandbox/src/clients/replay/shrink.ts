import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import { type RecordedStep, toSteps } from '../../served/test-code/steps.ts';
import { PLACEHOLDER, parsePlaceholder } from '../../service/model/placeholder.ts';
import type { SessionFile } from '../../service/model/session.ts';
import { type RunOptions, runSteps, type StepRun } from './run-steps.ts';

/** Returns whether the sandbox of a replayed session fails. */
export type Fails = (sandbox: Sandbox) => Promise<boolean>;

export interface ShrinkOptions {
  /** Checks after each step, and not only after the last one: steps after a failure are cut immediately. Default: `true`. */
  readonly isCheap?: boolean;
  /** Creates the sandboxes. */
  readonly open?: (options: SandboxOptions) => Sandbox;
}

/**
 * The shortest part of a session that still fails: ever fewer of its steps are run in new sandboxes (delta debugging).
 * Steps that depend on a missing one are also omitted.
 *
 * @returns the recording of that part; `undefined` if the whole session does not fail
 */
export async function shrinkSession(
  session: SessionFile,
  fails: Fails,
  options: ShrinkOptions = {},
): Promise<SessionFile | undefined> {
  return new Shrinking(session, fails, options).run();
}

/** Maximum number of rows to try in pairs. */
const FEW = 20;

class Shrinking {
  readonly #session: SessionFile;
  readonly #fails: Fails;
  readonly #options: ShrinkOptions;
  readonly #tried = new Set<string>();
  #webhooks = true;
  #made: RunOptions['made'];
  #best: { readonly steps: readonly RecordedStep[]; readonly session: SessionFile } | undefined;

  constructor(session: SessionFile, fails: Fails, options: ShrinkOptions) {
    this.#session = session;
    this.#fails = fails;
    this.#options = options;
  }

  async run(): Promise<SessionFile | undefined> {
    const whole = toSteps(this.#session);
    const first = await this.#try(whole, true);
    if (first === undefined) return undefined;
    this.#made = findOrigins(this.#session, first);
    const { times } = (await this.#try(oneByOne(this.#steps))) ?? first;
    await this.#try(this.#steps.map((step) => withInstant(step, times)));
    await this.#try(this.#steps, false);
    for (let size = Math.ceil(this.#steps.length / 2); size > 0; ) {
      const removed = await this.#removeBy(size);
      if (size > 1) size = Math.floor(size / 2);
      else if (!removed && !(await this.#removePair())) break;
    }
    return this.#best?.session;
  }

  get #steps(): readonly RecordedStep[] {
    return this.#best?.steps ?? [];
  }

  /** Tries to remove this many rows at a time, starting with the last ones. */
  async #removeBy(size: number): Promise<boolean> {
    const before = this.#steps.length;
    for (let end = before; end > 0; end -= size) {
      const rows = [...new Set(this.#steps.map(({ row }) => row))];
      const without = new Set(rows.slice(Math.max(0, end - size), end));
      if (without.size > 0)
        await this.#try(this.#possible(this.#steps.filter(({ row }) => !without.has(row))));
    }
    return this.#steps.length < before;
  }

  /** Tries to remove two rows when only one of them needs the other. */
  async #removePair(): Promise<boolean> {
    const before = this.#steps;
    const rows = [...new Set(before.map(({ row }) => row))];
    if (rows.length > FEW) return false;
    for (const [at, first] of rows.entries())
      for (const second of rows.slice(at + 1)) {
        await this.#try(this.#possible(before.filter(({ row }) => row !== first && row !== second)));
        if (this.#steps !== before) return true;
      }
    return false;
  }

  /** The steps without those that refer to documents that no previous step created. */
  #possible(steps: readonly RecordedStep[]): readonly RecordedStep[] {
    const kept = new Set<number>();
    const requests = new Set<string>();
    return steps.filter((step) => {
      if (step.kind === 'End') return kept.has(step.row);
      const isPossible = this.#needs(step).every(
        (row) => kept.has(row) || requests.has(this.#requestText(row)),
      );
      if (isPossible) {
        kept.add(step.row);
        requests.add(this.#requestText(step.row));
      }
      return isPossible;
    });
  }

  /** Rows that a step refers to. */
  #needs(step: RecordedStep): number[] {
    const text = JSON.stringify(
      step.kind === 'Request' ? step.request : step.kind === 'Call' ? step.args : '',
    );
    return [...text.matchAll(PLACEHOLDER)].flatMap(([, inside = '']) => {
      const place = parsePlaceholder(inside);
      if (place.kind === 'Secret') return [];
      return [place.kind === 'Answer' ? place.row : (this.#made?.get(inside)?.row ?? place.row)];
    });
  }

  #requestText(row: number): string {
    return JSON.stringify(this.#session.Rows.find(({ Row }) => Row === row)?.Request ?? row);
  }

  /** Runs the steps, and cuts them where they fail. */
  async #try(steps: readonly RecordedStep[], webhooks = this.#webhooks): Promise<StepRun | undefined> {
    const key = JSON.stringify([webhooks, steps]);
    if (this.#tried.has(key)) return undefined;
    this.#tried.add(key);
    const { isCheap = true, open } = this.#options;
    let isFound = false;
    const after = async (sandbox: Sandbox) => {
      isFound = await this.#fails(sandbox);
      return isFound;
    };
    const run = await runSteps(this.#session, steps, {
      webhooks,
      ...(this.#made === undefined ? {} : { made: this.#made }),
      ...(open === undefined ? {} : { open }),
      ...(isCheap ? { after } : {}),
    });
    try {
      if (!isCheap) await after(run.sandbox);
      if (!isFound) return undefined;
      this.#webhooks = webhooks;
      this.#best = { steps: run.done, session: JSON.parse(JSON.stringify(run.sandbox.session())) };
      return run;
    } finally {
      run.sandbox.close();
    }
  }
}

/** Steps that each wait for the previous one. */
const oneByOne = (steps: readonly RecordedStep[]): readonly RecordedStep[] =>
  steps
    .filter(({ kind }) => kind !== 'End')
    .map((step) => ('waits' in step && step.waits ? { ...step, waits: false } : step));

/** A move of the clock to an instant, so that the target is the same when others are missing. */
function withInstant(step: RecordedStep, times: StepRun['times']): RecordedStep {
  const isMove =
    (step.kind === 'Call' && /^clock\.(advance|set)$/.test(step.name)) ||
    (step.kind === 'Request' && step.request.Method === 'POST' && step.request.Path === '/sandbox/clock');
  const time = times.get(step.row);
  if (!isMove || time === undefined || step.waits) return step;
  const { row, waits } = step;
  return { kind: 'Call', row, name: 'clock.set', args: [new Date(time).toISOString()], waits };
}

/** Returns which step created the documents that requests refer to, and the index of each in its collection. */
function findOrigins({ Ids = {} }: SessionFile, { done, sizes }: StepRun) {
  const origins = Object.entries(Ids).flatMap(([place, { Collection, At }]) => {
    const maker = done.findLast(({ row }) => (sizes.get(row)?.[Collection] ?? Infinity) <= At);
    if (maker === undefined) return [];
    return [[place, { row: maker.row, at: At - (sizes.get(maker.row)?.[Collection] ?? 0) }] as const];
  });
  return new Map(origins);
}
