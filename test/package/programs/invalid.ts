import { Payment, Portal, Signup } from 'clientlib';

// Each marked line must not compile, with this in the message (test/package/types.test.ts).

declare const payment: Payment;
const signup = new Signup();
const cart = { PlanVariantId: 'b1' };

new Payment({}); // error: publicApiKey
new Portal(); // error: Expected 1 arguments, but got 0
new Portal('token').contractCancel(5); // error: No overload matches this call
signup.preview({ PlanVariantId: 5 }, {}); // error: No overload matches this call
signup.createOrder(cart); // error: No overload matches this call
signup.subscribe(cart, payment, {}, { bearer: 'InvoicePayment' }); // error: No overload matches this call
new Portal('token').invoicePdfDownloadUrl(5); // error: not assignable to parameter of type
signup.createOrder(cart, {}).then((order) => order.Total); // error: Property 'Total' does not exist on type 'OrderResult'
export const url: string = signup.createOrder(cart, {}); // error: Type 'Promise<OrderResult>' is not assignable to type 'string'
