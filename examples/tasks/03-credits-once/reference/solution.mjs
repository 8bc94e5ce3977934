export function receiver() {
  const seen = new Set();
  const credits = new Map();
  return {
    async receive(headers, event) {
      const id = headers.get('webhook-id');
      if (seen.has(id)) return;
      seen.add(id);
      if (event.Event !== 'PaymentSucceeded' || event.PaymentTransactionType !== 'Payment') return;
      credits.set(event.ContractId, (credits.get(event.ContractId) ?? 0) + 100);
    },
    creditsOf: (contractId) => credits.get(contractId) ?? 0,
  };
}
