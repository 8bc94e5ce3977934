import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { type Action, cancel, changePlan, pause, resume } from './actions.ts';
import { canonicalForm } from './canonical.ts';
import { Reached } from './coverage.ts';
import { type ServiceFault, toFault } from './faults.ts';
import { NOTHING, PAID, type Step } from './life.ts';
import { lifeEvents } from './life-events.ts';
import { type Merchant, MerchantSide } from './merchant.ts';
import { type PaymentOutcome, toOutcome, usualOutcomes } from './outcomes.ts';
import { createReport, type ExploreFailure, type ExploreReport, type Facts, toFailure } from './report.ts';
import {
  begin,
  type Check,
  findFailure as checkFailure,
  type Living,
  live,
  openBranch,
  relive,
  type Scenario,
  toReason,
  type World,
} from './run.ts';
import { shrink } from './shrink.ts';

/** Options of {@link explore}. */
export interface ExploreOptions {
  /** The check of every life, called at its beginning and after each period. Throws if a condition is not met. */
  readonly check: Check;
  /** Number of periods in a life. */
  readonly months: number;
  /** ISO 8601 duration of a period. Default: `P1M`. */
  readonly period?: string;
  /**
   * ISO 8601 duration between the scenario and the first period. Default: `P14D`, so that a renewal and the retries of its
   * payment are in the same period.
   */
  readonly offset?: string;
  /** Outcomes of the payments in a period: names, or your own. Default: all of `usualOutcomes`. */
  readonly outcomes?: readonly (string | PaymentOutcome)[];
  /**
   * Faults between the merchant's code and the service, at most one in each period: `429`, `503`, `RequestDropped`,
   * `AnswerLost` (the request succeeds, but its response is lost), or your own. Default: none; `usualFaults` has all of
   * the named ones.
   */
  readonly faults?: readonly (string | ServiceFault)[];
  /** Actions to try at the beginning of a period. Default: none, `cancel`, `pause`, `resume` and `changePlan()`. */
  readonly actions?: readonly Action[];
  /** The merchant's own code, which receives the webhooks. */
  readonly merchant?: Merchant;
  /** Options of the sandbox in which each life begins. Defaults: seed `explore`, clock `2026-01-15T09:00:00Z`. */
  readonly sandboxOptions?: Omit<SandboxOptions, 'webhooks' | 'deliver'>;
  /** Maximum number of lives, explored or not. Default: 100,000. */
  readonly maxLives?: number;
  /** Number of different failures to find. Default: 1. */
  readonly maxFailures?: number;
}

const usualActions: readonly Action[] = [cancel, pause, resume, changePlan()];

/** The results below a state: the number of lives, and whether all of them were explored. */
interface Explored {
  readonly remaining: number;
  readonly lives: number;
}

/**
 * Explores every possible life of a scenario: in each period, one branch per action, outcome of its payments and fault.
 * States that are equal except for ids and stamps are explored once. A failed check is reduced to the shortest life that
 * fails in the same way. The same input gives the same report, byte for byte.
 *
 * @param scenario creates the contract of the lives, such as `(sandbox) => sandbox.signUp()`
 * @example
 * const report = await explore((sandbox) => sandbox.signUp(), {
 *   months: 4,
 *   check: async (sandbox, { ContractId }) => expect(mayUse(ContractId)).toBe(sandbox.contract(ContractId).Balance <= 0),
 * });
 * expect(report.failures, report.text).toEqual([]);
 * @throws TypeError for invalid options, and any error of the scenario or an action
 */
export async function explore(scenario: Scenario, options: ExploreOptions): Promise<ExploreReport> {
  return createExploration(scenario, options, await initialMerchantState(options)).run();
}

/** The merchant's state before any life. */
export const initialMerchantState = async ({ merchant }: ExploreOptions): Promise<unknown> =>
  new MerchantSide(merchant).snapshot();

/** An exploration that starts, or a part of one that has started, with this state of the merchant. */
export const createExploration = (
  scenario: Scenario,
  options: ExploreOptions,
  unborn: unknown,
): Exploration => new Exploration(scenario, options, new MerchantSide(options.merchant), unborn);

/**
 * Returns whether an outcome follows the first one that decides something: without a payment, all outcomes have the
 * same effect as that one.
 */
