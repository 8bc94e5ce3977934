// A page of a user of the package without a framework. Built by Vite and driven in Chromium: test/package/spa.test.ts.
import { configure, Signup } from 'clientlib';
import 'clientlib/custom-element';

configure({ baseUrl: import.meta.env.VITE_SERVICE_URL });

const element = document.querySelector('clientlib-payment-form');
const button = document.querySelector('button');
const status = document.querySelector('[role=status]');
const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Country: 'DE' },
};

element.addEventListener('ready', () => {
  button.disabled = false;
});
element.addEventListener('error', ({ detail }) => {
  status.textContent = detail.errorCode.join(' ');
});
button.addEventListener('click', async () => {
  const signup = new Signup();
  const order = await signup.createOrder({ PlanVariantId: 'b00000000000000000000001' }, customer);
  const paid = await signup.paySignupInteractive(null, element.paymentForm, order);
  status.textContent = paid.ContractId ? 'subscribed' : 'no contract';
});
