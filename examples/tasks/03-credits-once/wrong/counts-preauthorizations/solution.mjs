/** A preauthorization succeeds too, and pays for nothing. */
export function receiver() {
  const seen = new Set();
  const credits = new Map();
  return {
    async receive(headers, { Event, ContractId }) {
      const id = headers.get('webhook-id');
      if (seen.has(id) || Event !== 'PaymentSucceeded') return;
      seen.add(id);
      credits.set(ContractId, (credits.get(ContractId) ?? 0) + 100);
    },
    creditsOf: (contractId) => credits.get(contractId) ?? 0,
  };
}
