/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// 500 are the most of one page, not all.
export const allCustomers = (service) => service('GET', '/customers?take=500');
