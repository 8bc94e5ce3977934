import { type ClientLibError, finalize, isReturn, type OrderResult } from 'clientlib';
import { useCallback, useEffect, useState } from 'react';

/** The result of `useFinalize`. */
export interface Finalization {
  /**
   * - `pending`: on the server, and while the order is completed
   * - `none`: nobody came back from a payment provider
   * - `finalized`: the order is paid, `order` has the answer
   * - `failed`: `error` says why; where it is `retryable`, the payment may have succeeded
   */
  readonly status: 'pending' | 'none' | 'finalized' | 'failed';
  readonly order: OrderResult | undefined;
  readonly error: ClientLibError | undefined;
  /** Asks again, after a `retryable` error. */
  retry(): void;
}

type State = Omit<Finalization, 'retry'>;
const pending: State = { status: 'pending', order: undefined, error: undefined };

/**
 * Completes the order on the page that payment providers send the customer back to. On any other visit of the page the
 * status is `none`. Only the webhook confirms success.
 *
 * @example
 * const { status, error, retry } = useFinalize();
 */
export function useFinalize(): Finalization {
  const [state, setState] = useState(pending);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same call once more.
  useEffect(() => {
    if (!isReturn()) return setState({ ...pending, status: 'none' });
    let isGone = false;
    setState(pending);
    // No signal: what the customer has paid is completed, also when the component goes. A second call is the same one.
    finalize().then(
      (order) => isGone || setState({ ...pending, status: 'finalized', order }),
      (error) => isGone || setState({ ...pending, status: 'failed', error }),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}
