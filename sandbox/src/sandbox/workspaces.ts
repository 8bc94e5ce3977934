import { Core, type CoreOptions, type Snapshot } from '../service/core/core.ts';
import { DeliveryRefused } from '../service/delivery/post-webhook.ts';
import { conflict, invalid } from '../service/domain/basics/problem.ts';
import { Usage } from '../service/http/traffic/quotas.ts';
import { type HostOptions, Traffic, type WorkspaceDirectory } from '../service/http/traffic/traffic.ts';
import { HttpProblem } from '../service/http/wire/http-problem.ts';
import type { ServiceBindings } from '../service/http/zones/env.ts';
import { HOUR_MS } from '../service/model/milliseconds.ts';
import type { Progress } from '../service/state/schedule.ts';
import type { Turns } from '../service/state/turns.ts';
import type { Persistence } from '../service/storage/persistence.ts';
import type { StoredState } from '../service/storage/stored-state.ts';

/** Creates sandboxes for requests that need their own. */
type Making = Pick<ServiceBindings, 'createCopy' | 'createReplay'>;

/** One workspace: its service, and the state of its HTTP interface. */
export interface OpenWorkspace extends Making {
  readonly core: Core;
  readonly traffic: Traffic;
  /** The last use, in real epoch milliseconds. */
  usedAt: number;
}

/** The maximum number of workspaces in addition to the main one. */
const LIMIT = 1_000;

/** Hours without use after which one is removed, and after which it is removed early if space is needed. */
const IDLE_HOURS = 168;
const ROOM_AFTER_HOURS = 1;

/** Maximum number of workspaces to search for an id that is unknown here. */
const ASKED = 20;

/** Valid names of workspaces. A name is part of a path, in which `.` and `..` have another meaning. */
const NAME = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

export function isWorkspaceName(name: string): boolean {
  return NAME.test(name);
}

/** The workspaces of one sandbox, created on first use. The sandbox itself is the one without a name. */
export class Workspaces implements WorkspaceDirectory {
  readonly main: OpenWorkspace;
  readonly #options: CoreOptions;
  readonly #hostOptions: HostOptions;
  readonly #making: Making;
  readonly #newTurns: (() => Turns) | undefined;
  readonly #named = new Map<string, OpenWorkspace>();
  readonly #listeners = new Set<(name: string, workspace: OpenWorkspace) => void>();
  /** The most recently used workspaces, the latest first. */
  #latest: OpenWorkspace[] = [];
  #persistence: Persistence | undefined;

  /** @param newTurns creates the turns of a new workspace, if turns are recorded */
  constructor(options: CoreOptions, hostOptions: HostOptions, making: Making, newTurns?: () => Turns) {
    this.#options = options;
    this.#making = making;
    this.#newTurns = newTurns;
    this.#hostOptions = hostOptions;
    this.main = this.#make(options.seed);
  }

