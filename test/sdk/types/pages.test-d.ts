// What pages write compiles, and their slips do not. Nothing of this runs.
import { createElement, type Payment, Signup } from 'clientlib';

declare const payment: Payment;
const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { Address: { Country: 'DE' } };
const signup = new Signup();

// The bearer as the list gives it, with the data of its kind.
const bearer = payment.getAvailablePaymentMethodEnum().find((name) => name.startsWith('CreditCard:')) ?? '';
signup.subscribe(payment, cart, customer, { bearer, cardNumber: '4111111111111111', expiryMonth: 12 });
signup.subscribe(payment, cart, customer, { bearer, accountHolder: 'Ada', iban: 'DE89370400440532013000' });
// @ts-expect-error: a slip in a name
signup.subscribe(payment, cart, customer, { bearer, cardNumbr: '4111111111111111' });
// @ts-expect-error: a slip in a name, one level down
signup.preview(cart, { Address: { Contry: 'DE' } });

const form = createElement('paymentForm', document.body, { publicApiKey: 'a' });
createElement('cvc', document.body, { form });
// @ts-expect-error: no such field
createElement('cvv', document.body, { form });
form.on('ready', ({ title, methods }) => [title.length, methods.split(' ')]);
form.on('change', ({ complete, field, cardType }) => [complete === true, field?.length, cardType?.length]);
form.on('invalid', ({ errorCode, field }) => [errorCode[0] === 'InvalidCardNumber', field]);
// @ts-expect-error: no such event
form.on('submitted', () => {});

const note = (_isRight: boolean): void => {};
const controller = new AbortController();
createElement(
  'paymentForm',
  document.body,
  {
    publicApiKey: 'a',
    paymentMethods: ['CreditCard:Golf'],
    selectedMethod: 'CreditCard',
    layout: 'auto',
    visibleMethods: 3,
    cardTypes: ['visa'],
    locale: 'de',
    texts: { card: 'Card', fields: { cvc: 'CVC' } },
    fonts: [
      { cssSrc: '/fonts.css' },
      { family: 'Shop', src: '/shop.woff2' },
      { family: 'Shop', src: '/shop-bold.woff2', weight: '700', style: 'normal' },
    ],
    providerReturnUrl: '/thanks',
    popupCreate: ({ url, params }, cancel) => (url && params['id'] ? undefined : cancel()),
    popupClose: () => {},
  },
  { body: {}, label: {}, input: { color: 'red' }, inputRequired: {}, inputInvalid: {}, error: {} },
  ({ errorCode }) => errorCode,
  { signal: controller.signal, timeoutMs: 5 },
);
form.ready.then(() => form.focus());
form.validate().then(note);
form.validate({ focus: false, signal: controller.signal, timeoutMs: 5 }).then(note);
form.submit({ idempotencyKey: 'k' }).then(({ Last4, CardType }) => [Last4?.length, CardType?.length]);
form.payerDataChanged({ FirstName: 'Ada', Address: { Country: 'DE' } });
form.payerDataChanged({ firstName: 'Ada', address: { country: 'DE' } });
form.update({ locale: 'de', texts: { card: 'Card' }, style: { input: { color: 'red' } } });
form.update({ locale: undefined });
// @ts-expect-error: another form
form.update({ paymentMethods: [] });
form.off('error', ({ developerMessage }) => developerMessage.length);
form.clearCode();
form.reload().then(() => form.destroy());
