export function receiver() {
  const seen = new Set();
  return {
    // The contract is no key of a period: the second one is lost.
    async receive(headers, event) {
      if (event.Event === 'PaymentSucceeded') seen.add(event.ContractId);
    },
    creditsOf: (contractId) => (seen.has(contractId) ? 100 : 0),
  };
}
