/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
export async function allCustomers(service) {
  const all = [];
  let from = '';
  for (;;) {
    const page = await service('GET', `/customers?take=500${from}`);
    // The cursor is inclusive: a page begins with the last one of the page before.
    all.push(...page.slice(from === '' ? 0 : 1));
    if (page.length < 500) return all;
    from = `&from=${page.at(-1).Id}`;
  }
}
