// For tests of pages in happy-dom and jsdom, whose frames load nothing. Do not use it in production pages.
import { Inside } from '../elements/internal/inside.ts';
import type { Place } from '../elements/internal/places.ts';
import { createSurface } from '../elements/internal/surface.ts';
import { type Connect, version } from '../elements/protocol.ts';

export { fillPaymentForm, type PaymentFormData } from './fill-payment-form.ts';

/**
 * Lets the payment form stand in the page itself, where a browser would show it in a frame of the service. It is the
 * same form: it checks, formats and sends what is typed. Every frame that the page makes from now on is an element
 * with the tag `payment-form-frame`; addresses that are not the form's load nothing.
 *
 * @returns what ends it
 * @example
 * const restore = embedFormsInPage();
 * const form = createElement('paymentForm', place, { publicApiKey });
 * await form.ready;
 * fillPaymentForm(place, { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' });
 */
export function embedFormsInPage(): () => void {
  const original = document.createElement;
  const forms = new Map<string, Inside>();
  document.createElement = function createElement(
    this: Document,
    tag: string,
    options?: ElementCreationOptions,
  ) {
    return tag.toLowerCase() === 'iframe'
      ? standIn(original.call(document, 'payment-form-frame'), forms)
      : original.call(this, tag, options);
  } as typeof document.createElement;
  return () => {
    document.createElement = original;
  };
}

/**
 * An element with what the library does to a frame: it sets `src` and `onload`, and sends one message with a port.
 *
 * @param forms Forms with separate fields, by group.
 */
function standIn(element: HTMLElement, forms: Map<string, Inside>): HTMLElement {
  const contentWindow = {
    postMessage: (setup: Connect, _origin: string, [port]: readonly MessagePort[]) => {
      if (!port) return;
      const { name = '', group = '', isFirst = true } = setup.part ?? {};
      if (!isFirst) {
        const post: Place['post'] = (message) => port.postMessage({ clientlib: version, ...message });
        return forms.get(group)?.take({ name, post, ...createSurface(element) });
      }
      const inside = new Inside(setup, port, location.origin, element);
      forms.set(group, inside);
      port.onmessage = (event) => inside.receive(event);
    },
  };
  let address = '';
  return Object.defineProperties(element, {
    contentWindow: { value: contentWindow },
    src: {
      get: () => address,
      set: (url: string) => {
        address = url;
        // Once it is in the page, as a frame.
        if (new URL(url, location.href).pathname.endsWith('/elements/payment-form'))
          queueMicrotask(() => element.onload?.(new Event('load')));
      },
    },
  });
}
