import type { Api } from './service.ts';

const PublicApiKey = 'a00000000000000000000001';

/** A contract for Basic monthly that pays by card. @returns its id */
export async function paidByCard(api: Api): Promise<string> {
  const selfService = '/api/v1/CustomerSelfService/signup';
  const order = await api('POST', `${selfService}/order`, {
    PublicApiKey,
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
  });
  const Bearer = 'CreditCard:FakePSP';
  const Card = { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2049, Holder: 'Ada', Cvc: '123' };
  const { body } = await api('POST', '/providers/FakePSP/tokens', { Bearer, Card });
  const paid = await api('POST', `${selfService}/pay`, {
    PublicApiKey,
    OrderId: order.body.OrderId,
    TetheredPaymentInformation: { Bearer, Token: body.Token },
  });
  return paid.body.ContractId;
}
