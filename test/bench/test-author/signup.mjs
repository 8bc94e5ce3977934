/** Signs a customer up by card, as a page does. @returns the id of the contract */
export async function signUp(baseUrl, fetch) {
  const post = async (path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { OrderId } = await post('/api/v1/CustomerSelfService/signup/order', {
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: {
      FirstName: 'Ada',
      LastName: 'Lovelace',
      EmailAddress: 'ada@example.com',
      Address: { Country: 'DE' },
    },
  });
  const { Token } = await post('/providers/FakePSP/tokens', {
    Bearer: 'CreditCard:FakePSP',
    Card: { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2099, Holder: 'Ada', Cvc: '123' },
  });
  const { ContractId } = await post('/api/v1/CustomerSelfService/signup/pay', {
    PublicApiKey: 'a00000000000000000000001',
    OrderId,
    TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token },
  });
  return ContractId;
}

/** The status of a contract, as a back end reads it. */
export async function statusOf(baseUrl, fetch, ContractId) {
  const response = await fetch(`${baseUrl}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = await response.json();
  const contract = await fetch(`${baseUrl}/api/v1/contracts/${ContractId}`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  return (await contract.json()).LifecycleStatus;
}
