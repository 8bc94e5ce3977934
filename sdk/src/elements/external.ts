import { ClientLibError } from '../error.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { ErrorCallback } from '../types/call.ts';
import type { PaymentForm, PaymentFormConfig, PaymentFormStyle } from './payment-form.ts';

/** `createElement`, to call with or without `new`. */
export interface CreateElement {
  (
    embeddableElement: 'paymentForm',
    embedInElement: Element,
    config: AnyCase<PaymentFormConfig>,
    style?: PaymentFormStyle | null,
    error?: ErrorCallback | null,
  ): PaymentForm;
  new (
    embeddableElement: 'paymentForm',
    embedInElement: Element,
    config: AnyCase<PaymentFormConfig>,
    style?: PaymentFormStyle | null,
    error?: ErrorCallback | null,
  ): PaymentForm;
}

// A function declaration, since pages write `new ClientLib.createElement(…)` too.
function embed(): PaymentForm {
  throw new ClientLibError(['InvalidConfiguration'], 'createElement is not built yet.');
}

/** Embeds an element of the service, such as the payment form, into the page (field notes 1.6). */
export const createElement = embed as unknown as CreateElement;
