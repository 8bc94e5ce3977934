/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// A trial has a status of its own.
export async function hasAccess(service, customerId) {
  const contracts = await service('GET', `/customers/${customerId}/contracts?take=500`);
  return contracts.some(({ LifecycleStatus }) => LifecycleStatus === 'Active');
}
