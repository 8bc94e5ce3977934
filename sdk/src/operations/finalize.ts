import type { Completion } from '../calls/completion.ts';
import { operate } from '../calls/operate.ts';
import { ClientLibError } from '../errors/client-lib-error.ts';
import { answers } from '../transport/answers.ts';
import { send } from '../transport/send.ts';
import type { OrderResult } from '../types/order.ts';

/** `finalize`, to call with or without `new`. */
export interface Finalize {
  (...completion: Completion<OrderResult>): Promise<OrderResult>;
  new (...completion: Completion<OrderResult>): Promise<OrderResult>;
}

/** The transaction that the customer comes back from, by the address of the page. */
function returningTransaction(): string | null {
  const query = new URLSearchParams(globalThis.location?.search);
  return query.get('secret') && query.get('transactionId');
}

/**
 * Checks by the URL of the page whether the customer has returned from a payment provider. If your checkout and return
 * page are the same page, call `finalize` only if this is true.
 *
 * @example
 * if (ClientLib.isReturn()) ClientLib.finalize(thankYou, showError);
 * else showCheckout();
 */
export function isReturn(): boolean {
  return Boolean(returningTransaction());
}

// A function declaration, since pages write `new ClientLib.finalize(…)` too, and an arrow function has no `new`.
function finalizeOrder(...args: unknown[]): Promise<OrderResult> {
  return operate('finalize()', args, async (run) => {
    const transaction = returningTransaction();
    if (!transaction)
      throw new ClientLibError(['NothingToFinalize'], 'finalize(): no provider redirected to this page.');
    // The secret works once; a second run of the page (reload, StrictMode) is the same call.
    const same = { ...run, key: `finalize-${transaction}` };
    return send(same, { to: 'Finalize', body: { returnUrl: location.href }, answer: answers.finalized });
  });
}

/**
 * Completes an order on the page to which a redirecting provider returns the customer (`providerReturnUrl`); reads
 * `location` itself. Call it only after the customer has returned (`isReturn()`): otherwise it fails with
 * `NothingToFinalize`, without sending a request. Calling it again, for instance after a reload, returns the same result.
 * Do not rely on it, because the customer can close the browser: only the webhook confirms success.
 *
 * Errors: `NothingToFinalize`, `Aborted` with `Canceled` (the customer canceled at the provider), those of the payment
 * (`BearerInvalid`, `InsufficientBalance`, `Rejected`, …) and the common ones.
 *
 * @example
 * ClientLib.finalize((order) => thankYou(order), showError);
 */
export const finalize = finalizeOrder as unknown as Finalize;
