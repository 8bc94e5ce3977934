/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export async function endDate(service, contractId) {
  return (await service('GET', `/contracts/${contractId}/cancellationPreview`)).EndDate;
}

export async function cancel(service, contractId) {
  await service('POST', `/contracts/${contractId}/end`, {});
}
