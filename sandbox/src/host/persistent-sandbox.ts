import { clear, createStore, get, setMany, type UseStore } from 'idb-keyval';
import type { Snapshot } from '../core.ts';
import type { Sandbox, Workspace } from '../sandbox.ts';

/** What is kept in IndexedDB: the state of the sandbox and of each workspace. */
interface Kept {
  /** The real time, in epoch milliseconds: clocks that follow it have moved on since. */
  readonly At: number;
  readonly Main: Snapshot;
  readonly Workspaces: { readonly [name: string]: Snapshot };
}

/** Beside the state stands the name of its version, so that an unchanged state is not read again. */
const [STATE, VERSION] = ['state', 'version'];

/** Milliseconds for which webhooks and other work that is due keep a request or other pages waiting. */
const PATIENCE = 1_000;

/** Longest delay that timers take; what is due later is looked at again then. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A sandbox whose state lives in IndexedDB, shared by all pages and workers of one origin.
 *
 * There is one writer at a time: while a page or worker answers requests, or does what fell due, it holds a lock of the
 * browser. It begins with what the last one has left, and a request is answered when its own changes are kept. So a
 * reload, a second tab and a worker that was stopped all go on where things stood.
 */
export class PersistentSandbox {
  readonly #sandbox: Sandbox;
  readonly #name: string;
  readonly #store: UseStore;
  /** Which state in IndexedDB is the one in memory. */
  #version: string | undefined;
  /** The sandbox's revisions as they were kept. */
  #kept = '';
  /** Requests and their aftermath under way. They share the lock: a receiver of a webhook may ask back. */
  #users = 0;
  /** Resolves when the lock is had and the latest state is loaded. */
  #session = Promise.resolve();
  #endSession = () => {};
  /** Rings when the next thing falls due by the wall clock. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param sandbox made without `timers`: what falls due in between happens under the lock too
   * @param name of the database and the lock: sandboxes of different names do not meet
   */
  constructor(sandbox: Sandbox, name = 'clientlib-sandbox') {
    this.#sandbox = sandbox;
    this.#name = name;
    this.#store = createStore(name, 'sandbox');
  }

  /** Answers a request on the latest state and keeps what it changed, also where a fault rule loses the answer. */
  fetch(request: Request): Promise<Response> {
    return this.#inSession(async () => {
      try {
        if (this.#untilDue() <= 0) await this.#patiently(this.#doWhatIsDue());
        return await this.#sandbox.fetch(request);
      } finally {
        await this.#save();
        // What the request left due belongs to it: another page should not do it again.
        void this.settle();
      }
    });
  }

  /** Resolves when what is due is done and kept, or takes long. */
  settle(): Promise<void> {
    return this.#inSession(async () => {
      const done = this.#doWhatIsDue();
      const inTime = await this.#patiently(done);
      await this.#save();
      if (!inTime) void done.then(() => this.settle());
    });
  }

  /** Forgets everything that was kept. */
  clear(): Promise<void> {
    return this.#inSession(async () => {
      await clear(this.#store);
      this.#forget();
    });
  }

  get #all(): readonly Workspace[] {
    return [this.#sandbox, ...this.#sandbox.workspaces().map((name) => this.#sandbox.workspace(name))];
  }

  async #doWhatIsDue(): Promise<void> {
    // A task that throws is a bug of the sandbox, which has noted it, and no reason to leave the others undone.
    await Promise.allSettled(this.#all.map((workspace) => workspace.settle()));
  }

  /** @returns whether the work was done within our patience; it goes on in any case */
  async #patiently(work: Promise<void>): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
    });
    const inTime = await Promise.race([work.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  }

  /** Milliseconds until something falls due by the wall clock. */
  #untilDue(): number {
    const running = this.#all.filter(({ clock }) => clock.mode === 'WallClock');
    return Math.min(
      ...running.map(({ clock }) => (clock.nextDue()?.getTime() ?? Infinity) - clock.now().getTime()),
    );
  }

  #setAlarm(): void {
    clearTimeout(this.#alarm);
    const wait = this.#untilDue();
    if (wait === Infinity) return;
    this.#alarm = setTimeout(() => void this.settle(), Math.min(Math.max(wait, 0), LONGEST_TIMER));
  }

  #forget(): void {
    for (const name of this.#sandbox.workspaces()) this.#sandbox.removeWorkspace(name);
    this.#sandbox.reset();
    this.#version = undefined;
    this.#kept = this.#revisions();
  }

  async #inSession<R>(work: () => Promise<R>): Promise<R> {
    this.#users += 1;
    if (this.#users === 1) this.#session = this.#begin();
    try {
      await this.#session;
      return await work();
    } finally {
      this.#users -= 1;
      if (this.#users === 0) {
        this.#endSession();
        this.#setAlarm();
      }
    }
  }

  #begin(): Promise<void> {
    return new Promise((ready, failed) => {
      const held = async () => {
        await this.#load();
        const end = new Promise<void>((resolve) => {
          this.#endSession = resolve;
        });
        ready();
        await end;
      };
      navigator.locks.request(this.#name, held).catch(failed);
    });
  }

  async #load(): Promise<void> {
    const version = await get<string>(VERSION, this.#store);
    if (version === this.#version) return;
    if (version === undefined) return this.#forget();
    const kept = (await get<Kept>(STATE, this.#store)) as Kept;
    for (const name of this.#sandbox.workspaces()) {
      if (!(name in kept.Workspaces)) this.#sandbox.removeWorkspace(name);
    }
    const since = Date.now() - kept.At;
    this.#sandbox.restore(movedOn(kept.Main, since));
    for (const [name, snapshot] of Object.entries(kept.Workspaces)) {
      this.#sandbox.workspace(name).restore(movedOn(snapshot, since));
    }
    this.#version = version;
    this.#kept = this.#revisions();
  }

  async #save(): Promise<void> {
    const now = this.#revisions();
    if (now === this.#kept) return;
    const names = this.#sandbox.workspaces();
    const version = crypto.randomUUID();
    const kept: Kept = {
      At: Date.now(),
      Main: this.#sandbox.snapshot(),
      Workspaces: Object.fromEntries(names.map((name) => [name, this.#sandbox.workspace(name).snapshot()])),
    };
    await setMany(
      [
        [STATE, kept],
        [VERSION, version],
      ],
      this.#store,
    );
    this.#version = version;
    this.#kept = now;
  }

  #revisions(): string {
    const names = ['', ...this.#sandbox.workspaces()];
    return this.#all.map((workspace, at) => `${names[at]}=${revisionOf(workspace)}`).join(' ');
  }
}

/** State and clock: a clock that is moved changes no document. */
function revisionOf({ revision, clock }: Workspace): string {
  return `${revision}@${clock.mode === 'Manual' ? clock.now().getTime() : clock.mode}`;
}

/** A clock that follows the real time has done so while nobody looked, also one that is ahead of it. */
function movedOn(snapshot: Snapshot, milliseconds: number): Snapshot {
  const { Now, Mode } = snapshot.Clock;
  return Mode === 'Manual' ? snapshot : { ...snapshot, Clock: { Mode, Now: Now + milliseconds } };
}
