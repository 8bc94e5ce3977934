/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export function receiver(service) {
  const statuses = new Map();
  return {
    // Ends what the service would have saved by its own repeat.
    async handle({ Event, CustomerId, ContractId }) {
      if (Event === 'PaymentSucceeded') statuses.set(CustomerId, 'active');
      if (Event !== 'PaymentFailed') return;
      statuses.set(CustomerId, 'overdue');
      await service('POST', `/contracts/${ContractId}/end`, {});
    },
    statusOf: (customerId) => statuses.get(customerId),
  };
}
