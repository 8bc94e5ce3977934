import { describe, expect, it } from 'vitest';
import {
  possibleStates,
  type StoreState,
  storeStates,
} from '../../../../sandbox/src/service/domain/records/stores.ts';
import { appShop, type Json, stores } from './shop.ts';

const DAY = 'P1DT10M';

type Shop = Awaited<ReturnType<typeof appShop>>;

/** A contract that follows a subscription, with both ids. */
async function followed(type: string, request: object = {}, shop?: Shop) {
  const used = shop ?? (await appShop());
  const receipt = await used.receipt(type, request);
  const contract = await used.order(receipt);
  const [subscription] = (await used.check(receipt)).body.Subscriptions;
  return { shop: used, receipt, contractId: contract.Id as string, id: subscription.Id as string };
}

/** How a subscription comes to each state by the customer, the merchant and time, not by force. */
const ways: { readonly [state in StoreState]?: (shop: Shop, type: string, id: string) => Promise<unknown> } =
  {
    Trial: async () => {},
    Active: (shop) => shop.sandbox.clock.advance('P15D'),
    Canceled: (shop, type, id) => shop.patch(type, id, { Status: 'Canceled' }),
    Grace: async (shop, type, id) => {
      await shop.patch(type, id, { RenewalFails: true });
      await shop.sandbox.clock.advance('P15D');
    },
    BillingRetry: async (shop, type, id) => {
      await shop.patch(type, id, { RenewalFails: true });
      await shop.sandbox.clock.advance('P40D');
    },
    Paused: (shop, type, id) => shop.patch(type, id, { Status: 'Paused' }),
    Expired: async (shop, type, id) => {
      await shop.patch(type, id, { Status: 'Canceled' });
      await shop.sandbox.clock.advance('P15D');
    },
    Refunded: (shop, type, id) => shop.patch(type, id, { Status: 'Refunded' }),
    Revoked: (shop, type, id) => shop.patch(type, id, { Status: 'Revoked' }),
    Upgraded: (shop, type, id) => shop.patch(type, id, { ProductId: 'com.merchant.google.yearly' }),
  };

