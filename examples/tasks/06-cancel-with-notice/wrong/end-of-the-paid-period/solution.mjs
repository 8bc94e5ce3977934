/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// Who has missed the notice pays for another term.
export async function endDate(service, contractId) {
  return (await service('GET', `/contracts/${contractId}`)).BilledUntil;
}

export async function cancel(service, contractId) {
  await service('POST', `/contracts/${contractId}/end`, { EndDate: await endDate(service, contractId) });
}
