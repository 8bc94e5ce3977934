import { Core, type CoreOptions, type Sharing, type Snapshot } from './core.ts';
import { invalid } from './domain/problem.ts';
import { HttpProblem } from './http/http-problem.ts';
import { type Reach, Traffic, type WorkspaceDirectory } from './http/traffic.ts';
import type { Progress } from './state/schedule.ts';
import type { Persistence } from './storage/persistence.ts';
import type { StoredState } from './storage/stored-state.ts';

/** One workspace: a service of its own, and what its way in remembers. */
export interface OpenWorkspace {
  readonly core: Core;
  readonly traffic: Traffic;
}

/** What a workspace may be called: it stands in a path. */
const NAME = /^[\w.-]{1,64}$/;

/** The workspaces of one sandbox, made on first use. The sandbox itself is the one without a name. */
export class Workspaces implements WorkspaceDirectory {
  readonly main: OpenWorkspace;
  /** Called with each workspace that is made from now on. */
  readonly onOpen = new Set<(name: string, workspace: OpenWorkspace) => void>();
  readonly #options: CoreOptions;
  readonly #reach: Reach;
  readonly #named = new Map<string, OpenWorkspace>();
  #persistence: Persistence | undefined;
  #sharing: Sharing | undefined;

  constructor(options: CoreOptions, reach: Reach) {
    this.#options = options;
    this.#reach = reach;
    this.main = this.#make(options.seed);
  }

  /** @throws HttpProblem 400 for a name that could not stand in a path */
  open(name: string): OpenWorkspace {
    let workspace = this.#named.get(name);
    if (workspace === undefined) {
      if (!NAME.test(name)) {
        throw new HttpProblem(
          400,
          'InvalidData',
          'The name of a workspace has 1 to 64 letters, digits, dots, dashes or underscores: /w/checkout-1/…',
        );
      }
      workspace = this.#make(this.#options.seed === undefined ? undefined : `${this.#options.seed}/${name}`);
      if (this.#persistence !== undefined) workspace.core.keepIn(this.#persistence, name);
      this.#named.set(name, workspace);
      for (const listener of this.onOpen) listener(name, workspace);
    }
    return workspace;
  }

  /** All of them by name; the sandbox itself has none. */
  entries(): readonly (readonly [string, OpenWorkspace])[] {
    return [['', this.main], ...this.#named];
  }

  names(): string[] {
    return [...this.#named.keys()];
  }

  remove(name: string): boolean {
    this.#named.get(name)?.core.discard();
    return this.#named.delete(name);
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
      if (name !== '' && !NAME.test(name)) throw invalid('Workspace', `"${name}" cannot name a workspace`);
    for (const name of this.names()) if (!snapshots.has(name)) this.remove(name);
    this.main.core.restore(main);
    for (const [name, snapshot] of snapshots) if (name !== '') this.open(name).core.restore(snapshot);
  }

  /**
   * Keeps all workspaces from now on, also those that are made later.
   *
   * @param states that were kept before: the workspaces go on from there
   */
  keepIn(persistence: Persistence, states: ReadonlyMap<string, StoredState>): void {
    const wasKept = this.#persistence !== undefined;
    this.#persistence = undefined;
    if (wasKept) this.#dropAllBut(states);
    for (const name of states.keys()) if (name !== '') this.open(name);
    this.main.core.keepIn(persistence, '', states.get(''));
    for (const [name, { core }] of this.#named) core.keepIn(persistence, name, states.get(name));
    this.#persistence = persistence;
  }

  /** Another process has forgotten them. */
  #dropAllBut(states: ReadonlyMap<string, StoredState>): void {
    if (!states.has('')) this.main.core.reset();
    for (const [name, { core }] of this.#named) {
      if (states.has(name)) continue;
      void core.close();
      this.#named.delete(name);
    }
  }

  /** For a host whose state others work on too. */
  share(sharing: Sharing): void {
    this.#sharing = sharing;
    for (const { core } of [this.main, ...this.#named.values()]) core.sharing = sharing;
  }

  /** Resolves when no webhook that is due is on its way. */
  async quiet(): Promise<void> {
    await Promise.all([this.main, ...this.#named.values()].map(({ core }) => core.deliverer.quiet()));
  }

  /** Resolves when all that has changed until now is kept; `undefined` when it is. @throws Problem when it cannot be */
  durable(): Promise<void> | undefined {
    return this.#persistence === undefined ? undefined : this.main.core.durable();
  }

  /** Does what fell due meanwhile, in each workspace. */
  async catchUp(): Promise<void> {
    const all = [this.main, ...this.#named.values()];
    // A task that throws is a bug of the sandbox, which has noted it, and no reason to leave the others undone.
    await Promise.allSettled(all.map(({ core }) => core.schedule.catchUp()));
  }

  whoKnows(id: string, asking: Core): string | undefined {
    if (asking !== this.main.core && this.main.core.knows(id)) return 'the sandbox without a workspace';
    for (const [name, { core }] of this.#named) {
      if (core !== asking && core.knows(id)) return `the workspace "${name}" (/w/${name}/…)`;
    }
    return undefined;
  }

  /** Advances of the clock under way, with the name of each workspace; that of the sandbox itself has none. */
  advances(): { readonly name: string; readonly now: number; readonly progress: Progress }[] {
    return [['', this.main] as const, ...this.#named].flatMap(([name, { core }]) => {
      const { progress } = core.schedule;
      return progress === undefined ? [] : [{ name, now: core.clock.now(), progress }];
    });
  }

  /** @returns when the tasks that run have ended */
  async close(): Promise<void> {
    await Promise.all([this.main, ...this.#named.values()].map(({ core }) => core.close()));
  }

  #make(seed: string | undefined): OpenWorkspace {
    const core = new Core(seed === undefined ? this.#options : { ...this.#options, seed });
    core.sharing = this.#sharing;
    return { core, traffic: new Traffic(seed, this, this.#reach) };
  }
}
