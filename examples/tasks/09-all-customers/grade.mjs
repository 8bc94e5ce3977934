import { failed, newSandbox, serviceOf } from '../grader.mjs';

const COUNT = 1_130;

export async function grade(load) {
  const sandbox = newSandbox({ config: { Account: { RateLimit: { Requests: 1e9 } } } });
  const service = await serviceOf(sandbox);
  for (let at = 0; at < COUNT; at += 1)
    await service('POST', '/customers', { FirstName: 'Customer', LastName: `${at}` });
  const { allCustomers } = await load();
  const ids = (await allCustomers(service)).map(({ Id }) => Id);
  // Somebody deletes the last customer of each page before the next one is requested.
  const left = (await allCustomers(deletingLast(service))).map(({ Id }) => Id);
  return failed({
    'Every customer must be there.': new Set(ids).size === COUNT,
    'Each must be there once.': ids.length === new Set(ids).size,
    'None must be missing when the last customer of a page is deleted.': new Set(left).size === COUNT,
  });
}

function deletingLast(service) {
  return async (method, path, ...rest) => {
    const answer = await service(method, path, ...rest);
    const last =
      method === 'GET' && Array.isArray(answer) && answer.length > 1 ? answer.at(-1).Id : undefined;
    if (last !== undefined) await service('DELETE', `/customers/${last}`);
    return answer;
  };
}
