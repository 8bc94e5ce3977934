import { unavailable } from '../core.ts';
import { Problem } from '../domain/problem.ts';
import { responseToError } from '../http/problem-answer.ts';
import { version } from '../http/version.ts';
import { type Sandbox, type Workspace, workspacesOf } from '../sandbox.ts';
import type { StorageEngine } from '../storage/engine.ts';
import { EVERYTHING } from '../storage/layout.ts';
import { Persistence } from '../storage/persistence.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Workspaces } from '../workspaces.ts';
import { IndexedDbEngine } from './indexed-db.ts';

/** Milliseconds for which webhooks keep other pages waiting. */
const DELIVERY_TIMEOUT_MS = 1_000;

/** Milliseconds after which long work lets other pages work, between two instants of the clock. */
const HOLD_MS = 50;

/** Longest delay that timers take; what is due later is looked at again then. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A sandbox whose state lives in IndexedDB, shared by all pages and workers of one origin.
 *
 * There is one writer at a time: while a page or worker works on requests, or does what fell due, it holds a lock of the
 * browser. It begins with what the last one has left, and a request is answered when its own changes are kept. So a
 * reload, a second tab and a worker that was stopped all go on where things stood. While nothing can be done but wait,
 * for a body, a slow provider, a receiver of a webhook or an answer that a fault rule delays, the lock is free for others,
 * and so it is again and again while a clock is moved.
 */
