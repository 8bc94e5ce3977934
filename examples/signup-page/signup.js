// A signup page on ClientLib: live prices, customer data, payment, and an order that can be paid again after an error.
// Copy it. What you change: the plan and component ids, the public key, the address in index.html.

/* global ClientLib */

const PUBLIC_API_KEY = 'a00000000000000000000001';
const SEAT = 'd00000000000000000000001';
const PRIORITY_SUPPORT = 'd00000000000000000000002';

const form = document.querySelector('#signup');
const field = (id) => document.querySelector(`#${id}`);
const money = (amount, currency) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount);
const day = (timestamp) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(timestamp));

// The customer's id in our own system. The service hands it back in the signup webhook, and our back end sets it as
// ExternalCustomerId.
const kept = keptOrder();
const tag = kept?.tag ?? `user-${crypto.randomUUID()}`;
const thankYou = new URL(`thank-you.html?tag=${tag}`, location.href).href;

// An extension, the network or the policy of the page has kept the script away.
if (!('ClientLib' in window)) {
  field('methods-loading').hidden = true;
  alertCustomer('A part of this page is missing. Please check your connection and ad blocker, and reload.');
  throw new Error('clientlib.js did not load.');
}

const signup = new ClientLib.Signup();

// ── What the customer has chosen ──────────────────────────────────────────────────────────────────────────────────

function cart() {
  const components = [];
  if (Number(field('seats').value) > 0)
    components.push({ ComponentId: SEAT, Quantity: Number(field('seats').value) });
  if (field('support').checked) components.push({ ComponentId: PRIORITY_SUPPORT, Quantity: 1 });
  const coupon = field('coupon').value.trim();
  return {
    PlanVariantId: form.elements.plan.value,
    ComponentSubscriptions: components,
    ...(coupon === '' ? {} : { CouponCode: coupon }),
  };
}

function customer() {
  const optional = (name, id) => (field(id).value.trim() === '' ? {} : { [name]: field(id).value.trim() });
  return {
    EmailAddress: field('email').value.trim(),
    FirstName: field('firstName').value.trim(),
    LastName: field('lastName').value.trim(),
    ...optional('CompanyName', 'company'),
    ...optional('VatId', 'vatId'),
    Address: {
      Street: field('street').value.trim(),
      HouseNumber: field('houseNumber').value.trim(),
      PostalCode: field('postalCode').value.trim(),
      City: field('city').value.trim(),
      Country: field('country').value,
    },
    Locale: 'en-GB',
    Tag: tag,
  };
}

// ── The order over a page change ──────────────────────────────────────────────────────────────────────────────────

// A provider's page may send the customer back without a payment. The order is still payable, so this tab keeps it with
// what it was made for; the thank-you page removes it once it is paid. Fields for payment data have no name attribute, so
// they are not part of the form data.

function keepOrder() {
  const details = Object.fromEntries(new FormData(form));
  const plan = form.querySelector('[name=plan]:checked ~ .plan-name').textContent;
  sessionStorage.setItem('order', JSON.stringify({ tag, order, ordered, details, plan }));
}

function keptOrder() {
  const text = sessionStorage.getItem('order');
  return text === null ? undefined : JSON.parse(text);
}

function restoreDetails(details) {
  for (const [name, value] of Object.entries(details)) {
    const control = form.elements[name];
    if (control?.type === 'checkbox') control.checked = true;
    else if (control) control.value = value;
  }
}

if (kept !== undefined) restoreDetails(kept.details);

// ── Live prices ───────────────────────────────────────────────────────────────────────────────────────────────────

function updatePrices() {
  signup.preview(cart(), customer(), ({ Order }) => showOrder(Order), showPreviewError);
}

