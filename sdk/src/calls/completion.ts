import type { ClientLibError } from '../errors/client-lib-error.ts';

/** The last argument of every asynchronous operation, with or without callbacks before it. */
export interface CallOptions {
  /**
   * Aborting it ends the call with the error `Aborted`. Changes that the service has already made are not
   * undone.
   */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds after which the call fails with `Timeout`, including retries. Time spent in a 3-D Secure
   * challenge does not count. Default: the `timeoutMs` of `configure`, or 30,000.
   */
  timeoutMs?: number | undefined;
  /**
   * Makes retries safe: calls with the same key take effect once. Without a key, each call is independent, so
   * two calls of `subscribe` create two orders. 1 to 200 visible ASCII characters, preferably a random value
   * created when the customer starts (`crypto.randomUUID()`).
   */
  idempotencyKey?: string | undefined;
}

/** Receives the result. Errors that it throws are reported (`reportError`) and do not affect the library. */
export type SuccessCallback<T> = (result: T) => void;

/** Receives the error. A call with an error callback never causes an unhandled rejection. */
export type ErrorCallback = (error: ClientLibError) => void;

/**
 * The last arguments of a call: `(success, error, options)`, each of which can be omitted or null, or only `(options)`.
 * In every form, the call also returns a Promise.
 */
export type Completion<T> =
  | [
      success?: SuccessCallback<T> | null | undefined,
      error?: ErrorCallback | null | undefined,
      options?: CallOptions | undefined,
    ]
  | [options?: CallOptions | undefined];
