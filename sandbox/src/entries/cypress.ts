import type { ContractInvoice } from '../clients/kit/contract-handle.ts';
import type { WaitOptions } from '../clients/kit/inbox.ts';
import type { LoggedRequest, RequestFields } from '../clients/kit/request-inbox.ts';
import { type TestSandbox, testSandbox } from '../clients/kit/test-sandbox.ts';
import type { EventFields } from '../clients/kit/webhook-inbox.ts';
import { type StartedSandbox, startSandbox } from '../hosts/node/node.ts';
import {
  getWorkspaces,
  type SandboxEvent,
  type SandboxFaults,
  type SandboxOptions,
  type SandboxPayments,
} from '../sandbox/sandbox.ts';
import type { EventName } from '../service/model/event-catalogue.ts';
import type { SignedUp, SignUpInput } from '../service/model/sign-up.ts';

export type * from '../clients/kit/types.ts';

/** The actions of `cy.sandbox(action, …)`. */
export interface SandboxActions {
  /** Resets the sandbox to the fixtures: for `beforeEach`. */
  reset(): Promise<null>;
  /** Advances the clock by an ISO 8601 duration, and returns when all due tasks are done. */
  advance(duration: string): Promise<null>;
  /** Makes requests fail. */
  fault(rule: Parameters<SandboxFaults['add']>[0]): Promise<ReturnType<SandboxFaults['add']>>;
  /** Decides the next payments. */
  decide(decision: Parameters<SandboxPayments['next']>[0]): Promise<ReturnType<SandboxPayments['next']>>;
  /** Signs up a customer who pays by card. */
  signUp(input?: SignUpInput): Promise<SignedUp>;
  /** Calls the REST API like a back end. */
  rest(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Waits for the next webhook with this name. */
  webhook(event: EventName, fields?: AnyEventFields, options?: WaitOptions): Promise<SandboxEvent>;
  /** Waits for the next matching request. */
  request(fields?: RequestFields, options?: WaitOptions): Promise<LoggedRequest>;
  /** The current state of a contract. */
  contract(id: string): Promise<ContractFacts>;
  /** Returns what has happened so far, one line per event. */
  log(): Promise<string>;
}

/** Fields of any of the events. */
type AnyEventFields = { [Name in EventName]: EventFields<Name> }[EventName];

/** The state of a contract when it was requested. */
export interface ContractFacts {
  readonly Id: string;
  readonly LifecycleStatus: string;
  readonly Balance: number;
  readonly Currency: string;
  readonly Invoices: readonly ContractInvoice[];
}

/** The required part of what Cypress passes to `setupNodeEvents`. */
// biome-ignore lint/suspicious/noExplicitAny: as Cypress declares it; anything narrower is not what it hands over
type On = (event: 'task', tasks: { [name: string]: (argument: any) => any }) => void;

/** Default timeout of a task in milliseconds. */
const TASK_TIMEOUT_MS = 60_000;

/** Milliseconds by which a wait ends before Cypress's timeout, with a more helpful message. */
const RESERVE_MS = 1_000;

/**
 * Starts a sandbox on a free port, and gives the tests `cy.sandbox(…)` (import `clientlib-sandbox/cypress/commands` in the
 * support file). Its address is `Cypress.env('sandboxUrl')`.
 *
 * @example
 * export default defineConfig({
 *   e2e: { setupNodeEvents: (on, config) => setupSandbox(on, config, { clock: '2026-01-15T10:00:00Z' }) },
 * });
 * @returns the configuration, with the address
 */
export async function setupSandbox<Config extends { readonly env: object; readonly taskTimeout?: number }>(
  on: On,
  config: Config,
  options: SandboxOptions = {},
): Promise<Config> {
  const started = await startSandbox({ seed: 'test', ...options, port: 0 });
  const actions = createActions(started, config.taskTimeout ?? TASK_TIMEOUT_MS);
  on('task', {
    sandbox: ({
      action,
      args,
    }: {
      readonly action: keyof SandboxActions;
      readonly args: readonly unknown[];
    }) => (actions[action] as (...given: readonly unknown[]) => unknown)(...args),
  });
  return { ...config, env: { ...config.env, sandboxUrl: started.url } };
}

function createActions({ sandbox, url }: StartedSandbox, timeoutMs: number): SandboxActions {
  const open = () => testSandbox(sandbox, getWorkspaces(sandbox).main, url, () => timeoutMs - RESERVE_MS);
  let [current, close]: [TestSandbox, () => void] = open();
  return {
    async reset() {
      close();
      sandbox.reset();
      [current, close] = open();
      return null;
    },
    async advance(duration) {
      await sandbox.clock.advance(duration);
      return null;
    },
    fault: async (rule) => sandbox.faults.add(rule),
    decide: async (decision) => sandbox.payments.next(decision),
    signUp: (input) => current.signUp(input),
    // Cypress rejects `undefined`.
    rest: async (method, path, body) => (await current.rest(method, path, body)) ?? null,
    webhook: (event, fields = {}, waiting) => current.webhooks.next(event, fields, waiting),
    request: (fields, waiting) => current.requests.next(fields, waiting),
    async contract(id) {
      const { LifecycleStatus, Balance, Currency, Invoices } = current.contract(id);
      return { Id: id, LifecycleStatus, Balance, Currency, Invoices };
    },
    log: async () => current.log(),
  };
}
