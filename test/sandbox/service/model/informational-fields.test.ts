import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { configurationSchema } from '../../../../sandbox/src/service/configuration/schema.ts';
import * as catalogue from '../../../../sandbox/src/service/model/catalogue.ts';
import * as contract from '../../../../sandbox/src/service/model/contract.ts';
import * as customer from '../../../../sandbox/src/service/model/customer.ts';
import * as paymentInput from '../../../../sandbox/src/service/model/payment-input.ts';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

/** Names of the fields anywhere in a schema whose description says that they decide nothing. */
function informational(node: unknown, found = new Set<string>()): Set<string> {
  if (node === null || typeof node !== 'object') return found;
  for (const [name, entry] of Object.entries((node as { properties?: object }).properties ?? {})) {
    const text = (entry as { description?: string }).description ?? '';
    if (text.startsWith('Informational: ')) found.add(name);
  }
  for (const child of Object.values(node)) informational(child, found);
  return found;
}

const schemas = [catalogue, contract, customer, paymentInput, { configurationSchema }]
  .flatMap((exported) => Object.values(exported))
  .filter((value): value is z.ZodType => value instanceof z.ZodType);

describe('fields without effect', () => {
  it('are those listed in docs/rest.md', async () => {
    const found = new Set<string>();
    for (const schema of schemas) {
      informational(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), found);
    }
    const page = await readFile(new URL('../../../../docs/rest.md', import.meta.url), 'utf8');
    const table = page.split('## Fields without effect')[1]?.split('\n## ')[0] ?? '';
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
    expect([...found].toSorted()).toEqual(listed.map(([, name]) => name).toSorted());
  });
});

describe('hidden products', () => {
  const basic = 'b00000000000000000000001';
  const seat = 'd00000000000000000000001';

  it.each([
    ['planVariants', basic, 'Cart.PlanVariantId'],
    ['plans', '', 'Cart.PlanVariantId'],
    ['components', seat, 'Cart.ComponentSubscriptions[0].ComponentId'],
  ])('of %s cannot be ordered by ClientLib, but by REST', async (path, id, field) => {
    const api = await backEnd(newSandbox());
    const { PlanId } = (await api('GET', `planVariants/${basic}`)).body;
    const Cart = { PlanVariantId: basic, ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1 }] };
    const order = { Cart, Customer: { LastName: 'Byron' } };
    expect((await api('POST', 'CustomerSelfService/signup/order', order)).status).toBe(200);
    await api('PATCH', `${path}/${id || PlanId}`, { Hidden: true });
    for (const call of ['signup/order', 'signup/preview']) {
      const { status, body } = await api('POST', `CustomerSelfService/${call}`, order);
      expect([status, body.Error.Code, body.Errors]).toEqual([
        422,
        'InvalidData',
        [
          {
            Field: field,
            Code: 'InvalidData',
            Message: expect.stringContaining('not available in self-service'),
          },
        ],
      ]);
    }
    expect((await newContract(api, order)).Id).toMatch(/^[0-9a-f]{24}$/);
  });
});