describe.each(stores)('the life of a subscription of %s, driven by the clock', (type) => {
  it.each(possibleStates(type))('%s: the contract matches the table', async (state) => {
    const { shop, contractId, id } = await followed(type, { Trial: { Unit: 'Day', Quantity: 14 } });
    await ways[state]?.(shop, type, id);
    await shop.sandbox.clock.advance(DAY);
    expect((await shop.stored(type, id)).Status).toBe(state);
    const contract = await shop.contract(contractId);
    const meaning = storeStates[state];
    expect(meaning.LifecycleStatus).toContain(contract.LifecycleStatus);
    expect(contract.EndDate === undefined).toBe(meaning.EndDate === 'unset');
    expect(await shop.ok(shop.rest('GET', `contracts/${contractId}/ledgerEntries`))).toEqual([]);
  });

  it('renews for years without an event, a booking or a document', async () => {
    const { shop, contractId, id } = await followed(type);
    const before = await shop.events();
    await shop.sandbox.clock.advance('P3Y');
    expect(await shop.events()).toEqual(before);
    expect(await shop.contract(contractId)).toMatchObject({ LifecycleStatus: 'Active', Balance: 0 });
    expect(await shop.contract(contractId)).not.toHaveProperty('NextBillingDate');
    for (const list of ['invoices', 'paymentTransactions', 'dunnings', 'invoiceDrafts']) {
      expect(await shop.ok(shop.rest('GET', list))).toEqual([]);
    }
    // Paid by the month on the 15th, in universal time.
    expect((await shop.stored(type, id)).ExpiryDate).toBe('2029-02-15T10:00:00.0000000Z');
  });

  it('a trial turns into the paid phase if the store reports its end', async () => {
    const { shop, contractId } = await followed(type, { Trial: { Unit: 'Day', Quantity: 14 } });
    const trial = await shop.contract(contractId);
    expect(trial.LifecycleStatus).toBe('InTrial');
    expect(trial).not.toHaveProperty('PlanVariantId');
    expect(trial.Phases.map((phase: Json) => [phase.Type, phase.StartDate.slice(0, 10)])).toEqual([
      ['Trial', '2026-01-15'],
      ['Normal', '2026-01-29'],
    ]);
    await shop.sandbox.clock.advance('P15D');
    expect(await shop.contract(contractId)).toMatchObject({
      LifecycleStatus: 'Active',
      Phases: trial.Phases,
    });
    expect((await shop.events('ContractChanged')).map((one) => one.ContractChangeType)).toEqual([
      'Signup',
      'Timebased',
    ]);
  });

  it('a cancellation sets the end of the paid time, and can be revoked', async () => {
    const { shop, contractId, id } = await followed(type);
    await shop.patch(type, id, { Status: 'Canceled' });
    await shop.sandbox.clock.advance(DAY);
    expect(await shop.contract(contractId)).toMatchObject({
      LifecycleStatus: 'Active',
      EndDate: '2026-02-15T10:00:00.0000000Z',
    });
    expect(await shop.events('ContractCancelled')).toHaveLength(1);
    expect(await shop.events('ContractChanged')).toMatchObject([{ ContractChangeType: 'Signup' }]);
    await shop.patch(type, id, { Status: 'Active' });
    await shop.sandbox.clock.advance(DAY);
    expect(await shop.contract(contractId)).not.toHaveProperty('EndDate');
    await shop.patch(type, id, { Status: 'Canceled' });
    await shop.sandbox.clock.advance('P2M');
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Ended');
    expect((await shop.events('ContractChanged')).map((one) => one.ContractChangeType)).toEqual([
      'Signup',
      'Timebased',
    ]);
    expect(await shop.events('ContractCancelled')).toHaveLength(2);
    expect(await shop.events('ContractCancellationRevoked')).toHaveLength(1);
    const changes = await shop.ok(shop.rest('GET', `contractChanges?contractId=${contractId}`));
    expect(changes.map(({ Type }: Json) => Type).toReversed()).toEqual([
      'Signup',
      'End',
      'CancellationRevoked',
      'End',
      'Timebased',
    ]);
  });

  it('a refund ends the contract at its date', async () => {
    const { shop, contractId, id } = await followed(type);
    await shop.sandbox.clock.advance('P10D');
    await shop.patch(type, id, { Status: 'Refunded' });
    await shop.sandbox.clock.advance(DAY);
    expect(await shop.contract(contractId)).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: '2026-01-25T10:00:00.0000000Z',
    });
    const changes = await shop.ok(shop.rest('GET', `contractChanges?contractId=${contractId}`));
    expect(changes[0]).toMatchObject({ Type: 'End', ChangeDate: '2026-01-25T10:00:00.0000000Z' });
    expect(await shop.events('ContractChanged')).toMatchObject([
      { ContractChangeType: 'Signup' },
      { ContractChangeId: changes[0].Id, ContractChangeType: 'End' },
    ]);
  });

  it('a failed renewal: grace, then what the store does, then the end', async () => {
    const { shop, contractId, id } = await followed(type);
    await shop.patch(type, id, { RenewalFails: true });
    await shop.sandbox.clock.advance('P1M1D');
    expect((await shop.stored(type, id)).Status).toBe('Grace');
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Active');
    expect((await shop.events('ContractChanged')).map((one) => one.ContractChangeType)).toEqual(['Signup']);
    await shop.sandbox.clock.advance('P17D');
    const retries = possibleStates(type).includes('BillingRetry');
    expect((await shop.contract(contractId)).LifecycleStatus).toBe(retries ? 'Paused' : 'Ended');
    await shop.sandbox.clock.advance('P2M');
    const ended = await shop.contract(contractId);
    expect(ended.LifecycleStatus).toBe('Ended');
    // Access ended with the grace period.
    const grace = { AppleIap: '2026-03-03', GoogleIap: '2026-02-22', AmazonIap: '2026-02-22' };
    expect(ended.EndDate.slice(0, 10)).toBe(grace[type]);
  });

  it('a trial whose first payment fails stays a trial; the grace days are paid ones', async () => {
    const { shop, contractId, id } = await followed(type, { Trial: { Unit: 'Day', Quantity: 14 } });
    const { Phases } = await shop.contract(contractId);
    await shop.patch(type, id, { RenewalFails: true });
    await shop.sandbox.clock.advance('P15D');
    expect((await shop.stored(type, id)).Status).toBe('Grace');
    expect(await shop.contract(contractId)).toMatchObject({ LifecycleStatus: 'Active', Phases });
    expect((await shop.events('ContractChanged')).map((one) => one.ContractChangeType)).toEqual([
      'Signup',
      'Timebased',
    ]);
  });

  it('payment data that works again ends the grace period, and the paid days stay', async () => {
    const { shop, contractId, id } = await followed(type);
    const phases = (await shop.contract(contractId)).Phases;
    await shop.patch(type, id, { RenewalFails: true });
    await shop.sandbox.clock.advance('P1M2D');
    await shop.patch(type, id, { RenewalFails: false });
    await shop.sandbox.clock.advance(DAY);
    expect((await shop.stored(type, id)).ExpiryDate.slice(0, 10)).toBe('2026-03-15');
    expect((await shop.contract(contractId)).Phases).toEqual(phases);
  });

  it('an ended subscription that is bought again resumes its contract', async () => {
    const { shop, contractId, id } = await followed(type);
    await shop.patch(type, id, { Status: 'Expired' });
    await shop.sandbox.clock.advance('P20D');
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Ended');
    await shop.patch(type, id, { Status: 'Active' });
    await shop.sandbox.clock.advance(DAY);
    const contract = await shop.contract(contractId);
    expect(contract.LifecycleStatus).toBe('Active');
    expect(contract).not.toHaveProperty('EndDate');
    expect(contract.Phases.map((phase: Json) => phase.Type)).toEqual(['Normal', 'Inactive', 'Normal']);
    expect((await shop.events('ContractChanged')).at(-1)).toMatchObject({ ContractChangeType: 'Resume' });
  });
});

