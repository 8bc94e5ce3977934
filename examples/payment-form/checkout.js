// A checkout with the embedded payment form: ClientLib.createElement, and null in place of a ClientLib.Payment.

/* global ClientLib */

const element = (id) => document.querySelector(`#${id}`);
const euro = (amount) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(amount);

const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = () => ({
  EmailAddress: element('email').value,
  FirstName: element('first-name').value,
  LastName: element('last-name').value,
  Address: { Country: 'DE' },
});

// ── The payment form ──────────────────────────────────────────────────────────────────────────────────────────────

const form = ClientLib.createElement(
  'paymentForm',
  element('payment'),
  {
    publicApiKey: 'a00000000000000000000001',
    paymentMethods: ['CreditCard:Bravo', 'Debit:Delta', 'November'],
    locale: 'en',
    providerReturnUrl: 'done.html',
  },
  {
    body: { color: '#16302b', fontSize: '16px' },
    label: { fontWeight: '600', fontSize: '15px' },
    input: { borderColor: '#7d938c', borderRadius: '9px' },
    inputInvalid: { borderColor: '#b3261e' },
  },
  // The form could not be loaded: say so, and let the customer try again.
  (error) => {
    console.warn(error);
    element('again').hidden = false;
    say('The payment form could not be loaded.');
  },
);

form.on('ready', () => {
  element('pay').disabled = false;
  element('again').hidden = true;
  say('');
});
form.on('submit', () => element('checkout').requestSubmit());
element('reload').addEventListener('click', () => form.reload().catch(() => {}));

// ── The price ─────────────────────────────────────────────────────────────────────────────────────────────────────

const signup = new ClientLib.Signup();
const { Order } = await signup.preview(cart, { Address: { Country: 'DE' } });
element('vat').textContent = euro(Order.TotalVat);
element('due').textContent = euro(Order.TotalGross);

// ── Paying ────────────────────────────────────────────────────────────────────────────────────────────────────────

let order;
let orderedFor;

element('checkout').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (element('pay').disabled) return;
  const missing = [...document.querySelectorAll('#checkout input')].find((input) => !input.checkValidity());
  if (missing) {
    say('Please fill in your name and e-mail address.');
    missing.focus();
    return;
  }
  setBusy(true);
  try {
    // What is wrong in the form is shown there, before there is an order.
    if (!(await form.validate())) return;
    // An order that could not be paid stays payable: only changed data makes a new one.
    const wanted = JSON.stringify(customer());
    if (orderedFor !== wanted) {
      order = await signup.createOrder(cart, customer());
      orderedFor = wanted;
    }
    const result = await signup.paySignupInteractive(null, form, order);
    // ClientLib never navigates. With a Url the customer goes to a page of the payment provider.
    location.href = result.Url ?? 'done.html';
  } catch (error) {
    console.warn(error);
    say(messages[error.errorCode?.[0]] ?? 'The payment did not work. Please try again.');
  } finally {
    setBusy(false);
  }
});

const messages = {
  BearerInvalid: 'Your bank declined this payment. Please try another card or method.',
  BearerExpired: 'This card has expired. Please use another one.',
  InsufficientBalance: 'There is not enough money on this account. Please try another card or method.',
  '3DsProblem': 'Your bank could not confirm that it is you. Please try again, or use another card.',
  Aborted: 'The payment was cancelled. You can try again.',
  Timeout: 'This took too long. Please try again; you are not charged twice.',
};

function setBusy(isBusy) {
  element('pay').disabled = isBusy;
  element('pay').textContent = isBusy ? 'One moment…' : 'Subscribe';
  if (isBusy) say('');
}

function say(text) {
  element('alert').textContent = text;
  element('alert').hidden = text === '';
}
