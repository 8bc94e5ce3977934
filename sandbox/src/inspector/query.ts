import { useEffect, useState } from 'hono/jsx/dom';
import { send } from './api.ts';
import { revisions } from './session.ts';
import { useStore } from './store.ts';

/** What a view reads of the API, and how that went. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

/** Real milliseconds in which changes are put together before something is read again. */
const GATHER_MS = 120;

/**
 * Reads a path of the API, and again when documents of these collections change.
 *
 * @param path `undefined` reads nothing
 */
export function useQuery<T>(path: string | undefined, collections: readonly string[] = []): Query<T> {
  const all = useStore(revisions);
  const revision = ['*', 'acted', ...collections].map((name) => all[name] ?? 0).join('.');
  const [result, setResult] = useState<{ path: string | undefined; data?: T; error?: Error }>({
    path: undefined,
  });
  useEffect(() => {
    if (path === undefined) return undefined;
    let isCurrent = true;
    const isSame = result.path === path;
    const timer = setTimeout(
      () =>
        send({ method: 'GET', path }).then(
          ({ body }) => isCurrent && setResult({ path, data: body }),
          (error: Error) => isCurrent && setResult({ path, error }),
        ),
      isSame ? GATHER_MS : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, revision]);
  const isOwn = result.path === path;
  return {
    data: isOwn ? result.data : undefined,
    error: isOwn ? result.error : undefined,
    isLoading: path !== undefined && !isOwn,
  };
}