describe.each(['AppleIap', 'AmazonIap'])('a subscription of %s that is over', (type) => {
  /** Over in the store at once, seen with the look of the next day, and bought again after some days of that. */
  async function boughtAgainAfter(days: number) {
    const { shop, receipt, contractId, id } = await followed(type);
    await shop.patch(type, id, { Status: 'Expired' });
    await shop.sandbox.clock.advance('P1D');
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Ended');
    await shop.sandbox.clock.advance(`P${days}D`);
    await shop.patch(type, id, { Status: 'Active' });
    await shop.sandbox.clock.advance('P2D');
    return { shop, receipt, contractId };
  }

  it('is checked for 60 days, counted from when its end was seen', async () => {
    const { shop, contractId } = await boughtAgainAfter(58);
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Active');
  });

  it('is no longer checked after them, until the app sends its receipt again', async () => {
    const { shop, receipt, contractId } = await boughtAgainAfter(61);
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Ended');
    await shop.check(receipt);
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Active');
  });
});

describe('changes of product', () => {
  it.each(['AppleIap', 'AmazonIap'])(
    '%s: an upgrade changes the plan variant of the contract',
    async (type) => {
      const { shop, contractId, id } = await followed(type);
      const product = type === 'AppleIap' ? 'com.merchant.apple.yearly' : 'com.merchant.amazon.yearly';
      await shop.sandbox.clock.advance('P5D');
      await shop.patch(type, id, { ProductId: product });
      await shop.sandbox.clock.advance(DAY);
      const contract = await shop.contract(contractId);
      expect(contract.PlanVariantId).toBe(
        type === 'AppleIap' ? 'b00000000000000000000021' : 'b00000000000000000000023',
      );
      expect(contract.Phases).toHaveLength(2);
      const [, change] = await shop.events('ContractChanged');
      expect(change).toMatchObject({ ContractChangeType: 'Upgrade' });
      const changes = await shop.ok(shop.rest('GET', `contractChanges?contractId=${contractId}`));
      expect(changes[0]).toMatchObject({
        Id: change.ContractChangeId,
        NewPlanVariantId: contract.PlanVariantId,
      });
    },
  );

  it('AppleIap: an upgrade marks the purchase that it replaces', async () => {
    const { shop, receipt, id } = await followed('AppleIap');
    await shop.patch('AppleIap', id, { ProductId: 'com.merchant.apple.yearly' });
    const { AppleIapReceipt } = receipt as { AppleIapReceipt: string };
    const said = await shop.call('POST', '/stores/AppleIap/verifyReceipt', {
      'receipt-data': AppleIapReceipt,
    });
    const marks = said.body.latest_receipt_info.map((one: Json) => [one.product_id, one.is_upgraded]);
    expect(marks.toSorted()).toEqual([
      ['com.merchant.apple.monthly', 'true'],
      ['com.merchant.apple.yearly', undefined],
    ]);
  });

  it('AppleIap: a downgrade waits for the renewal', async () => {
    const { shop, contractId, id } = await followed('AppleIap', {
      ProductIds: ['com.merchant.apple.yearly'],
    });
    await shop.patch('AppleIap', id, { ProductId: 'com.merchant.apple.monthly', AtRenewal: true });
    await shop.sandbox.clock.advance('P11M');
    expect((await shop.contract(contractId)).PlanVariantId).toBe('b00000000000000000000021');
    await shop.sandbox.clock.advance('P1M1D');
    expect((await shop.contract(contractId)).PlanVariantId).toBe('b00000000000000000000011');
    expect((await shop.contract(contractId)).Phases.at(-1).StartDate).toBe('2027-01-15T10:00:00.0000000Z');
  });

  it.each(['AppleIap', 'GoogleIap'])(
    '%s: another product that waits is forgotten with the end',
    async (type) => {
      const { shop, id } = await followed(type);
      const ProductId = `com.merchant.${type === 'AppleIap' ? 'apple' : 'google'}.yearly`;
      expect((await shop.patch(type, id, { ProductId, AtRenewal: true })).NextProductId).toBe(ProductId);
      await shop.patch(type, id, { Status: 'Canceled' });
      await shop.sandbox.clock.advance('P40D');
      const over = await shop.stored(type, id);
      expect([over.Status, over.NextProductId]).toEqual(['Expired', undefined]);
    },
  );

  it.each(['an order', 'a check'])(
    'GoogleIap: an upgrade is a new purchase; its receipt, by %s, goes on with the same contract',
    async (way) => {
      const { shop, contractId, id } = await followed('GoogleIap');
      await shop.sandbox.clock.advance('P5D');
      const { ReplacedBy } = await shop.patch('GoogleIap', id, { ProductId: 'com.merchant.google.yearly' });
      await shop.sandbox.clock.advance(DAY);
      // The old purchase is over, and of the new one the service knows nothing yet.
      expect((await shop.contract(contractId)).LifecycleStatus).toBe('Ended');
      const { Receipt } = await shop.stored('GoogleIap', ReplacedBy);
      if (way === 'an order') expect((await shop.order(Receipt)).Id).toBe(contractId);
      expect((await shop.check(Receipt)).body.Subscriptions).toEqual([
        { Id: ReplacedBy, Contract: { Id: contractId, CustomerId: expect.any(String) } },
      ]);
      const contract = await shop.contract(contractId);
      expect(contract).toMatchObject({
        LifecycleStatus: 'Active',
        PlanVariantId: 'b00000000000000000000022',
      });
      expect(contract).not.toHaveProperty('EndDate');
      await shop.sandbox.clock.advance('P2M');
      expect((await shop.contract(contractId)).LifecycleStatus).toBe('Active');
      await shop.patch('GoogleIap', ReplacedBy, { Status: 'Refunded' });
      await shop.sandbox.clock.advance(DAY);
      expect((await shop.contract(contractId)).LifecycleStatus).toBe('Ended');
    },
  );
});