export class PersistentSandbox {
  readonly #sandbox: Sandbox;
  readonly #workspaces: Workspaces;
  readonly #name: string;
  readonly #engine: StorageEngine;
  readonly #persistence: Persistence;
  #isLoaded = false;
  /** How often a state was taken on. */
  #loads = 0;
  #hasLock = false;
  /** Requests and their aftermath under way. They share the lock: a receiver of a webhook may ask back. */
  #users = 0;
  /** When the lock was had, by `performance.now()`. */
  #began = 0;
  /** Resolves when the lock is had and the latest state is loaded. */
  #session = Promise.resolve();
  #endSession = () => {};
  /** Rings when the next thing falls due by the wall clock. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param sandbox made without `timers`: what falls due in between happens under the lock too
   * @param name of the database and the lock: sandboxes of different names do not meet
   */
  constructor(
    sandbox: Sandbox,
    name = 'clientlib-sandbox',
    engine: StorageEngine = new IndexedDbEngine(name),
  ) {
    this.#sandbox = sandbox;
    this.#workspaces = workspacesOf(sandbox);
    this.#name = name;
    this.#engine = engine;
    this.#persistence = new Persistence(this.#guarded(engine), {
      sync: true,
      version,
      name: `The database "${name}"`,
      shared: true,
    });
    this.#workspaces.share((workspace) => ({
      inTurn: (work) =>
        this.#inSession(async () => {
          const result = work();
          await this.#workspaces.durable();
          return result;
        }),
      outOfTurn: (wait) => this.#outsideSession(wait),
      others: () => this.#others(),
      alone: (work) => this.#alone(`${name} clock ${workspace}`, work),
    }));
    if (typeof BroadcastChannel === 'function') void this.#shareActivity();
  }

  /** A part of its own: a worker answers without it. */
  async #shareActivity(): Promise<void> {
    const { SharedActivity } = await import('./shared-activity.ts');
    new SharedActivity(this.#name, this.#workspaces, () => this.#inSession(async () => {}));
  }

  /**
   * Answers a request on the latest state and keeps what it changed, also where a fault rule loses the answer. Where the
   * database cannot be used, the answer is 503.
   */
  async fetch(request: Request): Promise<Response> {
    const whole = await withBody(request);
    const answered = this.#inSession(async () => {
      try {
        if (this.#untilDue() <= 0) await this.#workspaces.catchUp();
        return await this.#sandbox.fetch(whole);
      } finally {
        await this.#workspaces.durable();
        // What the request left due belongs to it: another page should not do it again.
        void this.settle();
      }
    });
    return answered.catch((error: unknown) => responseToError(unavailable(error)));
  }

  /** Resolves when what is due is done and kept, and its webhooks are delivered, or take long. */
  async settle(): Promise<void> {
    const settled = this.#inSession(async () => {
      await this.#workspaces.catchUp();
      const delivered = this.#workspaces.quiet();
      const inTime = await this.#withinTimeout(delivered);
      await this.#workspaces.durable();
      if (!inTime) void delivered.then(() => this.settle());
    });
    await settled.catch((error: unknown) => {
      // What cannot be kept was taken back; the next request reports why.
      if (!(unavailable(error) instanceof Problem)) throw error;
    });
  }

  /** Forgets everything that was kept, also what this version cannot read. */
  async clear(): Promise<void> {
    await navigator.locks.request(this.#name, async () => {
      const keys: string[] = [];
      for await (const [key] of this.#engine.iterator(EVERYTHING)) keys.push(key);
      await this.#engine.batch(
        keys.map((key) => ({ type: 'del', key })),
        { sync: true },
      );
    });
    await this.#inSession(async () => {
      for (const name of this.#sandbox.workspaces()) this.#sandbox.removeWorkspace(name);
      this.#sandbox.reset();
      await this.#workspaces.durable();
    });
  }

  get #all(): readonly Workspace[] {
    return [this.#sandbox, ...this.#sandbox.workspaces().map((name) => this.#sandbox.workspace(name))];
  }

  /** @returns whether the work was done within the timeout; it goes on after it too */
  async #withinTimeout(work: Promise<void>): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), DELIVERY_TIMEOUT_MS);
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
    this.#alarm = setTimeout(() => void this.settle(), Math.min(Math.max(wait, 0), MAX_TIMER_MS));
  }

  async #inSession<R>(work: () => Promise<R>): Promise<R> {
    try {
      await this.#enter();
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Lets go of the lock while a request only waits. The state may be another one afterwards. */
  async #outsideSession(wait: () => Promise<void>): Promise<void> {
    // A page may use its sandbox past the requests.
    if (this.#users === 0) return wait();
    await this.#workspaces.durable();
    this.#leave();
    try {
      await wait();
    } finally {
      await this.#enter();
    }
  }

  /** Lets go of the lock for those who wait for it, when it was held for long. */
  #others(): Promise<void> | undefined {
    // With requests of this page under way, the lock is needed; they end soon.
    if (this.#users !== 1 || performance.now() - this.#began < HOLD_MS) return undefined;
    return this.#outsideSession(async () => {});
  }

  /** Runs the work under a lock of its own, which is held also while the other one is free. */
  async #alone<R>(name: string, work: () => Promise<R>): Promise<R> {
    let release = () => {};
    await this.#outsideSession(
      () =>
        new Promise((had, failed) => {
          const held = () => {
            had();
            return new Promise<void>((resolve) => {
              release = resolve;
            });
          };
          navigator.locks.request(name, held).catch(failed);
        }),
    );
    try {
      return await work();
    } finally {
      release();
    }
  }

  #enter(): Promise<void> {
    this.#users += 1;
    if (this.#users === 1) this.#session = this.#begin();
    return this.#session;
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#hasLock = false;
    this.#endSession();
    this.#setAlarm();
  }

  #begin(): Promise<void> {
    return new Promise((ready, failed) => {
      const held = async () => {
        this.#hasLock = true;
        await this.#load().catch((error: unknown) => {
          this.#hasLock = false;
          throw error;
        });
        const end = new Promise<void>((resolve) => {
          this.#endSession = resolve;
        });
        this.#began = performance.now();
        ready();
        await end;
      };
      navigator.locks.request(this.#name, held).catch(failed);
    });
  }

  /** Takes on what others have left. @throws StorageError */
  async #load(): Promise<void> {
    try {
      await this.#engine.open();
      if (this.#isLoaded && (await this.#persistence.isCurrent())) return;
      await this.#persistence.open();
      this.#workspaces.keepIn(this.#persistence, await this.#persistence.load());
    } catch (error) {
      if (unavailable(error) instanceof Problem) throw error;
      throw new StorageError(
        `The database "${this.#name}" cannot be used (${error}). Make room, delete it, or use one of another name.`,
      );
    }
    this.#isLoaded = true;
    this.#loads += 1;
  }

  /** The storage, written in sessions only: what a page changes past the requests gets one of its own. */
  #guarded(engine: StorageEngine): StorageEngine {
    return {
      // A session opens it: nothing is written to another one than was read.
      open: async () => {},
      close: () => engine.close(),
      iterator: (range) => engine.iterator(range),
      batch: async (operations, options) => {
        if (this.#hasLock) return engine.batch(operations, options);
        const loads = this.#loads;
        await this.#inSession(async () => {
          // Where another page has written first, its state counts.
          if (this.#loads === loads) await engine.batch(operations, options);
        });
      },
    };
  }
}

/** The request with its body read, so that a slow one is waited for before the lock is had. */
async function withBody(request: Request): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  try {
    return new Request(request, { body: await request.clone().arrayBuffer() });
  } catch {
    // It broke off; the service says so.
    return request;
  }
}
