import type { PaymentFormDetails } from 'clientlib';
import { expect } from 'vitest';

const wrong = { errorCode: 'InvalidCardCvc', developerMessage: 'No.' };

/** What the inside of the payment form says of each of its events. */
export const said = {
  ready: { title: 'Payment', methods: 'a' },
  change: { bearer: 'a', complete: true },
  focus: { field: 'cvc' },
  blur: { field: 'cvc' },
  submit: { bearer: 'a' },
  escape: { bearer: 'a' },
  invalid: wrong,
  error: wrong,
} as const satisfies { readonly [event in keyof PaymentFormDetails]: object };

const error = expect.objectContaining({ errorCode: ['InvalidCardCvc'] });

/** What the page hears of each. */
export const heardOf = Object.entries({ ...said, invalid: error, error });

/** The name of the handler of an event: `onReady`. */
export const handlerOf = (event: string): string =>
  `on${event.replace(/^./, (first) => first.toUpperCase())}`;
