/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// Does what it should only show.
export async function endDate(service, contractId) {
  await service('POST', `/contracts/${contractId}/end`, {});
  return (await service('GET', `/contracts/${contractId}`)).EndDate;
}

export async function cancel(service, contractId) {
  await endDate(service, contractId);
}
