import { Activity, type ActivityEvents } from '../activity/activity.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { keptCollections, loadStart } from '../configuration/start.ts';
import { Deliverer, type DeliveryEvents } from '../delivery/deliverer.ts';
import type { Deliver } from '../delivery/post-webhook.ts';
import { dropExpired } from '../domain/access/expiry.ts';
import type { AppStores } from '../domain/basics/app-stores.ts';
import { conflict, invalid, Problem } from '../domain/basics/problem.ts';
import { stampText, timestamp } from '../domain/basics/time.ts';
import { writeMail } from '../domain/mails/outbox.ts';
import type { Account } from '../domain/records/account.ts';
import { advanceInstant, startInstant } from '../domain/records/clock-input.ts';
import { collections } from '../domain/records/collections.ts';
import type { Service } from '../domain/records/service.ts';
import type { EventRecord } from '../domain/records/webhooks.ts';
import { taskHandlers } from '../domain/tasks.ts';
import { DELIVERY_TASK } from '../domain/webhooks/deliveries.ts';
import { recordEvent } from '../domain/webhooks/events.ts';
import { LAST_INSTANT } from '../model/iso-8601.ts';
import type { WebhookInput } from '../model/webhook.ts';
import { type DecidedPayment, simulationCollections } from '../simulation/collections.ts';
import { type SimulationTaskHandler, simulationTasks } from '../simulation/notifications.ts';
import { SimulatedProviders } from '../simulation/providers.ts';
import type { SimulationTx } from '../simulation/simulation-tx.ts';
import { storeLifeTasks } from '../simulation/stores/subscription-life.ts';
import { dropUnusedTokens } from '../simulation/tokens.ts';
import { Clock, type ClockEvents, type ClockSnapshot } from '../state/clock.ts';
import type { Keepable } from '../state/collection.ts';
import { Feed } from '../state/feed.ts';
import { Random } from '../state/random.ts';
import { Schedule, type Task, type TaskHandler } from '../state/schedule.ts';
import { snapshotMistake } from '../state/snapshot-mistake.ts';
import { State, type StateEvents, type StateSnapshot } from '../state/state.ts';
import type { Turns } from '../state/turns.ts';
import { type StateLock, UNSHARED, Waits } from '../state/waits.ts';
import { type ReplacementEvents, WorkspaceState } from './workspace-state.ts';

/** Options of a sandbox. */
export interface CoreOptions {
  /**
   * Decides all ids and randomness: same seed, same script, same bytes. Anyone who knows the seed can compute every token
   * and secret. Without it they come from the platform's cryptographic generator.
   */
  readonly seed?: string;
  /** The initial time of a manual clock; without it, the clock follows real time. */
  readonly clock?: string | Date;
  /** Overrides of the default account and catalogue. */
  readonly config?: Configuration;
  /** Treats warnings as errors: unknown properties, client_id in the body. */
  readonly strict?: boolean;
  /** Endpoints to register at the start: URLs for all events, as with `--webhook`, or registrations. */
  readonly webhooks?: readonly (string | WebhookInput)[];
  /** The control API (`/sandbox/…`) then requires `Authorization: Bearer <token>`. */
  readonly controlToken?: string;
  /**
   * Whether tasks that are due by the wall clock run automatically. Default true; if false, `settle()` runs them, for a
   * host that must hold a lock meanwhile.
   */
  readonly timers?: boolean;
  /** Delivers webhooks instead of HTTP, for tests and pages that are the receiver themselves. */
  readonly deliver?: Deliver;
  /**
   * Records the history, for `session()` (dist/docs/sessions.md). Without a seed, one is drawn. Default: false, since
   * it costs more than a tenth of the time of an order.
   */
  readonly record?: boolean;
}

/** The whole state of a sandbox as JSON. */
export interface Snapshot extends StateSnapshot {
  readonly Version: 1;
  readonly Clock: ClockSnapshot;
}

/** Returns the state with a manual clock, for copies that are to be compared. */
export const stopped = <State extends { readonly Clock: object }>(state: State) => ({
  ...state,
  Clock: { ...state.Clock, Mode: 'Manual' as const },
});

/** The events of a sandbox, each emitted after its change is committed. */
export interface CoreEvents
  extends StateEvents,
    ClockEvents,
    DeliveryEvents,
    ActivityEvents,
    ReplacementEvents {
  readonly event: EventRecord;
  /** A payment that `/sandbox/payments/next` has decided. */
  readonly decided: DecidedPayment;
}

const definitions = { ...collections, ...simulationCollections };

/**
 * The service without an interface: documents, clock, schedule and the simulated outside world, wired together.
 * `http/` adds the routes, `host/` the runtime.
 */
