// A single-page app of a user of the package. Built by Vite and driven in Chromium: test/package/spa.test.ts.
import { type ClientLibError, configure, createElement, type PaymentForm, Signup } from 'clientlib';
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

configure({ baseUrl: import.meta.env.VITE_SERVICE_URL });

const signup = new Signup();
const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Country: 'DE' },
};
const config = { publicApiKey: 'a00000000000000000000001', paymentMethods: ['CreditCard:FakePSP'] };

const codes = (error: ClientLibError): string => error.errorCode.join(' ');
let made = 0;

function Checkout() {
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<PaymentForm>(undefined);
  const [price, setPrice] = useState('');
  const [outcome, setOutcome] = useState('');

  useEffect(() => {
    const preview = new AbortController();
    const showPrice = ({ Order }: { Order: { TotalGross: number; Currency: string } }): void =>
      setPrice(`${Order.TotalGross} ${Order.Currency}`);
    signup.preview(cart, customer, showPrice, () => {}, { signal: preview.signal });
    made += 1;
    form.current = createElement('paymentForm', place.current as Element, config, null, (error) => {
      if (error.errorCode[1] !== 'Destroyed') setOutcome(codes(error));
    });
    return () => {
      preview.abort();
      form.current?.destroy();
    };
  }, []);

  const pay = async (): Promise<void> => {
    try {
      const order = await signup.createOrder(cart, customer);
      const paid = await signup.paySignupInteractive(null, form.current as PaymentForm, order);
      setOutcome(paid.ContractId ? 'subscribed' : 'no contract');
    } catch (error) {
      setOutcome(codes(error as ClientLibError));
    }
  };

  return (
    <main>
      <p>
        Price: <output aria-label="Price">{price}</output>, forms made:{' '}
        <output aria-label="Forms">{made}</output>
      </p>
      <div ref={place} />
      <button type="button" onClick={pay}>
        Pay
      </button>
      <p role="status">{outcome}</p>
    </main>
  );
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
