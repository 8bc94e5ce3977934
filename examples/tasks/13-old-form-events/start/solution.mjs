import { createElement } from 'clientlib';

/** @param {HTMLElement} place @param {object} config of the form @param {{ enable(canPay: boolean): void, pay(): void, say(sentence: string): void }} page */
export function openCheckout(place, config, page) {
  createElement('paymentForm', place, {
    ...config,
    onReady: () => page.enable(false),
    onInput: ({ valid }) => page.enable(valid),
    onEnter: () => page.pay(),
    onFailure: (message) => page.say(message),
  });
  return () => place.replaceChildren();
}