function showOrder(order) {
  const parts = [order.RecurringFee, order.SetupFee, ...order.ComponentSubscriptions].filter(Boolean);
  const items = parts.flatMap((part) => part.LineItems);
  field('lines').replaceChildren(...items.flatMap((item) => line(item, order.Currency)));
  field('total-net').textContent = money(order.Total, order.Currency);
  field('total-vat').textContent = money(order.TotalVat, order.Currency);
  field('total-gross').textContent = money(order.TotalGross, order.Currency);
  const rates = [...new Set(items.map((item) => item.VatPercentage))];
  field('vat-rate').textContent = rates.length === 0 ? '' : `(${rates.join(' / ')} %)`;
  field('next').textContent =
    order.NextTotalGrossDate === undefined
      ? ''
      : `Then ${money(order.NextTotalGross, order.Currency)} on ${day(order.NextTotalGrossDate)}.`;
  // A wrong coupon does not make the preview fail: the reason stands in the order.
  const refused = order.Coupon?.ErrorCode !== undefined;
  fail('coupon', refused ? 'This code is not valid.' : '');
  field('coupon-applied').textContent = order.Coupon === undefined || refused ? '' : 'Applied';
  fail('vatId');
}

function line(item, currency) {
  const name = document.createElement('dt');
  name.textContent = item.Quantity === 1 ? item.Description : `${item.Quantity} × ${item.Description}`;
  const amount = document.createElement('dd');
  amount.textContent = money(item.TotalNet, currency);
  return [name, amount];
}

function showPreviewError(error) {
  if (error.errorCode[0] === 'InvalidVatId') fail('vatId', 'This VAT id does not look right.');
  else {
    field('next').textContent = 'The price could not be brought up to date.';
    console.warn(error);
  }
}

// On the document, because the coupon field stands outside of the form.
document.addEventListener('input', (event) => {
  if (event.target.closest('#payment') === null) updatePrices();
});
updatePrices();

// ── Payment methods ───────────────────────────────────────────────────────────────────────────────────────────────

const labels = { CreditCard: 'Card', Debit: 'Direct debit', InvoicePayment: 'On invoice' };
let bearers = [];

const payment = new ClientLib.Payment(
  // A redirect provider sends the customer back here; our own query stays.
  { publicApiKey: PUBLIC_API_KEY, providerReturnUrl: thankYou },
  showMethods,
  (error) => {
    field('methods-loading').hidden = true;
    alertCustomer('The payment methods could not be loaded. Please reload the page.');
    console.warn(error);
  },
);

function showMethods() {
  // One way to pay of each kind: the first that the account offers.
  bearers = payment.getAvailablePaymentMethodEnum();
  const kinds = Object.keys(labels).filter((kind) => bearers.some((bearer) => bearer.split(':')[0] === kind));
  field('methods').replaceChildren(...kinds.map(method));
  form.elements.method[0].checked = true;
  showMethodFields();
  field('methods').addEventListener('change', showMethodFields);
  setBusy(false);
}

function method(kind) {
  const label = document.createElement('label');
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'method',
    value: kind,
  });
  label.append(radio, labels[kind]);
  return label;
}

function showMethodFields() {
  for (const kind of Object.keys(labels))
    field(`fields-${kind}`).hidden = form.elements.method.value !== kind;
}

function secretPaymentData() {
  const kind = form.elements.method.value;
  const bearer = bearers.find((candidate) => candidate.split(':')[0] === kind);
  if (kind === 'CreditCard') {
    const [expiryMonth = '', expiryYear = ''] = field('expiry')
      .value.split('/')
      .map((part) => part.trim());
    return {
      bearer,
      cardNumber: field('cardNumber').value,
      expiryMonth,
      expiryYear,
      cardHolder: field('cardHolder').value,
      cvc: field('cvc').value,
    };
  }
  if (kind === 'Debit')
    return { bearer, accountHolder: field('accountHolder').value, iban: field('iban').value };
  return { bearer };
}

// ── Subscribing ───────────────────────────────────────────────────────────────────────────────────────────────────

