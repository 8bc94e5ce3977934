/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export async function endDate(service, contractId) {
  return new Date().toISOString();
}

export async function cancel(service, contractId) {
  const { CurrentPhase } = await service('GET', `/contracts/${contractId}`);
  await service('POST', `/contracts/${contractId}/end`, { EndDate: CurrentPhase.StartDate });
}
