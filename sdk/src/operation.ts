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
 * argument. It always settles: with a result, an error, `Aborted` or `Timeout`.
 *
 * @param signature Name of the operation, and in parentheses the arguments before these, as errors tell them.
 */
export function operate<T>(
  signature: string,
  args: readonly unknown[],
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const names = signature.split(/\W+/).slice(1, -1);
  // A callback that comes too early shows which argument was forgotten; it is called all the same.
  const early = args.findIndex((value, index) => names[index] && typeof value === 'function');
  const rest = args.slice(early < 0 ? names.length : early);
  const options: CallOptions = rest.find(isObject) ?? {};
  const callbacks = rest.filter((value) => value !== options);
  const [success, error] = callbacks;

  const result = (async () => {
    const missing = names[early];
    if (missing) throw invalid('InvalidData', `${signature}, argument ${early + 1}`, missing, args[early]);
    if (callbacks.some((callback) => callback != null && typeof callback !== 'function'))
      throw invalid('InvalidData', signature, 'then success, error, options');
    return limited(signature, options, work);
  })().then(
    (value) => {
      notify(success, value);
      return value;
    },
    (reason: unknown) => {
      const known = reason instanceof ClientLibError;
      const failure = known
        ? reason
        : new ClientLibError(['UnmappedError'], `${signature}: ${reason}`, {}, reason);
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

// Calls under way, by operation and key: a second one with the key, as by a double click, waits for the first.
const underway = new Map<string, Promise<unknown>>();

function limited<T>(operation: string, options: CallOptions, work: (run: Run) => Promise<T>): Promise<T> {
  const { signal, timeoutMs = settings().timeoutMs ?? 30_000, idempotencyKey } = options;
  checkTimeout(timeoutMs);
  const key = idempotencyKey ?? randomKey();
  if (!/^[!-~]{1,200}$/.test(key))
    throw invalid('InvalidData', 'idempotencyKey', '1 to 200 visible ASCII characters');
  const id = operation + key;
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end: number;
    const stop = (code: 'Aborted' | 'Timeout', why: string): void => {
      reject(new ClientLibError([code], `${operation}: ${why}`, { idempotencyKey: key }, signal?.reason));
      controller.abort();
    };
    const abort = (): void => stop('Aborted', 'aborted.');
    const limit = (milliseconds: number): void => {
      clearTimeout(timer);
      end = Date.now() + milliseconds;
      timer = setTimeout(stop, milliseconds, 'Timeout', 'no answer in time; repeat with its idempotencyKey.');
    };
    const run: Run = {
      signal: controller.signal,
      key,
      keyed: !!idempotencyKey,
      remaining: () => end - Date.now(),
      pause: (wait) => {
        const left = run.remaining();
        limit(patience);
        return wait.finally(() => limit(left));
      },
    };
    let shared = underway.get(id) as Promise<T> | undefined;
    const isFirst = !shared;
    controller.signal.onabort = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (isFirst) underway.delete(id);
    };
    limit(timeoutMs);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return abort();
    shared ??= work(run);
    underway.set(id, shared);
    shared.then(resolve, reject);
  }).finally(() => controller.abort());
}

// Not randomUUID: it is missing where a page is tested over plain http in a local network.
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
