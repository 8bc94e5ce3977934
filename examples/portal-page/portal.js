// A self-service page on ClientLib.Portal: plan, invoices, payment method, details, upgrade, cancellation.
// Open it as /portal-page/?account=<the customer's id in your own system>; a real page knows that from its login.

/* global ClientLib */

const PUBLIC_API_KEY = 'a00000000000000000000001';
const PRO_MONTHLY = 'b00000000000000000000003';

const account = new URLSearchParams(location.search).get('account') ?? '';
const field = (id) => document.querySelector(`#${id}`);
const money = (amount, currency) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount);
const day = (timestamp, dateStyle = 'long') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle }).format(new Date(timestamp));

/** Our own back end: it knows the contract, and fetches the token and makes orders with its own access token. */
async function backEnd(path, body) {
  const answer = await fetch(`/accounts/${encodeURIComponent(account)}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  if (!answer.ok) throw new Error(`The back end answered ${answer.status}.`);
  return answer.json();
}

const messages = {
  InvalidCardNumber: 'Please check the card number.',
  InvalidExpirationDate: 'Please check the date of the card.',
  InvalidCardCvc: 'Please check the security code.',
  InvalidCardHolder: 'Please enter the name on the card.',
  InvalidVatId: 'This VAT id does not look right.',
  BearerInvalid: 'Your bank declined this card.',
  InsufficientBalance: 'There is not enough money on this account.',
  '3DsProblem': 'Your bank could not confirm that it is you. Please try again, or use another card.',
  Aborted: 'You canceled. Nothing has changed.',
  LoginError: 'You have been signed out. Please reload the page.',
  PermissionDenied: 'This cannot be changed here. Please write to us.',
};

let portal;
let details;

try {
  portal = new ClientLib.Portal((await backEnd('portal-token')).Token);
  await showContract();
  say('');
} catch (error) {
  fail(error, 'Your subscription could not be loaded. Please reload the page, or sign in again.');
}

// A provider's page sends the customer back here after a change of the payment method.
try {
  if (details !== undefined && ClientLib.isReturn()) {
    await ClientLib.finalize();
    await done('The new payment method is saved.');
  }
} catch (error) {
  fail(error);
}

// ── What the customer has ─────────────────────────────────────────────────────────────────────────────────────────

async function showContract() {
  details = await portal.contractDetails();
  const { Contract: contract, Customer: customer, CurrentPlan: plan, RecentInvoices: invoices } = details;
  field('who').textContent = customer.CustomerName;
  facts([
    ['Plan', plan?.PlanName ?? 'Trial'],
    [
      'Status',
      contract.EndDate === undefined ? contract.LifecycleStatus : `Ends on ${day(contract.EndDate)}`,
    ],
    ['Next invoice', contract.NextBillingDate === undefined ? '–' : day(contract.NextBillingDate)],
    ['Open amount', money(contract.CurrentBalance, contract.Currency)],
  ]);
  field('bearer').textContent = described(contract.PaymentBearer);
  field('invoices').replaceChildren(...invoices.map((invoice) => invoiceRow(invoice, contract.Currency)));
  for (const name of ['FirstName', 'LastName', 'EmailAddress', 'CompanyName', 'VatId']) {
    field(name).value = customer[name] ?? '';
  }
  field('account').hidden = false;
  field('cancel').hidden = contract.EndDate !== undefined;
  field('upgrade').hidden = contract.EndDate !== undefined || contract.PlanVariantId === PRO_MONTHLY;
}

function facts(rows) {
  field('plan').replaceChildren(
    ...rows.flatMap(([name, value]) => [
      Object.assign(document.createElement('dt'), { textContent: name }),
      Object.assign(document.createElement('dd'), { textContent: value }),
    ]),
  );
}

function described(bearer) {
  if (bearer === undefined) return 'No payment method yet.';
  if (bearer.Type === 'CreditCard') {
    return `${bearer.CardType} ending in ${bearer.Last4}, valid until ${bearer.ExpiryMonth}/${bearer.ExpiryYear}`;
  }
  if (bearer.Type === 'BankAccount') return `Bank account ${bearer.IBAN ?? bearer.Account}`;
  if (bearer.Type === 'InvoicePayment') return 'On invoice';
  return [bearer.Type, bearer.EmailAddress].filter(Boolean).join(' ');
}

function invoiceRow(invoice, currency) {
  const row = document.createElement('tr');
  const cells = [
    invoice.InvoiceNumber,
    day(invoice.InvoiceDate, 'medium'),
    money(invoice.TotalGross, currency),
  ];
  row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  const link = document.createElement('a');
  link.href = portal.invoicePdfDownloadUrl(invoice);
  link.textContent = 'PDF';
  link.setAttribute('aria-label', `Download invoice ${invoice.InvoiceNumber}`);
  const cell = document.createElement('td');
  cell.append(link);
  row.append(cell);
  row.children[2].className = 'amount';
  return row;
}

// ── What the customer does ────────────────────────────────────────────────────────────────────────────────────────

field('upgrade').addEventListener('click', (event) =>
  run(event.target, async () => {
    // The back end makes the order; ClientLib pays it with the method that is active.
    const order = await backEnd('upgrade', { PlanVariantId: PRO_MONTHLY });
    await portal.upgradePaySync(order.OrderId);
    await done('Welcome to Pro.');
  }),
);

field('cancel').addEventListener('click', () => {
  field('cancel-date').textContent =
    details.EndDateIfCancelledNow === undefined ? '–' : day(details.EndDateIfCancelledNow);
  field('cancel-dialog').showModal();
});

field('cancel-dialog').addEventListener('close', () => {
  if (field('cancel-dialog').returnValue !== 'cancel') return;
  run(field('cancel'), async () => {
    const { EndDate } = await portal.contractCancel();
    await done(`Your subscription ends on ${day(EndDate)}.`);
  });
});

field('data').addEventListener('submit', (event) => {
  event.preventDefault();
  run(event.submitter, async () => {
    const value = (id) => field(id).value.trim() || undefined;
    // The whole customer is replaced: what is not sent becomes unset, so everything else goes along unchanged.
    const { Address, Locale, Tag, PhoneNumber } = details.Customer;
    await portal.customerChange({
      ...{ Address, Locale, Tag, PhoneNumber },
      FirstName: value('FirstName'),
      LastName: value('LastName'),
      EmailAddress: value('EmailAddress'),
      CompanyName: value('CompanyName'),
      VatId: value('VatId'),
    });
    await done('Your details are saved.');
  });
});

field('payment').addEventListener('submit', (event) => {
  event.preventDefault();
  run(event.submitter, async () => {
    const payment = new ClientLib.Payment({ publicApiKey: PUBLIC_API_KEY, providerReturnUrl: location.href });
    await payment.ready;
    const [expiryMonth = '', expiryYear = ''] = field('expiry')
      .value.split('/')
      .map((part) => part.trim());
    const result = await portal.paymentChange(payment, {
      bearer: payment.getAvailablePaymentMethodEnum().find((bearer) => bearer.startsWith('CreditCard:')),
      cardNumber: field('cardNumber').value,
      expiryMonth,
      expiryYear,
      cardHolder: field('cardHolder').value,
      cvc: field('cvc').value,
    });
    field('payment').reset();
    if (result.Url !== undefined) location.href = result.Url;
    else await done('The new card is saved.');
  });
});

// ── Messages to the customer ──────────────────────────────────────────────────────────────────────────────────────

async function run(button, work) {
  say('');
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    fail(error);
  } finally {
    button.disabled = false;
  }
}

async function done(text) {
  await showContract();
  say(text);
  field('status').scrollIntoView({ block: 'nearest' });
}

function fail(error, text = messages[error.errorCode?.[0]] ?? 'That did not work. Please try again.') {
  say('');
  field('alert').textContent = text;
  field('alert').hidden = false;
  field('alert').scrollIntoView({ block: 'nearest' });
  console.warn(error);
}

function say(text) {
  field('alert').hidden = true;
  field('status').textContent = text;
}
