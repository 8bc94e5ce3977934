/** @param {{ baseUrl: string, fetch: typeof fetch, publicApiKey: string }} service */
export function checkout(service) {
  return {
    /** Begins a sale. */
    async begin(planVariantId, customer) {
      return {
        /** @param card as `paySignupInteractive` takes it, without `bearer` @returns the id of the contract */
        async pay(card) {
          throw new Error('Not implemented.');
        },
      };
    },
  };
}
