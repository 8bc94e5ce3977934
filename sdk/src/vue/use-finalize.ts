import { type ClientLibError, finalize, isReturn, type OrderResult } from 'clientlib';
import { onMounted, type ShallowRef, shallowRef } from 'vue';

/** The result of `useFinalize`. */
export interface Finalization {
  /**
   * - `pending`: on the server, and while the order is completed
   * - `none`: nobody came back from a payment provider
   * - `finalized`: the order is paid, `order` has the answer
   * - `failed`: `error` says why; where it is `retryable`, the payment may have succeeded
   */
  readonly status: ShallowRef<'pending' | 'none' | 'finalized' | 'failed'>;
  readonly order: ShallowRef<OrderResult | undefined>;
  readonly error: ShallowRef<ClientLibError | undefined>;
  /** Asks again, after a `retryable` error. */
  retry(): Promise<void>;
}

/**
 * Completes the order on the page that payment providers send the customer back to. On any other visit of the page the
 * status is `none`. Only the webhook confirms success.
 *
 * @example
 * const { status, error, retry } = useFinalize();
 */
export function useFinalize(): Finalization {
  const status: Finalization['status'] = shallowRef('pending');
  const order = shallowRef<OrderResult>();
  const error = shallowRef<ClientLibError>();
  let newest = 0;

  const complete = async (): Promise<void> => {
    error.value = undefined;
    if (!isReturn()) {
      status.value = 'none';
      return;
    }
    status.value = 'pending';
    newest++;
    const attempt = newest;
    try {
      const answer = await finalize();
      if (attempt !== newest) return;
      order.value = answer;
      status.value = 'finalized';
    } catch (problem) {
      if (attempt !== newest) return;
      error.value = problem as ClientLibError;
      status.value = 'failed';
    }
  };

  onMounted(complete);
  return { status, order, error, retry: complete };
}