let busy = false;
let order = kept?.order;
let ordered = kept?.ordered;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  // Each call of ClientLib makes a new order, so a second click must not get through.
  if (busy || !detailsComplete()) return;
  setBusy(true);
  try {
    // After a failed payment the same order is paid again; only a changed order is made anew.
    const wanted = JSON.stringify([cart(), customer()]);
    if (ordered !== wanted) {
      order = await signup.createOrder(cart(), customer());
      ordered = wanted;
    }
    const result = await signup.paySignupInteractive(payment, secretPaymentData(), order);
    // ClientLib never navigates. With a Url the customer goes to a page of the payment provider.
    keepOrder();
    location.href = result.Url ?? thankYou;
  } catch (error) {
    // The customer came back to an order that is paid.
    if (error.errorCode?.[0] === 'AlreadyExecuted') location.href = thankYou;
    else {
      showError(error);
      setBusy(false);
    }
  }
});

// Back from the provider's page the browser shows this page as it was left.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) setBusy(false);
});

function setBusy(value) {
  busy = value;
  field('submit').disabled = value;
  field('submit').textContent = value ? 'One moment…' : 'Subscribe';
}

function detailsComplete() {
  hideAlert();
  let first;
  for (const input of form.querySelectorAll('input[required]')) {
    const message = input.validity.valueMissing
      ? 'Please fill this in.'
      : input.validity.typeMismatch
        ? 'Please enter an e-mail address.'
        : '';
    fail(input.id, message);
    if (message !== '') first ??= input;
  }
  first?.focus();
  return first === undefined;
}

// ── Errors in the customer's words ────────────────────────────────────────────────────────────────────────────────

const fieldErrors = {
  InvalidCardNumber: ['cardNumber', 'Please check the card number.'],
  InvalidExpirationDate: ['expiry', 'Please check the date; it must lie in the future.'],
  InvalidCardCvc: ['cvc', 'Please check the security code.'],
  InvalidCardHolder: ['cardHolder', 'Please enter the name on the card.'],
  InvalidAccountHolder: ['accountHolder', 'Please enter the account holder.'],
  InvalidIban: ['iban', 'Please check the IBAN.'],
  InvalidVatId: ['vatId', 'This VAT id does not look right.'],
  InvalidCouponCode: ['coupon', 'This code is not valid.'],
};

const alerts = {
  BearerInvalid: 'Your bank declined this payment. Please try another card or method.',
  BearerRejected: 'Your bank declined this payment. Please try another card or method.',
  BearerExpired: 'This card has expired. Please use another one.',
  '3DsProblem': 'Your bank could not confirm that it is you. Please try again, or use another card.',
  LimitExceeded: 'This is over the limit of your card or account. Please try another one.',
  InsufficientBalance: 'There is not enough money on this account. Please try another card or method.',
  Aborted: 'The payment was canceled. You can try again.',
  Canceled: 'The payment was canceled. You can try again.',
  Timeout: 'This took too long. Please try again; you are not charged twice.',
};

function showError(error) {
  for (const [id] of Object.values(fieldErrors)) fail(id);
  const code = error.errorCode?.[0];
  if (Object.hasOwn(fieldErrors, code)) {
    const [id, text] = fieldErrors[code];
    fail(id, text);
    field(id).focus();
  } else {
    alertCustomer(
      alerts[code] ??
        (error.retryable
          ? 'We could not reach the payment service. Please try again in a moment; you are not charged twice.'
          : 'The payment did not work. Please try another card or method.'),
    );
  }
  // For us, not for the customer: code, message and reference.
  console.warn(error);
}

function fail(id, message = '') {
  const place = field(`${id}-error`);
  if (place !== null) place.textContent = message;
  field(id).toggleAttribute('aria-invalid', message !== '');
  if (message === '') field(id).removeAttribute('aria-describedby');
  else field(id).setAttribute('aria-describedby', `${id}-error`);
}

function alertCustomer(text) {
  field('alert').textContent = text;
  field('alert').hidden = false;
  field('alert').scrollIntoView({ block: 'nearest' });
}

function hideAlert() {
  field('alert').hidden = true;
}
