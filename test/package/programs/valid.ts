// Programs that must compile, on every TypeScript that we support. See test/package/types.test.ts.
import {
  type AvailablePaymentMethods,
  ClientLib,
  type ClientLibError,
  type ContractDetails,
  configure,
  createElement,
  type ErrorCode,
  finalize,
  type OrderPreview,
  type OrderResult,
  Payment,
  type PaymentForm,
  Portal,
  type ProcessedPaymentData,
  Signup,
} from 'clientlib';

configure({ baseUrl: 'https://sandbox.service.test', timeoutMs: 10_000, environment: 'Sandbox' });
configure({ fetch: (request) => fetch(request) });

const showError = (error: ClientLibError): void => {
  const codes: readonly ErrorCode[] = error.errorCode;
  const first: ErrorCode = error.errorCode[0];
  const message: string = error.errorMessage;
  const reference: string | undefined = error.referenceId || error.referenceUrl;
  const again: boolean = error.retryable;
  const key: string | undefined = error.idempotencyKey;
  console.error(codes, first, message, reference, again, key, error.cause, error.answer);
};

// Payment
const payment = new Payment({ publicApiKey: 'key', providerReturnUrl: '/thanks' }, () => {}, showError);
new Payment({ PublicApiKey: 'key' });
new Payment({ publicApiKey: 'key' }, { timeoutMs: 5000 });
new Payment({ publicApiKey: 'key' }, null, null, { signal: new AbortController().signal });
new Payment({
  publicApiKey: 'key',
  popupCreate: ({ url, params }, cancel) => {
    window.open(`${url}?${new URLSearchParams(params)}`);
    cancel();
  },
  popupClose: () => {},
});
const isReady: Promise<void> = payment.ready;
const detailed: AvailablePaymentMethods = payment.getAvailablePaymentMethods();
const preauth: number | undefined = detailed['InvoicePayment']?.DefaultPreauthAmount?.['BlackLabel'];
const media: (string | undefined)[] = payment
  .getAvailablePaymentMethodEnum()
  .map((bearer) => bearer.split(':')[0]);

// Signup
const signup = new Signup();
const cart = {
  PlanVariantId: 'b00000000000000000000001',
  ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: 2.5 }],
  CouponCode: 'WELCOME20',
};
const camelCart = {
  planVariantId: 'b00000000000000000000001',
  meteredUsages: [{ componentId: 'd', quantity: 1 }],
};
const customer = {
  FirstName: 'Ada',
  Address: { Country: 'DE', street: 'Mixed case' },
  CustomFields: { newsletter: true, removed: null },
  'customFields.dotted': 'x',
};
const card = {
  bearer: 'CreditCard:FakePSP' as const,
  cardNumber: '4111111111111111',
  expiryMonth: 12,
  expiryYear: '39',
  cardHolder: 'Ada',
  cvc: '123',
  iban: '',
};

signup.preview(cart, {}, ({ Order }) => {
  const preview: OrderPreview = Order;
  const next: number = preview.TotalGross + (preview.NextTotalGross ?? 0);
  const reason: string | undefined = preview.Coupon?.ErrorCode;
  const unit: string | undefined = preview.RecurringFee?.FeePeriod.Unit;
  console.log(next, reason, unit, preview.ComponentSubscriptions[0]?.LineItems[0]?.PeriodStart);
});
signup.preview(camelCart, { firstName: 'Ada', address: { country: 'AT' } }, null, showError);
signup.preview(cart, customer, { signal: new AbortController().signal });

async function subscribe(): Promise<void> {
  await isReady;
  const result: OrderResult = await signup.subscribe(payment, cart, customer, card, { idempotencyKey: 'k' });
  if (result.Url) location.href = result.Url;
  signup.subscribe(
    payment,
    camelCart,
    {},
    { bearer: 'InvoicePayment' },
    (order) => order.GrossTotal.toFixed(2),
    showError,
  );

  const order = await signup.createOrder(cart, customer);
  await signup.createOrder({ Cart: cart, Customer: customer, ContractCustomFields: { a: 1 } });
  await signup.createOrder({ cart: camelCart, customer: {} }, (created) => created.OrderId, showError);

  await signup.paySignupInteractive(payment, card, order);
  await signup.paySignupInteractive(
    payment,
    { bearer: 'Debit:X', accountHolder: 'A', iban: 'DE', bic: null },
    order,
  );
  await signup.paySignupInteractive(
    payment,
    { Bearer: 'Kilo' },
    { OrderId: 'x', GrossTotal: 1, Currency: 'EUR' },
  );
  const processed: ProcessedPaymentData = await payment.processPaymentData(card);
  await signup.paySignupInteractive(
    payment,
    processed,
    { orderId: 'x', grossTotal: 1, currency: 'EUR' },
    console.log,
    showError,
  );
}

// The payment form
const element = document.createElement('div');
const config = {
  publicApiKey: 'key',
  paymentMethods: ['CreditCard:X'],
  locale: 'de-DE',
  providerReturnUrl: '/back',
};
const form: PaymentForm = createElement(
  'paymentForm',
  element,
  config,
  { input: { color: 'red' } },
  showError,
);
const made: PaymentForm = new ClientLib.createElement('paymentForm', element, config);
form.on('change', () => {});
signup.paySignupInteractive(null, form, { OrderId: 'x', GrossTotal: 1, Currency: 'EUR' }, () =>
  made.destroy(),
);

// Portal
async function account(): Promise<void> {
  const portal = new Portal('token');
  const details: ContractDetails = await portal.contractDetails();
  const invoice = details.RecentInvoices[0];
  if (invoice) location.href = portal.invoicePdfDownloadUrl(invoice);
  location.href = portal.invoicePdfDownloadUrl('e00000000000000000000001');
  const end: string = (await portal.contractCancel()).EndDate;
  const goesOn: string = (await portal.revokeCancellation()).Contract.Id;
  await portal.customerChange({
    ...details.Customer,
    PhoneNumber: undefined,
    CustomFields: { removed: null },
  });
  const { Url } = await portal.paymentChange(payment, card);
  await portal.paymentChange(null, form, ({ PaymentBearer }) => PaymentBearer?.Last4, showError);
  const { OrderStatus } = await portal.upgradePaySync('f00000000000000000000001');
  await portal.upgradePayInteractive(payment, card, { OrderId: 'x', GrossTotal: 1, Currency: 'EUR' });
  await portal.upgradePayInteractive(
    null,
    form,
    { OrderId: 'x', GrossTotal: 1, Currency: 'EUR' },
    null,
    null,
    {},
  );
  console.log(end, goesOn, Url, OrderStatus);
}

// The return page
const completed: Promise<OrderResult> = finalize((order) => order.OrderId, showError);
const again: Promise<OrderResult> = new ClientLib.finalize({ timeoutMs: 60_000 });

export { account, again, completed, media, preauth, subscribe };
