/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// A paused contract is not over, and gives no access either.
export async function hasAccess(service, customerId) {
  const contracts = await service('GET', `/customers/${customerId}/contracts?take=500`);
  return contracts.some(({ LifecycleStatus }) => LifecycleStatus !== 'Ended');
}