const isLater = ({ outcomes }: World, outcome: string): boolean => [...outcomes.keys()].indexOf(outcome) > 1;

export class Exploration {
  readonly #world: World;
  readonly #months: number;
  readonly #maxLives: number;
  readonly #maxFailures: number;
  readonly #explored = new Map<string, Explored>();
  readonly #reached = new Reached();
  readonly #failed = new Map<string, ExploreFailure>();
  readonly #usedOutcomes = new Set<string>();
  readonly #metFaults = new Set<string>();
  #lives = 0;
  #states = 0;
  #merged = 0;

  constructor(scenario: Scenario, options: ExploreOptions, merchant: MerchantSide, unborn: unknown) {
    const {
      check,
      months,
      period = 'P1M',
      offset = 'P14D',
      sandboxOptions,
      maxLives = 100_000,
      maxFailures = 1,
    } = options;
    if (!Number.isInteger(months) || months < 1)
      throw new TypeError(`explore: months: expected a whole number above 0, got ${months}.`);
    const outcomes = [...new Set([PAID, ...(options.outcomes ?? usualOutcomes)])].map(toOutcome);
    const actions = options.actions ?? usualActions;
    const faults = (options.faults ?? []).map(toFault);
    this.#world = {
      scenario,
      check,
      offset,
      period,
      sandboxOptions: {
        seed: 'explore',
        clock: '2026-01-15T09:00:00Z',
        ...sandboxOptions,
        ...merchant.deliveryOptions,
      },
      outcomes: byName('outcomes', outcomes),
      actions: byName('actions', actions),
      faults: byName('faults', faults),
      merchant,
      unborn,
    };
    this.#months = months;
    this.#maxLives = maxLives;
    this.#maxFailures = maxFailures;
  }

  async run(): Promise<ExploreReport> {
    await this.#explore(await this.#begin([]));
    return createReport(this.#facts);
  }

  /** The branches of the first period, each of which can be explored separately. */
  get parts(): readonly Step[] {
    return [NOTHING, ...this.#world.actions.keys()].flatMap((action) =>
      [...this.#world.outcomes.keys()].map((outcome) => ({ action, outcome })),
    );
  }

  /** Only the start of a life. */
  async runBeginning(): Promise<Facts> {
    const here = await this.#begin([]);
    const error = await this.#look(here);
    here.close();
    if (error !== undefined) await this.#fail([], error);
    return this.#facts;
  }

  /** Runs the rest of the life that follows a step. */
  async runPart({ action, outcome }: Step): Promise<Facts> {
    const here = await this.#begin([]);
    const merchant = await this.#world.merchant.snapshot();
    await this.#withFaults(here, merchant, { action, outcome }, isLater(this.#world, outcome));
    here.close();
    return this.#facts;
  }

  get #facts(): Facts {
    return {
      lives: this.#lives,
      states: this.#states,
      merged: this.#merged,
      isComplete: !this.#isOver,
      outcomes: { used: [...this.#usedOutcomes], all: [...this.#world.outcomes.keys()] },
      faults: { used: [...this.#metFaults], all: [...this.#world.faults.keys()] },
      coverage: this.#reached.coverage,
      failures: [...this.#failed.values()],
    };
  }

  get #isOver(): boolean {
    return this.#lives >= this.#maxLives || this.#failed.size >= this.#maxFailures;
  }

  /** The life with these steps from its start, observed by the coverage. */
  async #begin(steps: readonly Step[]): Promise<Living> {
    let now = await begin(this.#world);
    for (const step of steps) {
      const stepped = await live(this.#world, now, step);
      if (stepped === undefined)
        throw new Error(
          'explore: replaying a life gave a different result, so the scenario is not deterministic.',
        );
      now = stepped.next;
    }
    return now;
  }

  /** Explores all continuations, and closes its input. @returns the number of lives below */
  async #explore(here: Living): Promise<number> {
    const error = await this.#look(here);
    const { steps } = here.life;
    const remaining = this.#months - steps.length;
    if (error !== undefined) {
      here.close();
      await this.#fail(steps, error);
      return this.#count(1);
    }
    if (remaining === 0) {
      here.close();
      return this.#count(1);
    }
    const merchant = await this.#world.merchant.snapshot();
    const key = await digest(`${canonicalForm(here.sandbox.snapshot())}${JSON.stringify(merchant) ?? ''}`);
    const known = this.#canMerge ? this.#explored.get(key) : undefined;
    if (known !== undefined && known.remaining === remaining) {
      here.close();
      this.#merged += 1;
      return this.#count(known.lives);
    }
    const lives = await this.#branches(here, merchant);
    here.close();
    if (!this.#isOver) this.#explored.set(key, { remaining, lives });
    return lives;
  }

  /** Checks a state and records its coverage. @returns why the check fails */
  async #look(here: Living): Promise<Error | undefined> {
    this.#states += 1;
    const error = await checkFailure(this.#world, here);
    this.#reached.state(here.sandbox.snapshot());
    for (const { Event } of lifeEvents(here.sandbox)) this.#reached.event(Event);
    return error;
  }

  /** Returns whether equal states can be merged: a merchant whose state cannot be read may have a different one. */
  get #canMerge(): boolean {
    return this.#world.merchant.canRestore;
  }

  async #branches(here: Living, merchant: unknown): Promise<number> {
    let lives = 0;
    for (const action of [NOTHING, ...this.#world.actions.keys()]) {
      for (const outcome of this.#world.outcomes.keys()) {
        const below = await this.#withFaults(here, merchant, { action, outcome });
        if (below === undefined) break;
        lives += below.lives;
        // The first outcome is the usual one, for which nothing is decided: the result of the second applies to all.
        if (outcome !== PAID && !below.isPaymentDecided) break;
      }
    }
    return lives;
  }

  /**
   * Explores a step without a fault and with each fault; a fault that affects no request equals no fault.
   *
   * @param isLater whether another outcome with the same effect on a payment has been tried
   */
  async #withFaults(here: Living, merchant: unknown, step: Step, isLater = false) {
    let lives = 0;
    let isPaymentDecided = false;
    for (const fault of [undefined, ...this.#world.faults.keys()]) {
      if (this.#isOver) return { lives, isPaymentDecided: true };
      const faulty = fault === undefined ? step : { ...step, fault };
      const stepped = await this.#step(here, merchant, faulty);
      if (stepped === undefined) return fault === undefined ? undefined : { lives, isPaymentDecided };
      if (fault === undefined) ({ isPaymentDecided } = stepped);
      if (isLater && !isPaymentDecided) {
        stepped.next.close();
        break;
      }
      if (isPaymentDecided) this.#usedOutcomes.add(step.outcome);
      if (fault !== undefined && !stepped.isFaultMet) {
        stepped.next.close();
        break;
      }
      if (fault !== undefined) this.#metFaults.add(fault);
      lives += await this.#explore(stepped.next);
    }
    return { lives, isPaymentDecided };
  }

  async #step(here: Living, merchant: unknown, step: Step) {
    const { canRestore } = this.#world.merchant;
    const branch = canRestore
      ? await openBranch(this.#world, here, merchant)
      : await this.#begin(here.life.steps);
    const stepped = await live(this.#world, branch, step);
    if (stepped === undefined) branch.close();
    return stepped;
  }

  #count(lives: number): number {
    this.#lives += lives;
    return lives;
  }

  async #fail(steps: readonly Step[], error: Error): Promise<void> {
    const reason = toReason(error);
    if (this.#failed.has(reason)) return;
    const shortest = await shrink(this.#world, steps, error);
    const again = await relive(this.#world, shortest);
    const failed = again ?? { error, living: await this.#begin(steps) };
    this.#failed.set(
      reason,
      toFailure({
        error: failed.error,
        life: failed.living.life,
        happened: lifeEvents(failed.living.sandbox),
        world: this.#world,
      }),
    );
    failed.living.close();
  }
}

/** @throws TypeError for a duplicate name, or the reserved name for doing nothing: a branch would be missed */
function byName<Way extends { readonly name: string }>(option: string, ways: readonly Way[]) {
  const known = new Map(ways.map((way) => [way.name, way]));
  if (known.size < ways.length || known.has(NOTHING))
    throw new TypeError(`explore: ${option}: expected different names, got ${ways.map(({ name }) => name)}.`);
  return known;
}

/** A short hash of a state, because there are many states. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}
