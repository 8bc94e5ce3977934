import { checkTimeout, settings } from '../configuration/configuration.ts';
import { ClientLibError, invalid } from '../errors/client-lib-error.ts';
import type { Configuration } from '../types/configuration.ts';
import type { CallOptions } from './completion.ts';

/** A running call of an operation. */
export interface Run {
  /** Fires when the call has ended early: aborted, dropped, or past its deadline. */
  readonly signal: AbortSignal;
  /** The idempotency key of the whole call; each of its requests adds a suffix of its own. */
  readonly key: string;
  /** The page set the key, so repeats are meant to be the same call. */
  readonly keyed: boolean;
  /** The settings of `configure`, overridden by those of the instance. */
  settings: Configuration;
  /** Remaining milliseconds. */
  remaining(): number;
  /** Gives the customer time: the deadline is suspended while this waits, 10 minutes at most. */
  pause<T>(work: Promise<T>): Promise<T>;
  /** Ends the call without running a callback, because its result is no longer needed. */
  drop(reason: ClientLibError): void;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Time for what a customer does during a call, such as 3-D Secure. */
const CUSTOMER_TIMEOUT_MS = 600_000;

const dropped = new WeakSet<object>();

/** Returns whether a call ended by `Run.drop`, with this error. */
export const isDropped = (error: object): boolean => dropped.has(error);

// Calls in progress, by operation and key: a second one with the key, as after a double click, waits for the first.
const underway = new Map<string, Promise<unknown>>();

/**
 * Runs the work within deadline and signal: it always settles, with a result, an error, `Aborted` or `Timeout`. One long
 * function, because all of it shares the timer and the way to stop.
 */
export function runLimited<T>(
  operation: string,
  options: CallOptions,
  work: (run: Run) => Promise<T>,
  own?: Configuration,
): Promise<T> {
  const current = settings(own);
  const { signal, timeoutMs = current.timeoutMs ?? DEFAULT_TIMEOUT_MS, idempotencyKey } = options;
  checkTimeout(timeoutMs);
  const key = idempotencyKey ?? randomKey();
  checkKey(key);
  const id = operation + key;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = 0;
  let stop = (_reason: ClientLibError): void => {};

  const stopAs = (code: 'Aborted' | 'Timeout'): void =>
    stop(new ClientLibError([code], `${operation}: ${code}.`, { idempotencyKey: key }, signal?.reason));
  const abort = (): void => stopAs('Aborted');
  const setDeadline = (milliseconds: number): void => {
    clearTimeout(timer);
    end = Date.now() + milliseconds;
    timer = setTimeout(stopAs, milliseconds, 'Timeout');
  };
  const remaining = (): number => end - Date.now();
  const run: Run = {
    signal: controller.signal,
    key,
    keyed: idempotencyKey !== undefined,
    settings: current,
    remaining,
    pause: (wait) => {
      const left = remaining();
      setDeadline(CUSTOMER_TIMEOUT_MS);
      return wait.finally(() => setDeadline(left));
    },
    drop: (reason) => {
      dropped.add(reason);
      stop(reason);
    },
  };

  let started: Promise<T> | undefined;
  return new Promise<T>((resolve, reject) => {
    stop = (reason) => {
      reject(reason);
      controller.abort();
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    setDeadline(timeoutMs);
    const running = underway.get(id) as Promise<T> | undefined;
    if (!running) {
      started = work(run);
      underway.set(id, started);
    }
    // After success, there is nothing left to abort.
    (running ?? started)?.then(resolve, stop);
  }).finally(() => {
    if (started) underway.delete(id);
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}

function checkKey(key: string): void {
  if (!/^[!-~]{1,200}$/.test(key))
    throw invalid('InvalidData', 'idempotencyKey', '1 to 200 visible ASCII characters');
}

// Not randomUUID: it is missing where a page is tested over plain http in a local network.
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
