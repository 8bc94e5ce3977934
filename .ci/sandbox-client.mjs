// A client of a running sandbox for scripts: the REST API as a back end, and a signup as ClientLib sends it.

/** @param {string} url of the sandbox */
export async function sandboxClient(url) {
  const login = await fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = await login.json();

  async function api(method, path, body) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(path.startsWith('/api/') ? { Authorization: `Bearer ${token}` } : {}),
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** A signup as ClientLib makes it: the card goes to the provider, and its token pays. Returns the contract's id. */
  async function signUpByCard(PlanVariantId, Customer) {
    const PublicApiKey = 'a00000000000000000000001';
    const Bearer = 'CreditCard:FakePSP';
    const selfService = (path, body) => api('POST', `/api/v1/CustomerSelfService/signup/${path}`, body);
    const { Token } = await api('POST', '/providers/FakePSP/tokens', {
      Bearer,
      Card: {
        Number: '4111111111111111',
        ExpiryMonth: 12,
        ExpiryYear: 2039,
        Holder: 'Ada Lovelace',
        Cvc: '123',
      },
    });
    const order = await selfService('order', { Cart: { PlanVariantId }, Customer });
    const { OrderId, GrossTotal, Currency, ContractId } = order;
    const TetheredPaymentInformation = { Bearer, Token };
    await selfService('pay', { PublicApiKey, OrderId, GrossTotal, Currency, TetheredPaymentInformation });
    return ContractId;
  }

  return { api, signUpByCard };
}
