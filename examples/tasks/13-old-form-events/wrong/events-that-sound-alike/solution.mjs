import { createElement } from 'clientlib';

/** @param {HTMLElement} place @param {object} config of the form @param {{ enable(canPay: boolean): void, pay(): void, say(sentence: string): void }} page */
// Each old function under the event that sounds like it: a field that is wrong is no form that failed, and ready is not complete.
export function openCheckout(place, config, page) {
  const form = createElement('paymentForm', place, config);
  form.on('ready', () => page.enable(true));
  form.on('invalid', ({ errorMessage }) => page.say(errorMessage));
  form.on('submit', () => page.pay());
  return () => form.destroy();
}
