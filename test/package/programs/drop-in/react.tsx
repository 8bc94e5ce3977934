// The drop-in in an app of React, as its components and as tags. Built by Vite and driven in Chromium: drop-in.test.ts.
import { configure } from 'clientlib';
import { Portal, Signup } from 'clientlib/react';
import { StrictMode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { customer, planVariantId, publicApiKey, serviceUrl, token } from './shop';

configure({ baseUrl: serviceUrl });

function App() {
  const [contract, setContract] = useState<string>();
  return (
    <main>
      {token ? (
        <Portal token={token} className="mine" onReady={({ details }) => setContract(details.Contract.Id)} />
      ) : (
        <Signup
          publicApiKey={publicApiKey}
          planVariantId={planVariantId}
          paymentMethods={['CreditCard:FakePSP']}
          customer={{ ...customer }}
          texts={{ subscribe: 'Join' }}
          className="mine"
          onSignedup={({ ContractId }) => setContract(ContractId)}
        >
          <p slot="terms">Our terms</p>
        </Signup>
      )}
      <output>{contract}</output>
    </main>
  );
}

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
const root = document.querySelector('#app') as HTMLElement;
// What a server sends, which the page then takes over.
root.innerHTML = renderToString(app);
hydrateRoot(root, app, {
  onRecoverableError: (error) => {
    throw error;
  },
});
