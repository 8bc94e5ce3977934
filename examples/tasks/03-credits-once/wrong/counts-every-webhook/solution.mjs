/** Counts a webhook as often as it comes. */
export function receiver() {
  const credits = new Map();
  return {
    async receive(_headers, { Event, ContractId, PaymentTransactionType }) {
      if (Event !== 'PaymentSucceeded' || PaymentTransactionType !== 'Payment') return;
      credits.set(ContractId, (credits.get(ContractId) ?? 0) + 100);
    },
    creditsOf: (contractId) => credits.get(contractId) ?? 0,
  };
}
