export function receiver() {
  const credits = new Map();
  return {
    async receive(headers, event) {
      if (event.Event !== 'PaymentSucceeded') return;
      credits.set(event.ContractId, (credits.get(event.ContractId) ?? 0) + 100);
    },
    creditsOf: (contractId) => credits.get(contractId) ?? 0,
  };
}
