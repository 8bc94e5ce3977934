import { configure, Payment, Signup } from 'clientlib';

/** @param {{ baseUrl: string, fetch: typeof fetch, publicApiKey: string }} service */
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
            // `details` says why a payment was declined; where the service failed, another card fails too.
            throw Object.assign(new Error(error.details || error.errorMessage), {
              retry: error.details !== '',
            });
          }
        },
      };
    },
  };
}
