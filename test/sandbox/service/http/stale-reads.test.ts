// `If-Match`, for every operation that declares 412: what somebody else has changed since it was read is left as it is.
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../openapi-document.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const customer = { FirstName: 'Ada', Address: { Country: 'DE' } };

/** The address of one of each resource, made where the default account has none. */
const oneOf: { readonly [resource: string]: (api: Api) => Promise<string> } = {
  orders: async (api) => {
    const Cart = { PlanVariantId: 'b00000000000000000000001' };
    return `orders/${(await api('POST', 'orders', { Customer: customer, Cart })).body.Id}`;
  },
  customers: async (api) => `customers/${(await api('POST', 'customers', customer)).body.Id}`,
  contracts: async (api) => `contracts/${(await newContract(api)).Id}`,
  webhooks: async (api) =>
    `webhooks/${(await api('POST', 'webhooks', { Url: 'https://shop.test/hooks', Events: ['InvoiceCreated'] })).body.Id}`,
  priceLists: async (api) => {
    const list = { PlanGroupId: 'a10000000000000000000001', InternalName: 'Partners', Components: [] };
    return `priceLists/${(await api('POST', 'priceLists', list)).body.Id}`;
  },
  emailNotificationsTemplates: async (api) => {
    await newContract(api);
    const [mail] = (await api('GET', '/sandbox/mails')).body;
    return `emailNotificationsTemplates?id=${mail.TemplateId}`;
  },
};

const oneOfList = (resource: string) => async (api: Api) =>
  `${resource}/${(await api('GET', resource)).body[0].Id}`;

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
