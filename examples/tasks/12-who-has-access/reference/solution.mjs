/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export async function hasAccess(service, customerId) {
  const contracts = await service('GET', `/customers/${customerId}/contracts?take=500`);
  return contracts.some(({ LifecycleStatus }) => ['Active', 'InTrial'].includes(LifecycleStatus));
}
