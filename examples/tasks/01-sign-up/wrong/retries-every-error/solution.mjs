import { configure, Payment, Signup } from 'clientlib';

/** Another card is offered when the service is down, and for ever. */
export function checkout({ baseUrl, fetch, publicApiKey }) {
  configure({ baseUrl, fetch });
  const payment = new Payment({ publicApiKey });
  const signup = new Signup();
  return {
    async begin(PlanVariantId, customer) {
      await payment.ready;
      const order = await signup.createOrder({ PlanVariantId }, customer);
      return {
        async pay(card) {
          try {
            const data = { ...card, bearer: 'CreditCard:FakePSP' };
            return (await signup.paySignupInteractive(payment, data, order)).ContractId;
          } catch (error) {
            throw Object.assign(new Error(error.errorMessage), { retry: true });
          }
        },
      };
    },
  };
}
