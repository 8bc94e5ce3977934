import { checkTimeout, settings } from './configuration.ts';
import { ClientLibError, invalid } from './error.ts';
import { isObject } from './record.ts';
import type { CallOptions } from './types/call.ts';

/** One call of an operation, while it runs. */
export interface Run {
  /** Fires when the call has ended early: aborted, or past its deadline. */
  readonly signal: AbortSignal;
  /** The idempotency key of the whole call; each of its requests adds a suffix of its own. */
  readonly key: string;
  /** The page gave the key, so repeats are meant to be the same call. */
  readonly keyed: boolean;
  /** Milliseconds that are left. */
  remaining(): number;
  /** Gives the customer time: the deadline stands still while this waits, 10 minutes at most. */
  pause<T>(work: Promise<T>): Promise<T>;
}

/**
 * Turns an async function into an operation: a Promise, the success and the error callback, and the options as last
 * argument. `names` are the arguments before these. It always settles: with a result, an error, `Aborted` or `Timeout`.
 */
export function operate<T>(
  operation: string,
  names: readonly string[],
  args: readonly unknown[],
  work: (run: Run) => Promise<T>,
): Promise<T> {
  // A callback that comes too early shows which argument was forgotten; it is called all the same.
  const early = args.findIndex((value, index) => index < names.length && typeof value === 'function');
  const rest = args.slice(early < 0 ? names.length : early);
  const options: CallOptions = rest.find(isObject) ?? {};
  const callbacks = rest.filter((value) => value !== options);
  const [success, error] = callbacks;

  const result = (async () => {
    const missing = names[early];
    if (missing) throw invalid('InvalidData', `${operation}, argument ${early + 1}`, missing, args[early]);
    if (callbacks.some((callback) => callback != null && typeof callback !== 'function'))
      throw invalid('InvalidData', operation, `(${[...names, 'success', 'error', 'options'].join(', ')})`);
    return limited(operation, options, work);
  })().then(
    (value) => {
      notify(success, value);
      return value;
    },
    (reason: unknown) => {
      const known = reason instanceof ClientLibError;
      const failure = known
        ? reason
        : new ClientLibError(['UnmappedError'], `${operation}: ${reason}`, {}, reason);
      notify(error, failure);
      throw failure;
    },
  );
  // Without an error callback a rejection stays unhandled, so that somebody hears of it.
  if (typeof error === 'function') result.catch(() => {});
  return result;
}

/** Calls what the page gave to be called, if it gave anything. */
export function notify(callback: unknown, value: unknown): void {
  try {
    if (typeof callback === 'function') callback(value);
  } catch (problem) {
    // The page's mistake: it belongs into the page's console, and must not change what the promise says.
    report(problem);
  }
}

/** Lets the page's console know. */
export function report(problem: unknown): void {
  if (typeof reportError === 'function') reportError(problem);
  else
    setTimeout(() => {
      throw problem;
    });
}

/** Milliseconds for what a customer does in between, such as 3-D Secure. */
const patience = 600_000;

// Calls under way that the page gave a key: a second one, as by a double click, waits for the first.
const underway = new Map<string, Promise<unknown>>();

async function limited<T>(
  operation: string,
  options: CallOptions,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs = settings().timeoutMs ?? 30_000, idempotencyKey } = options;
  checkTimeout(timeoutMs);
  const keyed = idempotencyKey != null;
  if (keyed && !/^[!-~]{1,200}$/.test(idempotencyKey)) {
    throw invalid('InvalidData', 'idempotencyKey', '1 to 200 visible ASCII characters');
  }
  const key = keyed ? idempotencyKey : randomKey();
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.onabort = () => reject(controller.signal.reason);
  });
  const stop = (code: 'Aborted' | 'Timeout', why: string): void => {
    const details = { idempotencyKey: key };
    controller.abort(new ClientLibError([code], `${operation}: ${why}`, details, signal?.reason));
  };
  const abort = (): void => stop('Aborted', 'aborted by its signal.');

  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = 0;
  const limit = (milliseconds: number): void => {
    clearTimeout(timer);
    end = Date.now() + milliseconds;
    timer = setTimeout(
      stop,
      milliseconds,
      'Timeout',
      'no answer in time. Repeat it with its idempotencyKey.',
    );
  };
  const run: Run = {
    signal: controller.signal,
    key,
    keyed,
    remaining: () => end - Date.now(),
    pause: async (wait) => {
      const left = run.remaining();
      limit(patience);
      try {
        return await wait;
      } finally {
        limit(left);
      }
    },
  };

  const id = operation + key;
  let result = underway.get(id) as Promise<T> | undefined;
  const isFirst = !result;
  try {
    limit(timeoutMs);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else result ??= work(run);
    if (keyed && result) underway.set(id, result);
    return await Promise.race([result ?? stopped, stopped]);
  } finally {
    if (isFirst) underway.delete(id);
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

// Not randomUUID: it is missing where a page is tested over plain http in a local network.
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
