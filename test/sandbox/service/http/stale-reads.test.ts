// `If-Match`, for every operation that declares 412: what somebody else has changed since it was read is left as it is.
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../openapi-document.ts';
import { deletable } from './deletable.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

/** The address of one of each resource that a POST alone does not make. */
const oneOf: { readonly [resource: string]: (api: Api) => Promise<string> } = {
  contracts: async (api) => `contracts/${(await newContract(api)).Id}`,
  emailNotificationsTemplates: async (api) => {
    await newContract(api);
    const [mail] = (await api('GET', '/sandbox/mails')).body;
    return `emailNotificationsTemplates?id=${mail.TemplateId}`;
  },
};

/** The first of a list, made where the default account has none. */
const oneOfList = (resource: string) => async (api: Api) => {
  const [first] = (await api('GET', resource)).body;
  if (first !== undefined) return `${resource}/${first.Id}`;
  const { CustomerId } = await newContract(api);
  const entry = deletable[`${resource}/{id}`]?.made(1, api, CustomerId);
  const made = entry instanceof Promise ? await entry : (await api('POST', resource, entry)).body;
  return `${resource}/${made.Id}`;
};

const declaring = Object.entries(openApiDocument.paths as object).flatMap(([path, operations]) =>
  Object.entries(operations as Record<string, { responses?: object }>).flatMap(([method, { responses }]) =>
    responses !== undefined && '412' in responses ? [`${method.toUpperCase()} ${path}`] : [],
  ),
);

describe('with an If-Match of what has changed since', () => {
  it('is tested for all resources', () => {
    expect(declaring.length).toBeGreaterThan(30);
    const methods = new Set(declaring.map((one) => one.split(' ')[0]));
    expect([...methods].sort()).toEqual(['DELETE', 'PATCH', 'PUT']);
  });

  it.each(declaring)(
    '%s is rejected with 412 and changes nothing; with the current tag, it succeeds',
    async (operation) => {
      const sandbox = newSandbox();
      const api = await backEnd(sandbox);
      const [method = '', path = ''] = operation.split(' ');
      const resource = path.split('/')[3] ?? '';
      const address = await (oneOf[resource] ?? oneOfList(resource))(api);
      const before = await api('GET', address);
      expect(before.status, JSON.stringify(before.body)).toBe(200);
      const body = method === 'DELETE' ? undefined : before.body;
      const state = sandbox.snapshot().Collections;
      const stale = await api(method, address, body, { 'If-Match': '"as-it-was"' });
      expect([stale.status, stale.body.Code]).toEqual([412, 'Changed']);
      expect(sandbox.snapshot().Collections).toEqual(state);
      const ETag = before.headers.get('ETag') ?? '';
      expect((await api(method, address, body, { 'If-Match': ETag })).status).not.toBe(412);
    },
  );
});

it('a tag is that of its text, whatever longer one was read before, and another one for each', async () => {
  const api = await backEnd(newSandbox());
  const made = async (LastName: string) => (await api('POST', 'customers', { LastName })).body.Id;
  const tagOf = async (id: string) => (await api('GET', `customers/${id}`)).headers.get('ETag') ?? '';
  const longer = [await made('x'.repeat(200)), await made('y'.repeat(200))];
  const tags = new Set<string>();
  for (const name of ['Ad', 'Ada', 'Adam', 'Adams']) {
    const id = await made(name);
    for (const other of longer) {
      await tagOf(other);
      tags.add(await tagOf(id));
    }
  }
  expect(tags.size).toBe(4);
});
