// A checkout with the embedded payment form: ClientLib.createElement, and null in place of a ClientLib.Payment.

/* global ClientLib */

const element = (id) => document.querySelector(`#${id}`);
const euro = (amount) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(amount);

// An extension, the network or the policy of the page has kept the script away.
if (!('ClientLib' in window)) {
  say('A part of this page is missing. Please check your connection and ad blocker, and reload.');
  throw new Error('clientlib.js did not load.');
}

const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = () => ({
  EmailAddress: element('email').value,
  FirstName: element('first-name').value,
  LastName: element('last-name').value,
  Address: { Country: 'DE' },
});

/** The colors of checkout.css: the payment form is a document of its own. */
const colors = matchMedia('(prefers-color-scheme: dark)').matches
  ? { scheme: 'dark', ink: '#e3efeb', line: '#6f877f', accent: '#5fd0a7', wrong: '#ff9d94' }
  : { scheme: 'light', ink: '#16302b', line: '#7d938c', accent: '#0b6e4f', wrong: '#b3261e' };

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
    body: { colorScheme: colors.scheme, color: colors.ink, fontSize: '16px', accentColor: colors.accent },
    label: { fontWeight: '600', fontSize: '15px' },
    input: { borderColor: colors.line, borderRadius: '9px' },
    inputInvalid: { borderColor: colors.wrong },
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
  if (!element('again').hidden) say('');
  element('again').hidden = true;
});
form.on('submit', () => element('checkout').requestSubmit());
element('reload').addEventListener('click', () => form.reload().catch(() => {}));

// ── The price ─────────────────────────────────────────────────────────────────────────────────────────────────────

const signup = new ClientLib.Signup();
signup.preview(
  cart,
  { Address: { Country: 'DE' } },
  ({ Order }) => {
    element('vat').textContent = euro(Order.TotalVat);
    element('due').textContent = euro(Order.TotalGross);
  },
  (error) => {
    console.warn(error);
    say('The price could not be loaded. Please reload the page.');
  },
);

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
      // For done.html, which customers also reach by a provider's page.
      sessionStorage.setItem(
        'bought',
        JSON.stringify({ plan: 'Basic, monthly', amount: euro(order.GrossTotal) }),
      );
    }
    const result = await signup.paySignupInteractive(null, form, order);
    // ClientLib never navigates. With a Url the customer goes to a page of the payment provider.
    location.href = result.Url ?? 'done.html';
  } catch (error) {
    // The customer came back to an order that is paid.
    if (error.errorCode?.[0] === 'AlreadyExecuted') location.href = 'done.html';
    console.warn(error);
    say(messages[error.errorCode?.[0]] ?? (error.retryable ? unreachable : messages.Rejected));
  } finally {
    setBusy(false);
  }
});

const unreachable =
  'We could not reach the payment service. Please try again in a moment; you are not charged twice.';
const messages = {
  AlreadyExecuted: 'This order is paid.',
  Rejected: 'The payment did not work. Please try another card or method.',
  BearerInvalid: 'Your bank declined this payment. Please try another card or method.',
  BearerExpired: 'This card has expired. Please use another one.',
  InsufficientBalance: 'There is not enough money on this account. Please try another card or method.',
  '3DsProblem': 'Your bank could not confirm that it is you. Please try again, or use another card.',
  Aborted: 'The payment was canceled. You can try again.',
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
