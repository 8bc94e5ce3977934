import { createElement } from 'clientlib';

/** @param {HTMLElement} place @param {object} config of the form @param {{ enable(canPay: boolean): void, pay(): void, say(sentence: string): void }} page */
// A field that was right may be wrong a moment later.
export function openCheckout(place, config, page) {
  const form = createElement('paymentForm', place, config);
  let canPay = false;
  form.on('change', ({ complete }) => {
    if (!complete) return;
    canPay = true;
    page.enable(true);
  });
  form.on('submit', () => {
    if (canPay) page.pay();
  });
  form.on('error', ({ errorMessage }) => page.say(errorMessage));
  return () => form.destroy();
}