  /** Returns the workspace of this name, if it exists, and marks it as used. */
  find(name: string): OpenWorkspace | undefined {
    const workspace = this.#named.get(name);
    if (workspace === undefined) return undefined;
    workspace.usedAt = Date.now();
    if (this.#latest[0] !== workspace)
      this.#latest = [workspace, ...this.#latest.filter((one) => one !== workspace)].slice(0, ASKED);
    return workspace;
  }

  /** Returns whether the first request to a workspace creates it. */
  get onFirstUse(): boolean {
    return this.#hostOptions.workspaces?.onFirstUse ?? this.#hostOptions.exposed !== true;
  }

  /** Returns whether one more may be created. */
  get hasRoom(): boolean {
    this.#makeRoom();
    return this.#named.size < this.limit;
  }

  get limit(): number {
    return this.#hostOptions.workspaces?.limit ?? LIMIT;
  }

  /**
   * Returns the workspace of this name, and creates it if necessary.
   *
   * @param state the initial state of a new one
   * @throws HttpProblem 400 for a name that is not valid in a path
   * @throws Problem 409 if there are too many
   */
  open(name: string, state?: Snapshot): OpenWorkspace {
    let workspace = this.find(name);
    if (workspace === undefined) {
      if (!isWorkspaceName(name)) {
        throw new HttpProblem(
          400,
          'InvalidData',
          'The name of a workspace has 1 to 64 letters, digits, dots, dashes or underscores: /w/checkout-1/…',
        );
      }
      if (!this.hasRoom)
        throw conflict(
          `There are ${this.#named.size} workspaces, as many as may be. Remove one: DELETE /sandbox/workspaces/<name>.`,
          'TooManyWorkspaces',
        );
      workspace = this.#add(name);
      if (state !== undefined) workspace.core.restore(state);
    }
    return workspace;
  }

  #add(name: string): OpenWorkspace {
    const workspace = this.#make(
      this.#options.seed === undefined ? undefined : `${this.#options.seed}/${name}`,
    );
    if (this.#persistence !== undefined) workspace.core.state.keepIn(this.#persistence, name);
    this.#named.set(name, workspace);
    this.find(name);
    for (const listener of this.#listeners) listener(name, workspace);
    return workspace;
  }

  /** All workspaces by name; the sandbox itself has none. */
  entries(): readonly (readonly [string, OpenWorkspace])[] {
    return [['', this.main], ...this.#named];
  }

  /** Calls the listener with each workspace, including those created later. */
  each(listener: (name: string, workspace: OpenWorkspace) => void): void {
    for (const [name, workspace] of this.entries()) listener(name, workspace);
    this.#listeners.add(listener);
  }

  names(): string[] {
    this.#dropIdle();
    return [...this.#named.keys()];
  }

  remove(name: string): boolean {
    const workspace = this.#named.get(name);
    if (workspace === undefined) return false;
    workspace.core.state.storage?.remove();
    void workspace.core.close();
    this.#forget(name, workspace);
    return true;
  }

  #forget(name: string, workspace: OpenWorkspace): void {
    this.#named.delete(name);
    this.#latest = this.#latest.filter((one) => one !== workspace);
  }

  #dropIdle(): void {
    // A persisted workspace is only unloaded, not deleted.
    if (this.#persistence !== undefined) return;
    const hours = this.#hostOptions.workspaces?.idleHours ?? IDLE_HOURS;
    const since = Date.now() - hours * HOUR_MS;
    for (const [name, { core, usedAt }] of this.#named)
      if (usedAt <= since && core.schedule.progress === undefined) this.remove(name);
  }

  #makeRoom(): void {
    this.#dropIdle();
    if (this.#named.size < this.limit) return;
    const [oldest] = [...this.#named].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest !== undefined && oldest[1].usedAt <= Date.now() - ROOM_AFTER_HOURS * HOUR_MS)
      this.remove(oldest[0]);
  }

  snapshots(): Map<string, Snapshot> {
    const named = [...this.#named].map(([name, { core }]) => [name, core.snapshot()] as const);
    return new Map([['', this.main.core.snapshot()], ...named]);
  }

  restoreAll(snapshots: ReadonlyMap<string, Snapshot>): void {
    const main = snapshots.get('');
    if (main === undefined)
      throw invalid('Workspace', 'expected the state of the sandbox itself, with the name ""');
    for (const name of snapshots.keys())
      if (name !== '' && !isWorkspaceName(name))
        throw invalid('Workspace', `"${name}" cannot name a workspace`);
    const limit = this.limit;
    if (snapshots.size - 1 > limit)
      throw invalid('Workspace', `expected at most ${limit}, got ${snapshots.size - 1}`);
    for (const name of this.names()) if (!snapshots.has(name)) this.remove(name);
    this.main.core.restore(main);
    for (const [name, snapshot] of snapshots) if (name !== '') this.open(name).core.restore(snapshot);
  }

  /**
   * Persists all workspaces from now on, including later ones.
   *
   * @param states stored states from which the workspaces continue
   */
  keepIn(persistence: Persistence, states: ReadonlyMap<string, StoredState>): void {
    const wasKept = this.#persistence !== undefined;
    this.#persistence = undefined;
    if (wasKept) this.#dropAllBut(states);
    for (const name of states.keys()) if (name !== '' && !this.#named.has(name)) this.#add(name);
    this.main.core.state.keepIn(persistence, '', states.get(''));
    for (const [name, { core }] of this.#named) core.state.keepIn(persistence, name, states.get(name));
    this.#persistence = persistence;
  }

  /** Called when another process has removed these workspaces. */
  #dropAllBut(states: ReadonlyMap<string, StoredState>): void {
    if (!states.has('')) this.main.core.reset();
    for (const [name, workspace] of this.#named) {
      const { core } = workspace;
      if (states.has(name)) continue;
      void core.close();
      this.#forget(name, workspace);
    }
  }

  /** Resolves when all due webhooks have been sent. */
  async quiet(): Promise<void> {
    await Promise.all([this.main, ...this.#named.values()].map(({ core }) => core.deliverer.quiet()));
  }

  /** Resolves once all changes so far are stored; `undefined` if they already are. @throws Problem if they cannot be stored */
  durable(): Promise<void> | undefined {
    return this.#persistence === undefined ? undefined : this.main.core.state.durable();
  }

  /** Milliseconds until the next task is due by the wall clock; `Infinity` if there is none. */
  get untilDue(): number {
    const running = this.entries().filter(([, { core }]) => core.clock.mode === 'WallClock');
    return Math.min(
      ...running.map(([, { core }]) => (core.schedule.next?.DueAt ?? Infinity) - core.clock.now()),
    );
  }

  /** Runs the tasks that have become due in each workspace. */
  async catchUp(): Promise<void> {
    const all = [this.main, ...this.#named.values()];
    // An error in a task is a bug of the sandbox and has been logged; the other workspaces must still run. A clock that
    // is being moved runs its tasks itself.
    const idle = all.filter(({ core }) => core.schedule.progress === undefined);
    await Promise.allSettled(idle.map(({ core }) => core.schedule.catchUp()));
  }

  workspaceKnowing(id: string, asking: Core): string | undefined {
    if (asking !== this.main.core && this.main.core.state.documents.knows(id))
      return 'the sandbox without a workspace';
    // Only the latest are searched, so that the cost of a 404 does not grow with the number of workspaces.
    const known = this.#latest.find(({ core }) => core !== asking && core.state.documents.knows(id));
    if (known === undefined) return undefined;
    for (const [name, workspace] of this.#named)
      if (workspace === known) return `the workspace "${name}" (/w/${name}/…)`;
    return undefined;
  }

  /** Current advances of clocks, with the name of each workspace; the sandbox itself has none. */
  advances(): { readonly name: string; readonly now: number; readonly progress: Progress }[] {
    return [['', this.main] as const, ...this.#named].flatMap(([name, { core }]) => {
      const { progress } = core.schedule;
      return progress === undefined ? [] : [{ name, now: core.clock.now(), progress }];
    });
  }

  /** @returns when the current tasks have ended */
  async close(): Promise<void> {
    await Promise.all([this.main, ...this.#named.values()].map(({ core }) => core.close()));
  }

  #make(seed: string | undefined): OpenWorkspace {
    const usage: Usage = new Usage(this.#hostOptions.quotas ?? {}, {
      documents: () => core.state.documents.size,
      webhookEndpoints: () => core.tx.webhooks.size,
    });
    const { deliver = (request: Request) => fetch(request) } = this.#options;
    const coreOptions: CoreOptions = {
      ...this.#options,
      ...(seed === undefined ? {} : { seed }),
      deliver: async (request) => {
        const refused = this.#hostOptions.refuseTarget?.(request.url) ?? usage.countWebhook();
        if (refused !== undefined) throw new DeliveryRefused(refused);
        return deliver(request);
      },
    };
    const core: Core = new Core(coreOptions, this.#newTurns?.());
    return {
      core,
      traffic: new Traffic(seed, this, this.#hostOptions, usage),
      usedAt: Date.now(),
      ...this.#making,
    };
  }
}
