import { describe, expect, it } from 'vitest';
import {
  possibleStates,
  type StoreState,
  storeStates,
} from '../../../../sandbox/src/service/domain/records/stores.ts';
import { examples, fc } from '../../../properties.ts';
import { appShop, type Json, stores } from './shop.ts';

/** One thing that happens: in the store, or time. */
type Step =
  | { readonly Kind: 'State'; readonly Status: StoreState }
  | { readonly Kind: 'Fails'; readonly RenewalFails: boolean }
  | { readonly Kind: 'Product'; readonly Yearly: boolean; readonly AtRenewal: boolean }
  | { readonly Kind: 'Time'; readonly Hours: number };

const step = (type: (typeof stores)[number]): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        Kind: fc.constant('State' as const),
        Status: fc.constantFrom(...possibleStates(type)),
      }),
    },
    { weight: 1, arbitrary: fc.record({ Kind: fc.constant('Fails' as const), RenewalFails: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        Kind: fc.constant('Product' as const),
        Yearly: fc.boolean(),
        AtRenewal: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        Kind: fc.constant('Time' as const),
        Hours: fc.integer({ min: 1, max: 24 * 50 }),
      }),
    },
  );

const name = { AppleIap: 'apple', GoogleIap: 'google', AmazonIap: 'amazon' } as const;

/** Collections of a sandbox, by name. */
const documents = (shop: Awaited<ReturnType<typeof appShop>>, collection: string): Json[] => [
  ...(shop.sandbox.snapshot().Collections[collection] ?? []),
];

describe.each(stores)('random lives in %s', (type) => {
  it('the contract matches the store after each re-check, and nothing was ever booked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step(type), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (steps, startsWithTrial) => {
          const shop = await appShop();
          const receipt = await shop.receipt(
            type,
            startsWithTrial ? { Trial: { Unit: 'Day', Quantity: 9 } } : {},
          );
          const contract = await shop.order(receipt);
          let [{ Id: id }] = (await shop.check(receipt)).body.Subscriptions;
          for (const one of steps) {
            if (one.Kind === 'Time') {
              await shop.sandbox.clock.advance(`PT${one.Hours}H`);
            } else {
              const { Kind, ...rest } = one;
              const change =
                rest === undefined || Kind !== 'Product'
                  ? rest
                  : {
                      ProductId: `com.merchant.${name[type]}.${(one as { Yearly: boolean }).Yearly ? 'yearly' : 'monthly'}`,
                      AtRenewal: (one as { AtRenewal: boolean }).AtRenewal,
                    };
              // What cannot happen in this state is refused, and changes nothing.
              await shop.call('PATCH', `/sandbox/stores/${type}/subscriptions/${id}`, change);
            }
            // The next re-check, at its own instant.
            const task = documents(shop, 'tasks').find(({ Type }) => Type === 'store-check');
            let stored = await shop.stored(type, id);
            // What has been over for long is no longer followed until the app sends its receipt again.
            if (task === undefined) await shop.check(stored.Receipt);
            else await shop.sandbox.clock.set(new Date(task.DueAt));
            stored = await shop.stored(type, id);
            while (stored.ReplacedBy !== undefined) {
              // The app sends the receipt of the purchase that took this one's place.
              id = stored.ReplacedBy;
              stored = await shop.stored(type, id);
              expect((await shop.check(stored.Receipt)).body.Subscriptions[0].Contract.Id).toBe(contract.Id);
            }
            const shown = await shop.contract(contract.Id);
            const meaning = storeStates[stored.Status as StoreState];
            expect([stored.Status, meaning.LifecycleStatus]).toEqual([
              stored.Status,
              expect.arrayContaining([shown.LifecycleStatus]),
            ]);
            expect([stored.Status, shown.EndDate === undefined]).toEqual([
              stored.Status,
              meaning.EndDate === 'unset',
            ]);
            if (stored.Status === 'Canceled') expect(shown.EndDate).toBe(stored.ExpiryDate);
            const starts = shown.Phases.map((phase: Json) => phase.StartDate);
            expect(starts).toEqual([...starts].sort());
          }
          for (const kept of [
            'ledgerEntries',
            'invoices',
            'invoiceDrafts',
            'paymentTransactions',
            'dunnings',
          ]) {
            expect([kept, documents(shop, kept)]).toEqual([kept, []]);
          }
          expect(documents(shop, 'contracts')).toHaveLength(1);
        },
      ),
      { numRuns: examples(25) },
    );
  }, 60_000);
});

describe('time', () => {
  it('one jump gives the same result as many small steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...stores),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (type, fails, days) => {
          const [jump, steps] = await Promise.all([appShop(), appShop()]);
          for (const shop of [jump, steps]) {
            const receipt = await shop.receipt(type, { Trial: { Unit: 'Day', Quantity: 5 } });
            await shop.order(receipt);
            const [{ Id }] = (await shop.check(receipt)).body.Subscriptions;
            await shop.patch(type, Id, { RenewalFails: fails });
          }
          await jump.sandbox.clock.advance(`P${days * 3}D`);
          for (let at = 0; at < days; at += 1) await steps.sandbox.clock.advance('P3D');
          for (const collection of [
            'contracts',
            'storeSubscriptions',
            'events',
            'tasks',
            'externalSubscriptions',
          ]) {
            expect(documents(jump, collection)).toEqual(documents(steps, collection));
          }
        },
      ),
      { numRuns: examples(10) },
    );
  }, 60_000);
});
