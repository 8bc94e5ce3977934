import { operate } from './operation.ts';
import { send } from './transport.ts';
import type { Completion } from './types/call.ts';
import type { OrderResult } from './types/order.ts';

/** `finalize`, to call with or without `new`. */
export interface Finalize {
  (...completion: Completion<OrderResult | null>): Promise<OrderResult | null>;
  new (...completion: Completion<OrderResult | null>): Promise<OrderResult | null>;
}

// A function declaration, since pages write `new ClientLib.finalize(…)` too, and an arrow function has no `new`.
function finalizeOrder(...args: unknown[]): Promise<OrderResult | null> {
  return operate('finalize()', args, async (run) => {
    const returnUrl = `${globalThis.location?.href}`;
    const back = /[?&]transactionId=([^&#]+)/i.exec(returnUrl);
    if (!back || !/[?&]secret=/i.test(returnUrl)) return null;
    // The secret works once; a second run of the page (reload, StrictMode) is the same call.
    return send<OrderResult>({ ...run, key: `finalize-${back[1]}` }, { to: 'Finalize', body: { returnUrl } });
  });
}

/**
 * Completes an order on the page that a redirecting provider sends the customer back to (`providerReturnUrl`); reads
 * `location` itself. On any other page it asks nothing of the service and answers `null`. May be called again, after a
 * reload for instance: it gives the same answer. Do not rely on it to run, the customer may close the browser: success
 * is certain only by the webhook (spec: Behaviour rules 10).
 *
 * Errors: `Aborted` with `Canceled` (the customer gave up at the provider), those of the payment (`BearerInvalid`,
 * `InsufficientBalance`, `Rejected`, …) and the common ones.
 *
 * @example
 * ClientLib.finalize((order) => order && thankYou(order), showError);
 */
export const finalize = finalizeOrder as unknown as Finalize;
