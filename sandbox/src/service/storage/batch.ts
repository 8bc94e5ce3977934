import type { Undo } from '../state/collection.ts';
import type { DocumentChange } from '../state/state.ts';

/** The changes of one batch in a workspace. */
export interface WorkspaceChanges {
  /** The newest change of each document, by `<collection>/<id>`. */
  readonly documents: Map<string, DocumentChange>;
  /** `Replaced`: everything was replaced, so single documents do not matter. */
  state: 'Changed' | 'Replaced' | 'Removed';
  /** Generations of documents that become obsolete when the batch is written. */
  readonly stale: number[];
}

/** Changes that are written together. */
export class Batch {
  readonly workspaces = new Map<string, WorkspaceChanges>();
  /** Settles when the batch was written, or failed. */
  readonly written: Promise<void>;
  readonly #undos: Undo[] = [];
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor() {
    this.written = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The failure is handled elsewhere even if nobody awaits it here.
    this.written.catch(() => {});
  }

  /** Returns the number of changes that can be rolled back. */
  get size(): number {
    return this.#undos.length;
  }

  change(workspace: string, documents: readonly DocumentChange[], undo: Undo): void {
    const changes = this.#of(workspace);
    if (changes.state === 'Changed') {
      for (const change of documents) changes.documents.set(`${change.collection}/${change.id}`, change);
    }
    this.#undos.push(undo);
  }

  /** @param stale generations of its documents other than the current one */
  replace(workspace: string, undo: Undo, stale: readonly number[] = []): void {
    const changes = this.#of(workspace);
    changes.state = 'Replaced';
    changes.documents.clear();
    changes.stale.push(...stale);
    this.#undos.push(undo);
  }

  /** @param stale the generations of its documents */
  remove(workspace: string, stale: readonly number[]): void {
    const changes = this.#of(workspace);
    changes.state = 'Removed';
    changes.documents.clear();
    changes.stale.push(...stale);
  }

  succeed(): void {
    this.#resolve();
  }

  /** Rolls everything back. Batches fail in reverse order, the newest first. */
  fail(error: Error): void {
    for (let at = this.#undos.length - 1; at >= 0; at -= 1) this.#undos[at]?.();
    this.#reject(error);
  }

  #of(workspace: string): WorkspaceChanges {
    let changes = this.workspaces.get(workspace);
    if (changes === undefined) {
      changes = { documents: new Map(), state: 'Changed', stale: [] };
      this.workspaces.set(workspace, changes);
    }
    return changes;
  }
}