export class Core implements Service {
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly providers: SimulatedProviders;
  readonly stores: AppStores;
  readonly strict: boolean;
  readonly controlToken: string | undefined;
  /** Documents and time for reading; writing takes {@link transaction}. */
  readonly tx: SimulationTx;
  /** Documents and clock as a whole: to be replaced, taken to another moment, and kept. */
  readonly state: WorkspaceState<typeof definitions>;
  readonly feed = new Feed<CoreEvents>();
  readonly deliverer: Deliverer;
  /** Waits, while others may work on the state. */
  readonly waits = new Waits(this);
  /** The live activity, for subscribers. */
  readonly activity = new Activity(this.feed);
  /** Set by a host that shares the state with other pages. */
  lock: StateLock = UNSHARED;
  /** Records or replays a session: it decides whose turn is next. */
  turns: Turns | undefined;
  readonly #options: CoreOptions;

  constructor(options: CoreOptions = {}, turns?: Turns) {
    this.#options = options;
    this.turns = turns;
    this.strict = options.strict ?? false;
    this.controlToken = options.controlToken;
    const documents = new State(definitions, options.seed, this.feed);
    documents.collector = () => this.activity.collect;
    this.clock = new Clock(startInstant(options.clock), () => this.realTime, this.feed);
    this.state = new WorkspaceState(documents, this);
    this.tx = this.#makeTx();
    this.schedule = new Schedule(
      documents.collections.tasks,
      this.clock,
      (work, task) => (task === undefined ? documents.transaction(work) : this.#taskTransaction(task, work)),
      {
        ...Object.fromEntries(
          Object.entries({ ...taskHandlers, ...simulationTasks, ...storeLifeTasks }).map(
            ([type, handler]) => [type, this.#bind(handler)],
          ),
        ),
        [DELIVERY_TASK]: (task) => {
          this.deliverer.due(task.Key);
          return undefined;
        },
      },
      {
        moving: () => this.deliverer.moving(),
        canAdvance: (until) => {
          const rest = () => {
            const atRest = this.deliverer.canAdvance();
            return atRest && this.lock.unlocked(() => until(atRest));
          };
          return this.lock.yieldToOthers()?.then(rest) ?? rest();
        },
        quiet: () => this.deliverer.quiet(),
        drained: () => this.state.storage?.drained(),
        turns: () => this.turns,
      },
    );
    if (options.timers === false) this.schedule.stopTimers();
    this.deliverer = new Deliverer(this, options.deliver);
    const outside = {
      tx: this.tx,
      transaction: <R>(work: (tx: SimulationTx) => R) => this.transaction(work),
      wait: (milliseconds: number) =>
        this.clock.mode === 'WallClock' ? this.#pauseOutside(milliseconds) : undefined,
      pause: (milliseconds: number) => this.#pauseOutside(milliseconds),
    };
    this.providers = new SimulatedProviders(outside);
    this.stores = {
      // Loaded with the first receipt: most sandboxes sell nothing in app stores.
      async verify(receipt) {
        const { verifyReceipt } = await import('../simulation/stores/app-stores.ts');
        return verifyReceipt(outside, receipt);
      },
    };
    this.#start();
  }

  /** Runs the work all or nothing, and then schedules its tasks. */
  transaction<R>(work: (tx: SimulationTx) => R): R {
    // One instant for the whole transaction: by the wall clock, time would pass in the middle of it.
    const result = this.clock.at(this.clock.now(), () =>
      this.state.documents.transaction(() => {
        dropExpired(this.tx);
        dropUnusedTokens(this.tx);
        return work(this.tx);
      }),
    );
    this.schedule.arm();
    return result;
  }

  /** The service for a flow of several transactions, which fails with 409 if the state is replaced meanwhile. */
  flow(): Service {
    const check = this.state.replacementCheck();
    const { cause, collect } = this.activity;
    return {
      transaction: (work) => {
        check();
        return this.activity.causedBy(cause, () => this.transaction(work), collect);
      },
      providers: this.providers,
      stores: this.stores,
    };
  }

  async #pauseOutside(milliseconds: number): Promise<void> {
    const check = this.state.replacementCheck();
    await this.waits.pauseInTurn(milliseconds);
    check();
  }

  /** Returns the real time in epoch milliseconds; it is frozen during a recorded turn. */
  get realTime(): number {
    return this.turns === undefined ? Date.now() : this.turns.now();
  }

  /**
   * Resets to the fixtures and the start time, like a new sandbox.
   *
   * @param keep the parts to keep; ids and randomness then continue, so that new ids differ from kept ones
   */
  reset(keep: readonly Keepable[] = []): void {
    const kept = keptCollections(keep);
    const Collections = Object.fromEntries(
      kept.map((name) => [name, this.state.documents.collections[name].dump()]),
    );
    const begin = { Random: new Random(this.#options.seed).state, LastId: 0 };
    const start = startInstant(this.#options.clock);
    this.state.replace(
      () => {
        this.state.documents.restore({
          ...(kept.length === 0 ? begin : this.state.documents.counters),
          Collections,
        });
        this.clock.restore(
          start === undefined ? { Now: this.realTime, Mode: 'WallClock' } : { Now: start, Mode: 'Manual' },
        );
        this.#start(keep);
      },
      kept.length === 0 ? 'Fresh' : 'Kept',
    );
  }

  /**
   * Moves the clock forward and resolves when everything due on the way is done. Concurrent advances add up.
   *
   * @returns the new time
   * @throws Problem for a time that is not in the future, 409 if {@link cancelAdvance} or a reset stops it
   */
  async advance(wanted: { Advance?: string | undefined; Now?: string | undefined }): Promise<number> {
    // Impossible requests are rejected at once, however long another advance takes.
    const target = advanceInstant(this.tx, wanted);
    const by = this.activity.cause?.RequestId;
    const begin = () => {
      this.activity.advancedBy = by;
      return wanted.Advance === undefined ? target : advanceInstant(this.tx, wanted);
    };
    const advance = async () => {
      try {
        return await this.schedule.advanceTo(begin);
      } finally {
        if (this.activity.advancedBy === by) this.activity.advancedBy = undefined;
      }
    };
    return this.waits.meanwhile(() => this.lock.advancing(advance));
  }

  /** Resolves when everything that is due now is done, webhooks included. */
  settle(): Promise<void> {
    return this.waits.meanwhile(() => this.schedule.settle());
  }

  /** Stops the running advance after the current task, and cancels pending ones. */
  cancelAdvance(): Promise<void> {
    const reason = conflict(
      'The advance of the clock was canceled. GET /sandbox/clock returns the current time.',
      'AdvanceCanceled',
    );
    return this.waits.meanwhile(() => this.schedule.interrupt(reason));
  }

  snapshot(): Snapshot {
    return { Version: 1, Clock: this.clock.snapshot(), ...this.state.documents.snapshot() };
  }

  /** @throws Problem if it is not a sandbox snapshot; the state does not change */
  restore(snapshot: Snapshot): void {
    const mistake = snapshotMistake(snapshot, Object.keys(this.state.documents.collections), LAST_INSTANT);
    if (mistake !== undefined) throw invalid(mistake.field, mistake.message);
    this.state.replace(() => {
      try {
        // Seeded random numbers continue from the snapshot; unseeded ones stay unpredictable.
        const seeded = this.#options.seed !== undefined && snapshot.Random.length > 0;
        this.state.documents.restore(
          seeded ? snapshot : { ...snapshot, Random: this.state.documents.random.state },
        );
      } catch (error) {
        throw invalid(
          'Collections',
          `expected the collections of a sandbox snapshot (${(error as Error).message})`,
        );
      }
      this.clock.restore(snapshot.Clock);
    });
  }

  /** Stops timers and deliveries. A running advance stops after the current task. @returns when it has stopped */
  close(): Promise<void> {
    this.activity.close();
    this.schedule.stopTimers();
    this.deliverer.close();
    this.waits.endAll();
    return this.schedule.abandon(
      new Problem('Unavailable', 'Closed', 'The sandbox was closed while its clock was moving.'),
    );
  }

  #makeTx(): SimulationTx {
    const core = this;
    const state = this.state.documents;
    const tx: Omit<SimulationTx, keyof typeof definitions> = {
      get now() {
        return core.clock.now();
      },
      get account() {
        return state.collections.accounts.first() as Account;
      },
      random: state.random,
      get lastStamp() {
        return state.counters.LastStamp?.[0] ?? core.clock.now();
      },
      stamp: () => stampText(state.newStamp(core.clock.now())),
      newId: () => state.newId(core.clock.now()),
      newOrderId: () => state.newRandomId(core.clock.now()),
      emit: (payload, webhookId) => {
        const event = recordEvent(core.tx, payload, webhookId);
        if (webhookId === undefined) writeMail(core.tx, event);
        core.activity.eventRecorded(event.Id, event.At);
        if (core.feed.hears('event')) state.afterCommit(() => core.feed.emit('event', event));
        return event;
      },
      recordDecided: (payment) => {
        state.collections.decidedPayments.insert(payment);
        state.afterCommit(() => core.feed.emit('decided', payment));
      },
      dispatch: (delivery) => state.afterCommit(() => core.deliverer.add(delivery)),
      schedule: (type, key, dueAt, data) => core.schedule.put(type, key, dueAt, data),
      unschedule: (type, key) => core.schedule.cancel(type, key),
    };
    return Object.assign(tx, state.collections) as SimulationTx;
  }

  /** @param keep the parts to keep */
  #start(keep: readonly Keepable[] = []): void {
    const { config, webhooks = [] } = this.#options;
    this.state.documents.transaction(() => loadStart(this.tx, config, webhooks, keep));
  }

  #bind(handler: SimulationTaskHandler): TaskHandler {
    return (task: Task) => {
      const follow = handler(this.tx, { key: task.Key, data: task.Data ?? {} });
      if (follow === undefined) return undefined;
      const service = this.flow();
      return () => follow(service);
    };
  }

  #taskTransaction<R>(task: Task, work: () => R): R {
    const transaction = () => this.state.documents.transaction(work);
    // The effects of a delivery have the delivery as their only cause.
    if (task.Type === DELIVERY_TASK) return transaction();
    return this.activity.causedByTask(task, () => timestamp(task.DueAt), transaction);
  }
}