describe('GoogleIap', () => {
  it.each(['an order', 'a check'])(
    'follows the chain of purchases to the one that it has, by %s with the newest receipt alone',
    async (way) => {
      const { shop, contractId, id } = await followed('GoogleIap');
      let newest = id;
      for (const product of ['yearly', 'monthly', 'yearly']) {
        await shop.sandbox.clock.advance('PT1H');
        const { ReplacedBy } = await shop.patch('GoogleIap', newest, {
          ProductId: `com.merchant.google.${product}`,
        });
        newest = ReplacedBy;
      }
      const { Receipt } = await shop.stored('GoogleIap', newest);
      if (way === 'an order') expect((await shop.order(Receipt)).Id).toBe(contractId);
      expect((await shop.check(Receipt)).body.Subscriptions).toEqual([
        { Id: newest, Contract: { Id: contractId, CustomerId: expect.any(String) } },
      ]);
      expect(await shop.ok(shop.rest('GET', 'contracts'))).toHaveLength(1);
      expect(await shop.contract(contractId)).toMatchObject({
        LifecycleStatus: 'Active',
        PlanVariantId: 'b00000000000000000000022',
      });
    },
  );

  it('revokes a purchase after three days if no app has acknowledged it', async () => {
    const { shop, contractId } = await followed('GoogleIap', { Acknowledged: false });
    await shop.sandbox.clock.advance('P4D');
    expect(await shop.contract(contractId)).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: '2026-01-18T10:00:00.0000000Z',
    });
    const kept = await followed('GoogleIap', { Acknowledged: false });
    await kept.shop.patch('GoogleIap', kept.id, { Acknowledged: true });
    await kept.shop.sandbox.clock.advance('P4D');
    expect((await kept.shop.contract(kept.contractId)).LifecycleStatus).toBe('Active');
  });

  it('a contract of a store cannot be paused here', async () => {
    const shop = await appShop();
    const contract = await shop.order(await shop.receipt('GoogleIap'));
    const { status, body } = await shop.rest('POST', `contracts/${contract.Id}/pause`, {});
    expect([status, body.Message]).toEqual([409, `Contract ${contract.Id} is billed by its store.`]);
    expect((await shop.contract(contract.Id)).LifecycleStatus).toBe('Active');
  });

  it('a pause resumes by itself at its end', async () => {
    const { shop, contractId, id } = await followed('GoogleIap');
    await shop.patch('GoogleIap', id, { Status: 'Paused', Until: '2026-01-25T10:00:00Z' });
    await shop.sandbox.clock.advance(DAY);
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Paused');
    await shop.sandbox.clock.advance('P10D');
    expect((await shop.contract(contractId)).LifecycleStatus).toBe('Active');
    expect((await shop.events('ContractChanged')).map((one) => one.ContractChangeType)).toEqual([
      'Signup',
      'Pause',
      'Resume',
    ]);
  });

  it('drops a purchase that ended long ago: the contract stays ended, the check says so', async () => {
    const { shop, receipt, contractId, id } = await followed('GoogleIap');
    await shop.patch('GoogleIap', id, { Status: 'Expired' });
    await shop.sandbox.clock.advance('P70D');
    expect(await shop.check(receipt)).toMatchObject({ status: 422, body: { Code: 'SubscriptionOver' } });
    expect(await shop.contract(contractId)).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: '2026-01-15T10:00:00.0000000Z',
    });
  });
});
