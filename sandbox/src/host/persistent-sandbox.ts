import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { Snapshot } from '../core.ts';
import type { Sandbox } from '../sandbox.ts';

/** What is kept in IndexedDB: the state of the sandbox and of each workspace. */
interface Kept {
  /** Another page that wrote meanwhile has raised it. */
  readonly Version: number;
  readonly Main: Snapshot;
  readonly Workspaces: { readonly [name: string]: Snapshot };
}

const KEY = 'state';

/**
 * A sandbox whose state lives in IndexedDB, shared by all pages and workers of one origin.
 *
 * There is one writer at a time: each request holds a lock of the browser, begins with what the last one has left and is
 * answered when its own changes are kept. So a reload, a second tab and a worker that was stopped all go on where things
 * stood.
 */
export class PersistentSandbox {
  readonly #sandbox: Sandbox;
  readonly #name: string;
  readonly #store: UseStore;
  #version = -1;
  #kept = '';

  /** @param name of the database and the lock: sandboxes of different names do not meet */
  constructor(sandbox: Sandbox, name = 'clientlib-sandbox') {
    this.#sandbox = sandbox;
    this.#name = name;
    this.#store = createStore(name, 'sandbox');
  }

  /** Answers a request on the latest state and keeps what it changed. */
  fetch(request: Request): Promise<Response> {
    return this.#alone(async () => {
      await this.#load();
      const response = await this.#sandbox.fetch(request);
      // What the request left due belongs to it: another page must not do it again.
      await this.#sandbox.settle();
      await this.#save();
      return response;
    });
  }

  /** Forgets everything that was kept. */
  clear(): Promise<void> {
    return this.#alone(async () => {
      for (const name of this.#sandbox.workspaces()) this.#sandbox.removeWorkspace(name);
      this.#sandbox.reset();
      await del(KEY, this.#store);
      this.#version = -1;
      this.#kept = this.#revisions();
    });
  }

  #alone<R>(work: () => Promise<R>): Promise<R> {
    return navigator.locks.request(this.#name, work) as Promise<R>;
  }

  async #load(): Promise<void> {
    const kept = await get<Kept>(KEY, this.#store);
    if (kept === undefined || kept.Version === this.#version) return;
    for (const name of this.#sandbox.workspaces()) {
      if (!(name in kept.Workspaces)) this.#sandbox.removeWorkspace(name);
    }
    this.#sandbox.restore(kept.Main);
    for (const [name, snapshot] of Object.entries(kept.Workspaces)) {
      this.#sandbox.workspace(name).restore(snapshot);
    }
    this.#version = kept.Version;
    this.#kept = this.#revisions();
  }

  async #save(): Promise<void> {
    const now = this.#revisions();
    if (now === this.#kept) return;
    const names = this.#sandbox.workspaces();
    const kept: Kept = {
      Version: this.#version + 1,
      Main: this.#sandbox.snapshot(),
      Workspaces: Object.fromEntries(names.map((name) => [name, this.#sandbox.workspace(name).snapshot()])),
    };
    await set(KEY, kept, this.#store);
    this.#version = kept.Version;
    this.#kept = now;
  }

  #revisions(): string {
    const named = this.#sandbox
      .workspaces()
      .map((name) => `${name}=${this.#sandbox.workspace(name).revision}`);
    return [this.#sandbox.revision, ...named].join(' ');
  }
}
