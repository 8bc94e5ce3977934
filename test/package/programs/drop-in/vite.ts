// The drop-in in a page without a framework.
import 'clientlib/drop-in';
import { configure } from 'clientlib';
import { customer, planVariantId, publicApiKey, serviceUrl, token } from './shop';

configure({ baseUrl: serviceUrl });
const output = document.createElement('output');
const element = document.createElement(token ? 'clientlib-portal' : 'clientlib-signup');
element.className = 'mine';
if ('customer' in element) {
  Object.assign(element, { publicApiKey, planVariantId, customer, texts: { subscribe: 'Join' } });
  element.paymentMethods = ['CreditCard:FakePSP'];
  element.innerHTML = '<p slot="terms">Our terms</p>';
  element.addEventListener('signedup', (event) => {
    output.textContent = (event as CustomEvent).detail.ContractId;
  });
} else {
  element.token = token;
  element.addEventListener('ready', (event) => {
    output.textContent = (event as CustomEvent).detail.details.Contract.Id;
  });
}
document.querySelector('#app')?.append(element, output);
