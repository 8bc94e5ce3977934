import { configure, Payment, Signup } from 'clientlib';

/** A new order for each card: the customer has two orders for one sale. */
export function checkout({ baseUrl, fetch, publicApiKey }) {
  configure({ baseUrl, fetch });
  const payment = new Payment({ publicApiKey });
  return {
    async begin(PlanVariantId, customer) {
      await payment.ready;
      return {
        async pay(card) {
          const data = { ...card, bearer: 'CreditCard:FakePSP' };
          try {
            return (await new Signup().subscribe(payment, { PlanVariantId }, customer, data)).ContractId;
          } catch (error) {
            throw Object.assign(new Error(error.details || error.errorMessage), { retry: true });
          }
        },
      };
    },
  };
}
