import type { Env, Hono } from 'hono';
import type { CoreOptions, Snapshot } from '../service/core/core.ts';
import type { Audit } from '../service/domain/audit/audit.ts';
import type { ServiceSchema } from '../service/http/routes/index.ts';
import type { Faults } from '../service/http/traffic/faults.ts';
import type { HostOptions } from '../service/http/traffic/traffic.ts';
import type { EventName, EventPayload } from '../service/model/event-catalogue.ts';
import type { Forecast, ForecastInput } from '../service/model/forecast.ts';
import type { Mail } from '../service/model/mail.ts';
import type { SessionFile } from '../service/model/session.ts';
import type { DecidedPayment, PaymentDecision } from '../service/simulation/collections.ts';
import type { PaymentDecisionInput } from '../service/simulation/next-payments.ts';
import type { ClockMode } from '../service/state/clock.ts';
import type { Keepable } from '../service/state/collection.ts';
import type { Progress } from '../service/state/schedule.ts';
import type { SandboxClient } from './in-process.ts';

export type { Snapshot };

/** Options of {@link createSandbox}. */
export interface SandboxOptions extends CoreOptions, HostOptions {
  /**
   * A session to replay: the result of `session()` of this or another sandbox. Requests wait until the replay is done. Its
   * seed, clock and configuration are used.
   */
  readonly session?: SessionFile;
}

/** The clock of a sandbox, for use in the same process. */
export interface SandboxClock {
  /** The simulated time. */
  now(): Date;
  /** `WallClock` follows real time; `Manual` only moves on request. */
  readonly mode: ClockMode;
  /** The time of the next task: a renewal, a retry, the end of a trial. */
  nextDue(): Date | undefined;
  /**
   * Advances by an ISO 8601 duration (`P1M`) and resolves when all due tasks are done. Requests are processed in
   * between, and concurrent advances add up.
   */
  advance(duration: string): Promise<void>;
  /** Advances to a time, and resolves when all due tasks are done. */
  set(instant: string | Date): Promise<void>;
  /** The progress of the running advance; `undefined` if there is none. */
  readonly progress: Progress | undefined;
  /** Stops the running advance after the current task; it rejects with `AdvanceCanceled`. Resolves once it has stopped. */
  cancel(): Promise<void>;
  /** Follows real time. */
  followWallClock(): void;
}

/** An event with its time, ISO 8601 on the sandbox clock. */
export type SandboxEvent = EventPayload & { readonly At: string };

/** A webhook that has not been delivered yet. */
export interface PendingDelivery {
  readonly Event: EventName;
  readonly Url: string;
  /** ISO 8601 on the sandbox clock. */
  readonly NextAttemptAt: string;
}

/** Simulated failures (dist/docs/faults.md). A rule without `Times` applies until it is removed. */
export type SandboxFaults = Pick<Faults, 'add' | 'list' | 'hitsOf' | 'remove' | 'clear'>;

/** Outcomes of the next payments (dist/docs/payment-outcomes.md#decide-the-next-payment). */
export interface SandboxPayments {
  /**
   * Decides the next matching payments.
   *
   * @example
   * sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } });
   * await sandbox.clock.advance('P1M');
   * @throws an Error for an empty outcome, or an unknown contract, customer or provider
   */
  next(decision: PaymentDecisionInput): PaymentDecision;
  /**
   * Decides the next 3-D Secure challenge: it passes or fails without a page, also in Node. Any card then requires it.
   *
   * @example
   * sandbox.payments.challenge('fail');
   */
  challenge(outcome: 'pass' | 'fail'): PaymentDecision;
  /** Pending decisions, oldest first. */
  list(): readonly PaymentDecision[];
  /** @throws an Error if the decision does not exist */
  remove(id: string): void;
  clear(): void;
  /** Decided payments, oldest first. */
  decided(): readonly DecidedPayment[];
}

/** The service with its own state, clock and keys. */
export interface Workspace {
  /**
   * Responds to a request like the service; the host of its URL does not matter.
   *
   * @throws TypeError if a fault rule drops the connection, and AbortError if its signal is aborted, like `fetch`
   */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
  readonly clock: SandboxClock;
  readonly faults: SandboxFaults;
  readonly payments: SandboxPayments;
  /** Resets state, clock, faults and logs to the fixtures, except what `keep` names. */
  reset(options?: { readonly keep?: readonly Keepable[] }): void;
  /** Increases with every change of the state. */
  readonly revision: number;
  /** The whole state as JSON. */
  snapshot(): Snapshot;
  /**
   * Restores the result of `snapshot()`. Single documents are not validated, as `PUT /sandbox/snapshot` does: use that
   * for a file from somebody else.
   *
   * @throws an Error if it is not a snapshot; the state does not change
   */
  restore(snapshot: Snapshot): void;
  /** Resolves when everything due now is done, including webhooks. */
  settle(): Promise<void>;
  /** Webhooks that have not been delivered yet, in the order of their events. */
  pendingDeliveries(): readonly PendingDelivery[];
  /**
   * The outbox: mails that customers would have received, newest first. The `Url` of an attachment is a path for `fetch`.
   *
   * @param options.take maximum number of mails, the newest first. Default: all
   */
  mails(options?: { readonly take?: number }): readonly Mail[];
  /**
   * Checks that documents, ledger, balances and payments agree, that no day is billed twice, and that no number is
   * missing (dist/docs/billing.md#audit). It reads the whole state.
   */
  audit(): Audit;
  /**
   * Returns the invoices of the next months, computed on a copy of the state whose clock moves. This state does not
   * change. With another `Config`, the result includes the differences for each contract (dist/docs/your-account.md).
   *
   * @example
   * const { Sums } = await sandbox.forecast({ Months: 3 });
   *
   * @throws an Error with the invalid field of `Config`
   */
  forecast(input: ForecastInput): Promise<Forecast>;
  /**
   * Returns the recorded session as a file that can be replayed (dist/docs/sessions.md), without secrets and card data.
   *
   * @throws an Error if nothing is recorded: without `record: true`, or with a state that tabs share
   */
  session(): SessionFile;
  /**
   * Calls the listener with each event of this name (`event` for all), after the change that it reports is committed.
   *
   * @returns a function that unsubscribes
   */
  on(event: EventName | 'event', listener: (event: SandboxEvent) => void): () => void;
}

/** The service, in memory, without a port. */
export interface Sandbox extends Workspace {
  /**
   * The service as a Hono app: mount it in your own, or pass its `fetch` to any server.
   *
   * @example
   * const sandbox = createSandbox({ basePath: '/billing' });
   * app.all('/billing/*', (c) => sandbox.app.fetch(c.req.raw));
   */
  readonly app: Hono<Env, ServiceSchema, '/'>;
  /**
   * Hono's typed client: paths, input and responses are those of the service.
   *
   * @example
   * const response = await sandbox.client.api.v1.orders.$post({ json: { Cart: { PlanVariantId } } }, { headers });
   * if (response.ok) console.log((await response.json()).TotalGross);
   */
  readonly client: SandboxClient;
  /** The workspace of this name at `/w/<name>/…`, created on first use. */
  workspace(name: string): Workspace;
  /** Names of the workspaces in use. */
  workspaces(): string[];
  /** @returns whether it existed */
  removeWorkspace(name: string): boolean;
  /**
   * Resolves when the session with which the sandbox was created has been replayed; at once without one. Rejects if a
   * row gave a different result: the sandbox then has the state at that row.
   */
  readonly ready: Promise<void>;
  /** An independent copy of state and clock; workspaces are not copied. */
  fork(): Sandbox;
  /** Stops timers and deliveries. */
  close(): void;
}
