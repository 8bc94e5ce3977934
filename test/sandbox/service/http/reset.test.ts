import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const basic = 'b00000000000000000000001';
const webhook = { Url: 'https://shop.test/hook', Events: ['OrderSucceeded'] };

/** A sandbox in use: a webhook, a plan variant of its own, a customer and a moved clock. */
async function used() {
  const sandbox = newSandbox({
    webhooks: ['https://shop.test/from-the-start'],
    deliver: async () => new Response(null, { status: 204 }),
  });
  const api = await backEnd(sandbox);
  const registered = (await api('POST', 'webhooks', webhook)).body;
  const [plan] = (await api('GET', 'plans')).body;
  const own = (await api('POST', 'planVariants', { PlanId: plan.Id, InternalName: 'Own', RecurringFee: 5 }))
    .body;
  await api('PATCH', `planVariants/${basic}`, { RecurringFee: 12 });
  const contract = await newContract(api);
  await sandbox.clock.advance('P1D');
  const reset = (body?: object) => api('POST', '/sandbox/reset', body);
  return { sandbox, api, registered, own, contract, reset };
}

const urls = async (api: Api): Promise<string[]> =>
  (await api('GET', 'webhooks')).body.map(({ Url }: { Url: string }) => Url).toSorted();

describe('POST /sandbox/reset', () => {
  it.each([[undefined], [{}], [{ Keep: [] }]])('with %j keeps nothing', async (body) => {
    const { sandbox, api, own, reset } = await used();
    expect((await reset(body)).body).toEqual({ Status: 'ok' });
    expect((await api('GET', 'customers')).status).toBe(401);
    const again = await backEnd(sandbox);
    expect(await urls(again)).toEqual(['https://shop.test/from-the-start']);
    expect((await again('GET', `planVariants/${own.Id}`)).status).toBe(404);
    expect((await again('GET', `planVariants/${basic}`)).body.RecurringFee).toBe(9.9);
    expect(sandbox.clock.now()).toEqual(new Date('2026-01-15T10:00:00Z'));
  });

  it('keeps what is named, and resets everything else', async () => {
    const { sandbox, api, registered, own, contract, reset } = await used();
    const variants = (await api('GET', 'planVariants?take=500')).body;
    await reset({ Keep: ['Webhooks', 'Tokens', 'Catalogue'] });
    expect(await urls(api)).toEqual(['https://shop.test/from-the-start', webhook.Url]);
    const { Secret, ...shown } = registered;
    expect((await api('GET', 'webhooks')).body).toContainEqual(shown);
    const after = (await api('GET', 'planVariants?take=500')).body;
    expect(after.map(({ Id, RecurringFee }: typeof own) => [Id, RecurringFee])).toEqual(
      variants.map(({ Id, RecurringFee }: typeof own) => [Id, RecurringFee]),
    );
    expect((await api('GET', 'customers')).body).toEqual([]);
    expect((await api('GET', `contracts/${contract.Id}`)).status).toBe(404);
    expect(sandbox.clock.now()).toEqual(new Date('2026-01-15T10:00:00Z'));
    // New documents are named like none of the kept ones, and the price that was kept holds.
    const next = await newContract(api, { Cart: { PlanVariantId: own.Id } });
    const known = new Set([registered.Id, ...after.map(({ Id }: typeof own) => Id)]);
    expect(known.has(next.Id) || known.has(next.CustomerId)).toBe(false);
    const again = await api('POST', 'planVariants', {
      PlanId: own.PlanId,
      InternalName: 'Another',
      RecurringFee: 1,
    });
    expect([again.status, known.has(again.body.Id)]).toEqual([200, false]);
  });

  it('can keep each part on its own', async () => {
    const webhooks = await used();
    await webhooks.reset({ Keep: ['Webhooks'] });
    const fresh = await backEnd(webhooks.sandbox);
    expect(await urls(fresh)).toEqual(['https://shop.test/from-the-start', webhook.Url]);
    expect((await fresh('GET', `planVariants/${webhooks.own.Id}`)).status).toBe(404);
    const tokens = await used();
    await tokens.reset({ Keep: ['Tokens'] });
    expect(await urls(tokens.api)).toEqual(['https://shop.test/from-the-start']);
    expect((await tokens.api('GET', `planVariants/${basic}`)).body.RecurringFee).toBe(9.9);
  });

  it('rejects unknown parts, and then changes nothing', async () => {
    const { api, contract, reset } = await used();
    const { status, body } = await reset({ Keep: ['Customers'] });
    expect([status, body.Errors[0].Field]).toEqual([422, 'Keep[0]']);
    expect((await api('GET', `contracts/${contract.Id}`)).status).toBe(200);
  });

  it('is also available in process', async () => {
    const { sandbox, api } = await used();
    sandbox.reset({ keep: ['Tokens', 'Webhooks'] });
    expect(await urls(api)).toEqual(['https://shop.test/from-the-start', webhook.Url]);
  });
});
