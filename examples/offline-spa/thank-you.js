import { finalize, isReturn } from 'clientlib';
import { startService } from './service.js';

const show = (title, text) => {
  document.querySelector('#title').textContent = title;
  document.querySelector('#text').textContent = text;
};

await startService();
try {
  const order = isReturn() ? await finalize() : undefined;
  const contract = order?.ContractId ?? new URLSearchParams(location.search).get('contract');
  show('Thank you!', `Your contract is ${contract}.`);
} catch (error) {
  console.warn(error);
  show('The payment did not work', 'Nothing was charged. You can try again.');
}
