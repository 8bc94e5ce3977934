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
 * Whether the customer has come back from a payment provider, by the address of the page. A page that is checkout and
 * return page at once asks this first, and calls `finalize` only then.
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
      throw new ClientLibError(['NothingToFinalize'], 'finalize(): this page is no return from a provider.');
    // The secret works once; a second run of the page (reload, StrictMode) is the same call.
    const same = { ...run, key: `finalize-${transaction}` };
    return send(same, { to: 'Finalize', body: { returnUrl: location.href }, answer: answers.finalized });
  });
}

/**
 * Completes an order on the page that a redirecting provider sends the customer back to (`providerReturnUrl`); reads
 * `location` itself. Call it once the customer has come back (`isReturn()`): elsewhere it ends with the error
 * `NothingToFinalize`, without asking the service. It may be called again, after a reload for instance, with the same
 * result. Do not rely on it to run, since the customer may close the browser: only the webhook confirms success.
 *
 * Errors: `NothingToFinalize`, `Aborted` with `Canceled` (the customer gave up at the provider), those of the payment
 * (`BearerInvalid`, `InsufficientBalance`, `Rejected`, …) and the common ones.
 *
 * @example
 * ClientLib.finalize((order) => thankYou(order), showError);
 */
export const finalize = finalizeOrder as unknown as Finalize;
