import { createElement } from 'clientlib';

/** @param {HTMLElement} place @param {object} config of the form @param {{ enable(canPay: boolean): void, pay(): void, say(sentence: string): void }} page */
// The form stays in the page, and says nothing when it could not be loaded.
export function openCheckout(place, config, page) {
  const form = createElement('paymentForm', place, config);
  let canPay = false;
  form.on('change', ({ complete }) => {
    canPay = complete;
    page.enable(complete);
  });
  form.on('submit', () => {
    if (canPay) page.pay();
  });
  return () => {};
}
