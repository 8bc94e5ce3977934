import { clear, createStore, get, setMany, type UseStore } from 'idb-keyval';
import type { Snapshot } from '../core.ts';
import type { Sandbox } from '../sandbox.ts';

/** What is kept in IndexedDB: the state of the sandbox and of each workspace. */
interface Kept {
  readonly Main: Snapshot;
  readonly Workspaces: { readonly [name: string]: Snapshot };
}

/** Beside the state stands the name of its version, so that an unchanged state is not read again. */
const [STATE, VERSION] = ['state', 'version'];

/** Milliseconds for which webhooks and other work that a request left due keep other pages waiting. */
const PATIENCE = 1_000;

/**
 * A sandbox whose state lives in IndexedDB, shared by all pages and workers of one origin.
 *
 * There is one writer at a time: while a page or worker answers requests it holds a lock of the browser. It begins with
 * what the last one has left, and a request is answered when its own changes are kept. So a reload, a second tab and a
 * worker that was stopped all go on where things stood.
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

  /** @param name of the database and the lock: sandboxes of different names do not meet */
  constructor(sandbox: Sandbox, name = 'clientlib-sandbox') {
    this.#sandbox = sandbox;
    this.#name = name;
    this.#store = createStore(name, 'sandbox');
  }

  /** Answers a request on the latest state and keeps what it changed, also where a fault rule loses the answer. */
  fetch(request: Request): Promise<Response> {
    return this.#inSession(async () => {
      try {
        return await this.#sandbox.fetch(request);
      } finally {
        await this.#save();
        // What the request left due belongs to it: another page should not do it again.
        void this.settle();
      }
    });
  }

  /** Resolves when what requests have left due is done and kept, or takes long. */
  settle(): Promise<void> {
    return this.#inSession(async () => {
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
      await Promise.race([this.#sandbox.settle(), late]);
      await this.#save();
    });
  }

  /** Forgets everything that was kept. */
  clear(): Promise<void> {
    return this.#inSession(async () => {
      await clear(this.#store);
      this.#forget();
    });
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
      if (this.#users === 0) this.#endSession();
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
    this.#sandbox.restore(kept.Main);
    for (const [name, snapshot] of Object.entries(kept.Workspaces)) {
      this.#sandbox.workspace(name).restore(snapshot);
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
    const named = this.#sandbox
      .workspaces()
      .map((name) => `${name}=${this.#sandbox.workspace(name).revision}`);
    return [this.#sandbox.revision, ...named].join(' ');
  }
}
