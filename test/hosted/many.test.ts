// Many workspaces on one engine, signed up to at the same time: none sees anything of another. `npm run bench hosted` does
// the same with 1,000.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeWorkspace, startHosted } from './hosted.ts';
import { control, restOf } from './requests.ts';

const WORKSPACES = 30;

let hosted: Awaited<ReturnType<typeof startHosted>>;
beforeAll(async () => {
  hosted = await startHosted();
});
afterAll(() => hosted.close());

async function signUp(made: MadeWorkspace) {
  const rest = await restOf(made);
  const order = await rest('POST', 'orders', {
    Customer: { FirstName: 'Ada', LastName: 'Byron', Tag: made.Name, Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  const { json: contract } = await rest('POST', `orders/${order.json.Id}/commit`, {
    PaymentMethod: 'InvoicePayment',
  });
  return { made, rest, contract };
}

it('each workspace sees only its own customer, contract and events', async () => {
  const made = await Promise.all(Array.from({ length: WORKSPACES }, () => hosted.make()));
  const all = await Promise.all(made.map(signUp));
  expect(new Set(made.map(({ Name }) => Name)).size).toBe(WORKSPACES);
  expect(new Set(all.map(({ contract }) => contract.Id)).size).toBe(WORKSPACES);
  await Promise.all(
    all.map(async ({ made: own, rest, contract }, at) => {
      const other = all[(at + 1) % all.length] as (typeof all)[number];
      const { json: customers } = await rest('GET', 'customers');
      expect(customers.map(({ Tag }: { Tag: string }) => Tag)).toEqual([own.Name]);
      const { json: contracts } = await rest('GET', 'contracts');
      expect(contracts.map(({ Id }: { Id: string }) => Id)).toEqual([contract.Id]);
      expect((await rest('GET', `contracts/${other.contract.Id}`)).status).toBe(404);
      const { json: events } = await control(own)('GET', 'events');
      expect(JSON.stringify(events)).not.toContain(other.contract.Id);
      expect((await control({ ...other.made, ControlToken: own.ControlToken })('GET', 'events')).status).toBe(
        401,
      );
    }),
  );
});
