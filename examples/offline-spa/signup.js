import { Payment, Signup } from 'clientlib';
import { PUBLIC_API_KEY, startService } from './service.js';

const field = (id) => document.querySelector(`#${id}`);
const cart = { PlanVariantId: 'b00000000000000000000001' };

const customer = () => {
  const [first, ...last] = field('name').value.trim().split(' ');
  return {
    FirstName: first,
    LastName: last.join(' '),
    EmailAddress: field('email').value,
    Address: { Country: 'DE' },
  };
};

const payment = await open().catch((error) => {
  field('alert').textContent = 'The page could not be started. Please reload it.';
  throw error;
});

async function open() {
  await startService();
  const payment = new Payment({
    publicApiKey: PUBLIC_API_KEY,
    providerReturnUrl: new URL('thank-you.html', document.baseURI).href,
  });
  await payment.ready;
  const { Order } = await new Signup().preview(cart, customer());
  field('total').textContent = new Intl.NumberFormat('en-IE', {
    style: 'currency',
    currency: Order.Currency,
  }).format(Order.TotalGross);
  field('submit').disabled = false;
  return payment;
}

field('signup').addEventListener('submit', async (event) => {
  event.preventDefault();
  field('submit').disabled = true;
  field('alert').textContent = '';
  try {
    const result = await new Signup().subscribe(payment, cart, customer(), {
      bearer: field('method').value,
      emailAddress: field('email').value,
    });
    location.href = result.Url ?? `thank-you.html?contract=${result.ContractId}`;
  } catch (error) {
    console.warn(error);
    field('alert').textContent = 'The payment did not work. Please try again.';
    field('submit').disabled = false;
  }
});

// Back from the provider's page the browser shows this page as it was left.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) field('submit').disabled = false;
});
