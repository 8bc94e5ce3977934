import { createSandbox, getWorkspaces, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import { testSandbox } from '../kit/test-sandbox.ts';
import type { TestSandbox } from '../kit/types.ts';
import type { Action, Subject } from './actions.ts';
import { meetFault, type ServiceFault } from './faults.ts';
import { type Life, NOTHING, type Step } from './life.ts';
import type { MerchantSide } from './merchant.ts';
import type { PaymentOutcome } from './outcomes.ts';

/** The start of a life: creates a contract in a new sandbox. */
export type Scenario = (sandbox: TestSandbox) => Promise<Subject> | Subject;

/** The check of every life. Throws if a condition is not met. */
export type Check = (sandbox: TestSandbox, life: Life) => unknown;

/** Everything needed to run a life. */
export interface World {
  readonly scenario: Scenario;
  readonly check: Check;
  readonly sandboxOptions: SandboxOptions & { readonly seed: string };
  /** ISO 8601 duration between the scenario and the first period. */
  readonly offset: string;
  /** ISO 8601 duration of a step. */
  readonly period: string;
  readonly actions: ReadonlyMap<string, Action>;
  readonly outcomes: ReadonlyMap<string, PaymentOutcome>;
  readonly faults: ReadonlyMap<string, ServiceFault>;
  readonly merchant: MerchantSide;
  /** The merchant's state before any life. */
  readonly unborn: unknown;
}

/** A life so far. The owner closes it. */
export interface Living {
  readonly sandbox: Sandbox;
  readonly test: TestSandbox;
  readonly life: Life;
  close(): void;
}

/** Timeout of a scenario or check that waits for a webhook, in real milliseconds. */
const PATIENCE_MS = 5_000;

function living(sandbox: Sandbox, life: Life): Living {
  const [test, end] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => PATIENCE_MS);
  return {
    sandbox,
    test,
    life,
    close() {
      end();
      sandbox.close();
    },
  };
}

/** Begins a life: creates a sandbox, resets the merchant, and runs the scenario. */
export async function begin(world: World): Promise<Living> {
  const { seed } = world.sandboxOptions;
  const born = living(createSandbox(world.sandboxOptions), { seed, ContractId: '', steps: [] });
  try {
    await world.merchant.reset();
    if (world.merchant.canRestore) await world.merchant.restore(world.unborn);
    await world.merchant.enter(born.test);
    const { ContractId } = await world.scenario(born.test);
    await born.sandbox.clock.advance(world.offset);
    await born.sandbox.settle();
    return { ...born, life: { ...born.life, ContractId } };
  } catch (error) {
    born.close();
    throw error;
  }
}

/** A copy of a life, to be continued in another way, with the merchant's state at that moment. */
export async function openBranch(
  { merchant }: World,
  { sandbox, life }: Living,
  state: unknown,
): Promise<Living> {
  const branch = living(sandbox.fork(), life);
  await merchant.restore(state);
  await merchant.enter(branch.test);
  return branch;
}

/** The result of a step. */
export interface Stepped {
  readonly next: Living;
  /** Whether a payment used the outcome. If none did, all outcomes give the same life. */
  readonly isPaymentDecided: boolean;
  /** Whether the fault affected a request. If not, the life equals the one without a fault. */
  readonly isFaultMet: boolean;
}

/**
 * Continues a life by one period in the same sandbox.
 *
 * @returns `undefined` if the service rejects the action, so that the life cannot continue this way
 */
export async function live(world: World, before: Living, step: Step): Promise<Stepped | undefined> {
  const { test, sandbox, life } = before;
  const { ContractId } = life;
  const { action, decided, fault } = resolveStep(world, step);
  const decidedBefore = sandbox.payments.decided().length;
  const { outcome, times = 1 } = decided;
  if (outcome !== undefined) sandbox.payments.next({ ContractId, Times: times, Outcome: outcome });
  // Faults do not apply to actions that the service performs for a customer.
  if (action?.meetsFaults !== true && !(await isDone(action, test, { ContractId }))) return undefined;
  const endFault = meetFault(test, fault);
  if (action?.meetsFaults === true && !(await isDone(action, test, { ContractId }, fault !== undefined)))
    return undefined;
  await sandbox.clock.advance(world.period);
  await sandbox.settle();
  sandbox.payments.clear();
  return {
    next: { ...before, life: { ...life, steps: [...life.steps, step] } },
    isPaymentDecided: sandbox.payments.decided().length > decidedBefore,
    isFaultMet: endFault(),
  };
}

/** @throws TypeError for an unknown step */
function resolveStep(world: World, step: Step) {
  const action = world.actions.get(step.action);
  const decided = world.outcomes.get(step.outcome);
  const fault = step.fault === undefined ? undefined : world.faults.get(step.fault);
  if (
    (action === undefined && step.action !== NOTHING) ||
    decided === undefined ||
    (fault === undefined && step.fault !== undefined)
  )
    throw new TypeError(`explore: there is no step "${step.action}" with "${step.outcome}".`);
  return { action, decided, fault };
}

/**
 * Performs an action.
 *
 * @param mayFail whether it may fail other than by a rejection, because of a fault
 * @returns whether it was possible: the service did not reject it
 */
async function isDone(
  action: Action | undefined,
  test: TestSandbox,
  subject: Subject,
  mayFail = false,
): Promise<boolean> {
  try {
    await action?.run(test, subject);
  } catch (error) {
    if (mayFail) return true;
    if (error instanceof Error && /: (?:4\d\d) /.test(error.message)) return false;
    throw error;
  }
  return true;
}

/** A failure in comparable form: the message, without values that differ between lives. */
export const toReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[0-9a-f]{24}/g, '#');

/** Returns the error of the check, or `undefined` if it passes. */
export async function findFailure(world: World, { test, life }: Living): Promise<Error | undefined> {
  try {
    await world.check(test, life);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs the steps from the start. @returns the first failure of a check and the steps until then */
export async function relive(
  world: World,
  steps: readonly Step[],
): Promise<{ readonly error: Error; readonly living: Living } | undefined> {
  let now = await begin(world);
  for (const step of [undefined, ...steps]) {
    if (step !== undefined) {
      const stepped = await live(world, now, step);
      if (stepped === undefined) break;
      now = stepped.next;
    }
    const error = await findFailure(world, now);
    if (error !== undefined) return { error, living: now };
  }
  now.close();
  return undefined;
}
