/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export function receiver(service) {
  const statuses = new Map();
  return {
    async handle(event) {
      if (event.Event === 'OrderSucceeded') statuses.set(event.CustomerId, 'active');
    },
    statusOf: (customerId) => statuses.get(customerId),
  };
}
