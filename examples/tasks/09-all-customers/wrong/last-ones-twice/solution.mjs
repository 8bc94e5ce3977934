/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// The cursor is inclusive: each page begins with the last customer of the page before.
export async function allCustomers(service) {
  const all = [];
  for (;;) {
    const last = all.at(-1)?.Id;
    const page = await service('GET', `/customers?take=500${last === undefined ? '' : `&from=${last}`}`);
    all.push(...page);
    if (page.length < 500) return all;
  }
}
