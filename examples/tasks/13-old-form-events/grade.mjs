import { configure } from 'clientlib';
import { embedFormsInPage, fillPaymentForm } from 'clientlib/testing';
import { openPage } from '../browser-page.mjs';
import { baseUrl, failed, fetchOf, newSandbox, publicApiKey } from '../grader.mjs';

const card = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Lovelace' };
const config = { publicApiKey, paymentMethods: ['CreditCard:Golf'], locale: 'en' };

/** Opens the checkout. What it calls stands in the lists. */
async function open({ openCheckout }, settings = config) {
  const place = document.createElement('div');
  document.body.append(place);
  const enabled = [];
  const sentences = [];
  let paid = 0;
  const close = openCheckout(place, settings, {
    enable: (canPay) => enabled.push(canPay),
    pay: () => {
      paid += 1;
    },
    say: (sentence) => sentences.push(sentence),
  });
  const canPay = () => enabled.at(-1) ?? false;
  return { place, sentences, canPay, paid: () => paid, close };
}

/** Waits until something holds, for as long as a form takes to load. */
async function until(holds) {
  for (let round = 0; round < 200 && !holds(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return holds();
}

const cardNumber = (place) => place.querySelector('input[name=cardNumber]');
const pressEnter = (place) =>
  cardNumber(place)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));

export async function grade(load) {
  const endPage = openPage();
  const sandbox = newSandbox();
  const showFrames = embedFormsInPage();
  configure({ baseUrl, fetch: fetchOf(sandbox) });
  try {
    return await check(await load());
  } finally {
    Reflect.deleteProperty(globalThis, 'clientlib.configuration');
    showFrames();
    sandbox.close();
    endPage();
  }
}

async function check(solution) {
  const { place, sentences, canPay, paid, close } = await open(solution);
  await until(() => cardNumber(place) !== null);
  const empty = canPay();
  pressEnter(place);
  await settled();
  const paidEmpty = paid();
  fillPaymentForm(place, card);
  const complete = await until(canPay);
  fillPaymentForm(place, { cardNumber: '4111111111111112' });
  const corrected = await until(() => !canPay());
  fillPaymentForm(place, card);
  await until(canPay);
  const before = paid();
  pressEnter(place);
  await until(() => paid() > before);
  const paidOnce = paid() - before === 1;
  const saidNothing = sentences.length === 0;
  close();
  const gone = place.querySelector('input') === null;
  const broken = await open(solution, { ...config, publicApiKey: 'f00000000000000000000000' });
  const said = await until(() => broken.sentences.length > 0);
  broken.close();
  return failed({
    'The customer must not be able to pay with an empty form.': empty === false && paidEmpty === 0,
    'The customer must be able to pay when everything is right.': complete,
    'The customer must not be able to pay any more when a field turns out wrong.': corrected,
    'Enter in a complete form must pay, once.': paidOnce,
    'What is wrong with a field stands in the form alone.': saidNothing,
    'The form must be gone when the checkout is closed.': gone,
    'A form that could not be loaded must be said in a sentence.': said && !broken.canPay(),
  });
}

/** Messages from the form to its page take a turn of the event loop. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
