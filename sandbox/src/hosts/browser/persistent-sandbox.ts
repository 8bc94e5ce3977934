import { getWorkspaces, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Workspaces } from '../../sandbox/workspaces.ts';
import { Problem } from '../../service/domain/basics/problem.ts';
import { responseToError } from '../../service/http/answers/problem-answer.ts';
import { version } from '../../service/http/wire/version.ts';
import { isDoneWithin } from '../../service/state/waits.ts';
import type { StorageEngine } from '../../service/storage/engine.ts';
import { EVERYTHING } from '../../service/storage/layout.ts';
import { Persistence } from '../../service/storage/persistence.ts';
import { StorageError } from '../../service/storage/storage-error.ts';
import { BrowserLock } from './browser-lock.ts';
import { IndexedDbEngine } from './indexed-db.ts';

/** Milliseconds for which webhooks delay other pages. */
const DELIVERY_TIMEOUT_MS = 1_000;

/** The longest delay of timers; a task beyond it is rescheduled then. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A sandbox whose state is stored in IndexedDB, shared by all pages and workers of one origin.
 *
 * There is one writer at a time: while a page or worker handles requests or runs due tasks, it holds a browser
 * lock. It starts with the state that the last one stored, and responds to a request once its changes are stored. So a
 * reload, a second tab and a stopped worker all continue from the same state. During any wait,
 * for a body, a slow provider, a webhook receiver or a response that a fault rule delays, the lock is released,
 * and also at intervals while a clock is moved.
 */
export class PersistentSandbox {
  readonly #sandbox: Sandbox;
  readonly #workspaces: Workspaces;
  readonly #name: string;
  readonly #engine: StorageEngine;
  readonly #persistence: Persistence;
  readonly #lock: BrowserLock;
  /** Number of times a state was loaded. */
  #loads = 0;
  /** Whether the storage may be written: this page has the lock, and its state continues the stored one. */
  #isWritable = false;
  /** Calls back when the next task is due by the wall clock. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param sandbox created without `timers`: tasks that become due also run with the lock
   * @param name of the database and the lock: sandboxes with different names are independent
   */
  constructor(
    sandbox: Sandbox,
    name = 'clientlib-sandbox',
    engine: StorageEngine = new IndexedDbEngine(name),
  ) {
    this.#sandbox = sandbox;
    this.#workspaces = getWorkspaces(sandbox);
    this.#name = name;
    this.#engine = engine;
    this.#persistence = new Persistence(engine, {
      sync: true,
      version,
      name: `The database "${name}"`,
      exclusively: (write) => this.#exclusively(write),
    });
    const lock = new BrowserLock(name, {
      load: () => this.#load(),
      durable: () => this.#workspaces.durable(),
      released: () => this.#released(),
    });
    this.#lock = lock;
    this.#workspaces.each((workspace, { core }) => {
      core.lock = lock.of(workspace);
      // Sessions do not record what other pages do.
      core.turns = undefined;
    });
    if (typeof BroadcastChannel === 'function') void this.#shareActivity();
  }

  /** A separate part, because a worker responds without it. */
  async #shareActivity(): Promise<void> {
    const { SharedActivity } = await import('./shared-activity.ts');
    new SharedActivity(this.#name, this.#workspaces, () => this.#lock.locked(() => {}));
  }

  /**
   * Responds with the latest state and stores the changes, even if a fault rule drops the response. If the database
   * cannot be used, the response is 503.
   */
  async fetch(request: Request): Promise<Response> {
    const whole = await withBody(request);
    const answered = this.#lock.locked(async () => {
      try {
        if (this.#workspaces.untilDue <= 0) await this.#workspaces.catchUp();
        return await this.#sandbox.fetch(whole);
      } finally {
        // Tasks that became due belong to this request: another page must not repeat them.
        void this.settle();
      }
    });
    return answered.catch((error: unknown) => responseToError(error));
  }

  /** Resolves when due tasks are done and stored, and their webhooks are delivered or take too long. */
  async settle(): Promise<void> {
    const settled = this.#lock.locked(async () => {
      await this.#workspaces.catchUp();
      const delivered = this.#workspaces.quiet();
      if (!(await isDoneWithin(DELIVERY_TIMEOUT_MS, delivered))) void delivered.then(() => this.settle());
    });
    await settled.catch((error: unknown) => {
      // Changes that cannot be stored were rolled back; the next request reports why.
      if (!(error instanceof Problem)) throw error;
    });
  }

  /** Deletes the stored state, even if this version cannot read it. */
  async clear(): Promise<void> {
    await navigator.locks.request(this.#name, async () => {
      const keys: string[] = [];
      for await (const [key] of this.#engine.iterator(EVERYTHING)) keys.push(key);
      await this.#engine.batch(
        keys.map((key) => ({ type: 'del', key })),
        { sync: true },
      );
    });
    await this.#lock.locked(() => {
      for (const name of this.#sandbox.workspaces()) this.#sandbox.removeWorkspace(name);
      this.#sandbox.reset();
    });
  }

  /** Loads the state that others have stored. @throws StorageError */
  async #load(): Promise<void> {
    try {
      await this.#engine.open();
      if (this.#loads === 0 || !(await this.#persistence.isCurrent())) {
        await this.#persistence.open();
        this.#workspaces.keepIn(this.#persistence, await this.#persistence.load());
        this.#loads += 1;
      }
      this.#isWritable = true;
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw new StorageError(
        `The database "${this.#name}" cannot be used (${error}). Make room, delete it, or use one of another name.`,
      );
    }
  }

  #released(): void {
    this.#isWritable = false;
    clearTimeout(this.#alarm);
    const wait = this.#workspaces.untilDue;
    if (wait === Infinity) return;
    this.#alarm = setTimeout(() => void this.settle(), Math.min(Math.max(wait, 0), MAX_TIMER_MS));
  }

  /** Writes with the lock, which changes without a request acquire here. */
  #exclusively(write: () => Promise<void>): Promise<void> {
    if (this.#isWritable) return write();
    const loads = this.#loads;
    // If another page wrote first, its state is used.
    return this.#lock.written(async () => (this.#loads === loads ? write() : undefined));
  }
}

/** The request with its body read, so that a slow body does not hold the lock. */
async function withBody(request: Request): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  try {
    return new Request(request, { body: await request.clone().arrayBuffer() });
  } catch {
    // The body failed; the service reports it.
    return request;
  }
}
