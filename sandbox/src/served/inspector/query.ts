import { useLayoutEffect, useState } from 'hono/jsx/dom';
import { type ApiAnswer, send } from './api.ts';
import { begun, isAdvancing, revisions } from './session.ts';

/** The data that a view reads from the API, and its status. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

/** Real milliseconds for which changes are collected before a path is read again. */
const GATHER_MS = 120;

/** Poll interval (real ms) for checking whether the clock has stopped. */
const ADVANCING_MS = 250;

/** Starting reads by path: parts of a view that need the same data share one request. */
const beginning = new Map<string, Promise<ApiAnswer>>();

function readShared(path: string): Promise<ApiAnswer> {
  const other = beginning.get(path);
  if (other !== undefined) return other;
  const answer = send({ method: 'GET', path });
  beginning.set(path, answer);
  setTimeout(() => beginning.delete(path));
  return answer;
}

/** Returns a number that changes whenever documents of these collections change, or an action is sent here. */
function currentRevision(collections: readonly string[]): string {
  const all = revisions.get();
  return ['*', 'acted', ...collections].map((name) => all[name] ?? 0).join('.');
}

/** Reads one path, and again after changes: one read at a time, so that endless changes do not starve other reads. */
class Reader {
  readonly #path: string;
  readonly #onResult: (result: { data?: unknown; error?: Error }) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isStale = false;
  #isStopped = false;
  readonly #unfollow: () => void;

  constructor(
    path: string,
    collections: readonly string[],
    onResult: (result: { data?: unknown; error?: Error }) => void,
  ) {
    this.#path = path;
    this.#onResult = onResult;
    let known = currentRevision(collections);
    this.#unfollow = revisions.subscribe(() => {
      const revision = currentRevision(collections);
      if (revision !== known) this.#readAgain();
      known = revision;
    });
    // Changes before that cause one read.
    this.#isReading = true;
    void begun.then(() => {
      if (!this.#isStopped) this.#read();
    });
  }

  #read(): void {
    this.#timer = undefined;
    // Requests wait while the clock moves, and a browser has six connections: one is needed to cancel.
    if (isAdvancing() && this.#path !== '/sandbox/clock') {
      this.#timer = setTimeout(() => this.#read(), ADVANCING_MS);
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    readShared(this.#path).then(
      ({ body }) => this.#end({ data: body }),
      (error: Error) => this.#end({ error }),
    );
  }

  #end(result: { data?: unknown; error?: Error }): void {
    this.#isReading = false;
    if (this.#isStopped) return;
    this.#onResult(result);
    if (this.#isStale) this.#readAgain();
  }

  #readAgain(): void {
    if (this.#isReading) this.#isStale = true;
    else this.#timer ??= setTimeout(() => this.#read(), GATHER_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unfollow();
    clearTimeout(this.#timer);
  }
}

/**
 * Reads a path of the API, and again when documents of these collections change.
 *
 * @param path `undefined` reads nothing
 */
export function useQuery<T>(path: string | undefined, collections: readonly string[] = []): Query<T> {
  const [result, setResult] = useState<{ path: string | undefined; data?: T; error?: Error }>({
    path: undefined,
  });
  // A layout effect, because an effect of the next frame could run for a view that is already unmounted, and would
  // never be cleaned up.
  useLayoutEffect(() => {
    if (path === undefined) return undefined;
    const reader = new Reader(path, collections, (read) =>
      setResult({ path, ...(read as { data?: T; error?: Error }) }),
    );
    return () => reader.stop();
  }, [path]);
  const isOwn = result.path === path;
  return {
    data: isOwn ? result.data : undefined,
    error: isOwn ? result.error : undefined,
    isLoading: path !== undefined && !isOwn,
  };
}
