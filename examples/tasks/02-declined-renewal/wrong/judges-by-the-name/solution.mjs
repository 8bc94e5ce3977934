/** Webhooks come late and twice: the name of an event is no state. */
export function receiver() {
  const statuses = new Map();
  return {
    async handle({ Event, CustomerId }) {
      if (Event === 'OrderSucceeded' || Event === 'PaymentSucceeded') statuses.set(CustomerId, 'active');
      if (Event === 'PaymentFailed') statuses.set(CustomerId, 'overdue');
    },
    statusOf: (customerId) => statuses.get(customerId),
  };
}
