const API_CALLS = 'd00000000000000000000003';

/** What is reported late counts for the period in which it is reported. */
export async function report(service, contractId, hour, apiCalls) {
  const usage = { ComponentId: API_CALLS, Quantity: apiCalls, Key: hour };
  await service('POST', `/contracts/${contractId}/usage`, usage);
}
