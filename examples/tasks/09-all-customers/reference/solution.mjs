/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export async function allCustomers(service) {
  const all = [];
  for (;;) {
    const last = all.at(-1)?.Id;
    const page = await service('GET', `/customers?take=500${last === undefined ? '' : `&from=${last}`}`);
    // The cursor is inclusive: a page begins with the last one of the page before, unless that was deleted.
    all.push(...page.slice(last !== undefined && page[0]?.Id === last ? 1 : 0));
    if (page.length < 500) return all;
  }
}
