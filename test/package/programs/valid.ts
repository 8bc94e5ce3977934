import {
  ClientLib,
  ClientLibError,
  configure,
  createElement,
  finalize,
  type OrderResult,
  Payment,
  Portal,
  Signup,
} from 'clientlib';

// What people write, in both styles and both casings; it is compiled, not run (test/package/types.test.ts).

configure({ baseUrl: 'https://service.example/' });

export async function withPromises(): Promise<string | undefined> {
  const payment = new Payment({ publicApiKey: 'key', providerReturnUrl: '/return' });
  const signup = new Signup();
  const cart = { PlanVariantId: 'b1', ComponentSubscriptions: [{ ComponentId: 'd1', Quantity: 2.5 }] };
  const customer = { EmailAddress: 'a@b.test', Address: { Country: 'DE' }, CustomFields: { color: null } };

  const { Order } = await signup.preview(cart, customer);
  const total: number = Order.TotalGross;
  const couponError: string | undefined = Order.Coupon?.ErrorCode;

  const order = await signup.createOrder({
    Cart: cart,
    Customer: customer,
    ContractCustomFields: { a: 'b' },
  });
  const card = {
    bearer: 'CreditCard:FakePSP',
    cardNumber: '4111111111111111',
    expiryMonth: 12,
    expiryYear: '2029',
    cardHolder: 'Ada Example',
    cvc: '123',
  } as const;
  const paid: OrderResult = await signup.paySignupInteractive(payment, card, order);
  await signup.paySignupInteractive(payment, card, { OrderId: '1', GrossTotal: 11.9, Currency: 'EUR' });
  await signup.subscribe(payment, cart, customer, { bearer: 'InvoicePayment' });
  return paid.Url ?? paid.ContractId ?? couponError ?? String(total);
}

export function withCallbacks(token: string): void {
  const payment = new ClientLib.Payment(
    { publicApiKey: 'key' },
    () => {
      const bearers: string[] = payment.getAvailablePaymentMethodEnum();
      bearers.map((bearer) => bearer.split(':')[0]);
    },
    (error) => console.error(error.errorCode[0], error.errorMessage),
  );
  const portal = new Portal(token);
  portal.contractDetails(
    (details) => details.RecentInvoices?.map((invoice) => portal.invoicePdfDownloadUrl(invoice)),
    (error: ClientLibError) => error.errorCode.includes('Timeout'),
  );
  new Signup().preview(
    { planVariantId: 'b1', couponCode: 'WELCOME20' },
    { emailAddress: 'a@b.test' },
    ({ Order }) => Order.Total,
    () => undefined,
  );
  new ClientLib.finalize(
    (result) => result?.OrderStatus,
    (error) => error.retryable,
  );
}

export async function withOptions(token: string, signal: AbortSignal): Promise<void> {
  const portal = new Portal(token);
  await portal.upgradePaySync('order', { signal, timeoutMs: 5000, idempotencyKey: 'once' });
  const form = createElement('paymentForm', document.body, {
    publicApiKey: 'key',
    paymentMethods: ['CreditCard:FakePSP'],
  });
  await portal.paymentChange(null, form);
  try {
    await finalize();
  } catch (error) {
    if (error instanceof ClientLibError) console.error(error.referenceId);
  }
}
