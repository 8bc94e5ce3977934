// Programs that must not compile. The comment behind a line is part of the message that it gives. See test/package/types.test.ts.
import { ClientLib, type ClientLibError, configure, createElement, Payment, Portal, Signup } from 'clientlib';

configure({ baseUri: 'https://x.test' }); // error: 'baseUri' does not exist in type 'Configuration'
configure({ timeoutMs: '5 s' }); // error: Type 'string' is not assignable to type 'number'
configure({ environment: 'Test' }); // error: Type '"Test"' is not assignable to type

const payment = new Payment({ publicApiKey: 'key' });
new Payment({}); // error: Argument of type '{}' is not assignable to parameter of type
new Payment({ publicApiKey: 7 }); // error: Type 'number' is not assignable to type 'string'
new Payment(); // error: Expected at least 1 arguments, but got 0
payment.publicApiKey; // error: Property 'publicApiKey' does not exist on type 'Payment'
payment.getAvailablePaymentMethods((methods: unknown) => methods); // error: Expected 0 arguments, but got 1

const signup = new Signup();
signup.preview({ PlanVariantId: 'x' }); // error: Expected at least 2 arguments, but got 1
signup.preview({}, {}); // error: Argument of type '{}' is not assignable to parameter of type
signup.preview({ PlanVariantId: 'x', Coupon: 'y' }, {}); // error: 'Coupon' does not exist in type
signup.preview({ PlanVariantId: 'x' }, { Adress: {} }); // error: 'Adress' does not exist in type
signup.preview({ PlanVariantId: 'x' }, {}, { timeout: 5 }); // error: 'timeout' does not exist in type
signup.preview({ PlanVariantId: 'x' }, {}, (result: string) => result); // error: Type 'PreviewResult' is not assignable to type 'string'
signup.createOrder({ Cart: { PlanVariantId: 'x' } }); // error: Property 'Customer' is missing
signup.subscribe(null, { PlanVariantId: 'x' }, {}, { bearer: 'Kilo' }); // error: Argument of type 'null' is not assignable to parameter of type 'Payment'
signup.subscribe(payment, { PlanVariantId: 'x' }, {}, { cardNumber: '4111' }); // error: Property 'bearer' is missing
signup.subscribe(payment, { PlanVariantId: 'x' }, {}, { bearer: 'CreditCard:X', cardNumbr: '4' }); // error: 'cardNumbr' does not exist in type
signup.paySignupInteractive(payment, { bearer: 'Kilo' }, { OrderId: 'x' }); // error: No overload matches this call
signup.paySignupInteractive(null, { bearer: 'Kilo' }, { OrderId: 'x', GrossTotal: 1, Currency: 'EUR' }); // error: No overload matches this call

async function results(): Promise<void> {
  const order = await signup.createOrder({ PlanVariantId: 'x' }, {});
  order.Url.length; // error: 'order.Url' is possibly 'undefined'
  order.OrderStatus === 'Done'; // error: This comparison appears to be unintentional
  order.orderId; // error: Did you mean 'OrderId'
  (await ClientLib.finalize()).Url.length; // error: is possibly 'undefined'
  const sync = await new Portal('token').upgradePaySync('x');
  sync.Currency; // error: Property 'Currency' does not exist on type
}

new Portal(); // error: Expected 1-2 arguments, but got 0
new Portal({ Token: 'x' }); // error: is not assignable to parameter of type 'string'
const portal = new Portal('token');
portal.upgradePaySync({ OrderId: 'x' }); // error: is not assignable to parameter of type 'string'
portal.invoicePdfDownloadUrl({ InvoiceNumber: '1' }); // error: 'InvoiceNumber'
portal._token; // error: Property '_token' is private

createElement('cardForm', document.body, { publicApiKey: 'key', paymentMethods: [] }); // error: Argument of type '"cardForm"' is not assignable
const form = createElement('paymentForm', document.body, { publicApiKey: 'key', paymentMethods: ['Kilo'] });
form.on('paid', () => {}); // error: Argument of type '"paid"' is not assignable
form.tokenize; // error: Property 'tokenize' does not exist on type 'PaymentForm'

function code(error: ClientLibError): boolean {
  error.retryable = true; // error: Cannot assign to 'retryable' because it is a read-only property
  return error.errorCode[0] === 'CardDeclined'; // error: This comparison appears to be unintentional
}

export { code, results };
