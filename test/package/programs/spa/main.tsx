// A single-page app of a user of the package. Built by Vite and driven in Chromium: test/package/spa.test.ts.
import { type ClientLibError, configure, type PaymentForm as Form, Signup } from 'clientlib';
import { PaymentForm, useFinalize, usePaymentMethods, usePreview } from 'clientlib/react';
import { StrictMode, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

configure({ baseUrl: import.meta.env.VITE_SERVICE_URL });

const signup = new Signup();
const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Country: 'DE' },
};
const publicApiKey = 'a00000000000000000000001';

const codes = (error: ClientLibError): string => error.errorCode.join(' ');

function Checkout() {
  const form = useRef<Form>(null);
  const [ready, setReady] = useState(0);
  const [outcome, setOutcome] = useState('');
  const { order } = usePreview({ ...cart }, { ...customer });
  const { bearers, isLoading } = usePaymentMethods({ publicApiKey });
  const { status } = useFinalize();

  const pay = async (): Promise<void> => {
    try {
      const created = await signup.createOrder(cart, customer);
      const paid = await signup.paySignupInteractive(null, form.current as Form, created);
      setOutcome(paid.ContractId ? 'subscribed' : 'no contract');
    } catch (error) {
      setOutcome(codes(error as ClientLibError));
    }
  };

  return (
    <main>
      <p>
        Price: <output aria-label="Price">{order && `${order.TotalGross} ${order.Currency}`}</output>,
        methods:{' '}
        <output aria-label="Methods">
          {isLoading ? '…' : bearers.includes('CreditCard:FakePSP') && 'loaded'}
        </output>
        , return: <output aria-label="Return">{status}</output>, ready:{' '}
        <output aria-label="Ready">{ready}</output>
      </p>
      <PaymentForm
        ref={form}
        publicApiKey={publicApiKey}
        paymentMethods={['CreditCard:FakePSP']}
        locale="en"
        onReady={() => setReady((count) => count + 1)}
        onError={(error) => setOutcome(codes(error))}
      />
      <button type="button" onClick={pay}>
        Pay
      </button>
      <p role="status">{outcome}</p>
    </main>
  );
}

const app = (
  <StrictMode>
    <Checkout />
  </StrictMode>
);
const root = document.querySelector('#root') as HTMLElement;
// What a server sends, which the page then takes over.
root.innerHTML = renderToString(app);
hydrateRoot(root, app, {
  onRecoverableError: (error) => {
    throw error;
  },
});
