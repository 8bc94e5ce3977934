/** Signs a customer up over the service's own paths, as a page would with ClientLib, and waits for the back end. */
export async function signUp(
  examples: { sandbox: { url: string }; shop: { url: string } },
  options: { tag: string; planVariantId?: string; cardNumber?: string },
): Promise<{ ContractId: string; CustomerId: string; OrderId: string }> {
  const { tag, planVariantId = 'b00000000000000000000001', cardNumber = '4111111111111111' } = options;
  const post = async (path: string, body: unknown) => {
    const response = await fetch(examples.sandbox.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const order = await post('/api/v1/CustomerSelfService/signup/order', {
    Cart: { PlanVariantId: planVariantId },
    Customer: {
      EmailAddress: 'ada@example.com',
      FirstName: 'Ada',
      LastName: 'Lovelace',
      Tag: tag,
      Address: {
        Street: 'Hauptstraße',
        HouseNumber: '5',
        PostalCode: '10117',
        City: 'Berlin',
        Country: 'DE',
      },
    },
  });
  const { Token } = await post('/providers/FakePSP/tokens', {
    Bearer: 'CreditCard:FakePSP',
    Card: { Number: cardNumber, ExpiryMonth: 12, ExpiryYear: 2029, Holder: 'Ada Lovelace', Cvc: '123' },
  });
  const paid = await post('/api/v1/CustomerSelfService/signup/pay', {
    OrderId: order.OrderId,
    TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token },
  });
  const account = await (await fetch(`${examples.shop.url}/accounts/${tag}?wait=20`)).json();
  if (account.Status !== 'active') throw new Error(`The account ${tag} is ${account.Status}.`);
  return paid;
}
