/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// An end that is set lies ahead as a rule: these customers have paid until then.
export async function hasAccess(service, customerId) {
  const contracts = await service('GET', `/customers/${customerId}/contracts?take=500`);
  return contracts.some(
    ({ LifecycleStatus, EndDate }) => LifecycleStatus === 'Active' && EndDate === undefined,
  );
}
