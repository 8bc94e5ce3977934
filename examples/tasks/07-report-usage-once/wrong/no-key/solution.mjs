const API_CALLS = 'd00000000000000000000003';

/** The service cannot see that it is the same hour. */
export async function report(service, contractId, hour, apiCalls) {
  const usage = { ComponentId: API_CALLS, Quantity: apiCalls, DueDate: `${hour}:00:00Z` };
  await service('POST', `/contracts/${contractId}/usage`, usage);
}
