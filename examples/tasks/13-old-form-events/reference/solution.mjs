import { createElement } from 'clientlib';

/** @param {HTMLElement} place @param {object} config of the form @param {{ enable(canPay: boolean): void, pay(): void, say(sentence: string): void }} page */
export function openCheckout(place, config, page) {
  const form = createElement('paymentForm', place, config);
  let canPay = false;
  const enable = (value) => {
    canPay = value;
    page.enable(value);
  };
  // Also after a reload: the fields are empty again.
  form.on('ready', () => enable(false));
  form.on('change', ({ complete }) => enable(complete));
  form.on('submit', () => {
    if (canPay) page.pay();
  });
  form.on('error', ({ errorMessage }) => page.say(errorMessage));
  return () => form.destroy();
}
