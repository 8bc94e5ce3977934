import { useLayoutEffect, useState } from 'hono/jsx/dom';

/** A value that views can observe. */
export interface Observable<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The current value; the view is rendered again when it changes. `useSyncExternalStore` subscribes in the next frame: a view
 * that is gone by then would be rendered for ever, and read all its data anew.
 */
export function useObservable<T>(observable: Observable<T>): T {
  const [, render] = useState({});
  useLayoutEffect(() => observable.subscribe(() => render({})), [observable]);
  return observable.get();
}
