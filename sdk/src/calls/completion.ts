import type { ClientLibError } from '../errors/client-lib-error.ts';

/** What every asynchronous operation takes as its last argument, with or without callbacks before it. */
export interface CallOptions {
  /** Ends the call with the error `Aborted` when it is aborted. What the service has done already stays done. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds after which the call ends with the error `Timeout`, repeats included. Time at a 3-D Secure challenge
   * does not count. Default: the `timeoutMs` of `configure`, else 30,000.
   */
  timeoutMs?: number | undefined;
  /**
   * Makes repeated calls one call: what is done twice with the same key happens once. Without a key each call stands for
   * itself, so two calls of `subscribe` are two orders. 1 to 200 visible ASCII characters, best a random value made when
   * the customer begins (`crypto.randomUUID()`).
   */
  idempotencyKey?: string | undefined;
}

/** Receives the result. What it throws is reported (`reportError`) and does not affect the library. */
export type SuccessCallback<T> = (result: T) => void;

/** Receives the error. A call with an error callback never causes an unhandled rejection. */
export type ErrorCallback = (error: ClientLibError) => void;

/**
 * How a call ends: `(success, error, options)`, each of which may be left out or null, or only `(options)`. In every form
 * the call also returns a Promise.
 */
export type Completion<T> =
  | [
      success?: SuccessCallback<T> | null | undefined,
      error?: ErrorCallback | null | undefined,
      options?: CallOptions | undefined,
    ]
  | [options?: CallOptions | undefined];
