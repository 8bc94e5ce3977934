'use client';
import { configure, Signup } from 'clientlib';
import { PaymentForm, usePreview } from 'clientlib/react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { cart, customer, publicApiKey } from './shop.js';

configure({ baseUrl: process.env.SERVICE_URL });

const signup = new Signup();

export function Checkout() {
  const form = useRef(null);
  const router = useRouter();
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState('');
  const { order } = usePreview(cart, customer);

  const pay = async () => {
    try {
      const created = await signup.createOrder(cart, customer);
      const paid = await signup.paySignupInteractive(null, form.current, created);
      router.push(`/thank-you?contract=${paid.ContractId}`);
    } catch (error) {
      setProblem(error.errorCode.join(' '));
    }
  };

  return (
    <>
      <p>
        Browser: <output aria-label="Price">{order && `${order.TotalGross} ${order.Currency}`}</output>
      </p>
      <PaymentForm
        ref={form}
        id="payment"
        publicApiKey={publicApiKey}
        paymentMethods={['CreditCard:FakePSP']}
        locale="en"
        onReady={() => setReady(true)}
        onError={(error) => setProblem(error.errorCode.join(' '))}
      />
      <button type="button" disabled={!isReady} onClick={pay}>
        Pay
      </button>
      <p role="status">{problem}</p>
    </>
  );
}
