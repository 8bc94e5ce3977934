/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export async function hasAccess(service, customerId) {
  return true;
}
