import { describe, expect, test } from 'vitest';
import {
  annulContract,
  endContract,
  moveTrialEnd,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { backEnd, newContract, newSandbox } from '../http/service.ts';
import { type CatalogueChange, day, ids, Shop } from './billing-kit.ts';

const trialPlan = 'b10000000000000000000003';
const half = { CouponCode: 'HALF1' };
const ada = { FirstName: 'Ada', Address: { Country: 'DE' } };

/** A trial of Pro from 1 April to 15 April. */
function trial(cart: object = {}, catalogue: CatalogueChange = {}) {
  const shop = new Shop('2026-04-01T09:00:00Z', { catalogue });
  const { Id } = shop.signup(ids.proTrial, cart);
  const discounts = () =>
    shop.tx.discountSubscriptions.where('ContractId', Id).map((one) => day(one.StartDate));
  const last = () => shop.invoices(Id).at(-1)?.TotalNet;
  return { shop, id: Id, discounts, last };
}

describe('a discount starts on the first paid day', () => {
  test('moved by a change in the trial', async () => {
    const { shop, id, discounts, last } = trial(half);
    await shop.advanceTo('2026-04-08T09:00:00Z');
    shop.change(id, { PlanVariantId: ids.basicMonthly });
    expect([discounts(), last()]).toEqual([['2026-04-08'], 4.95]);
  });

  test('moved by a change that was planned in the trial', async () => {
    const { shop, id, discounts, last } = trial(half);
    shop.change(id, { PlanVariantId: ids.basicMonthly }, { ChangeDate: '2026-04-08T09:00:00Z' });
    await shop.advanceTo('2026-04-09T09:00:00Z');
    expect([discounts(), last()]).toEqual([['2026-04-08'], 4.95]);
  });

  test('of a change order in the trial', async () => {
    const { shop, id, discounts, last } = trial();
    await shop.advanceTo('2026-04-05T09:00:00Z');
    shop.change(id, { ...half, ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] });
    await shop.advanceTo('2026-04-16T09:00:00Z');
    expect([discounts(), last()]).toEqual([['2026-04-15'], 16.75]);
  });

  test.each([
    ['was to end in its trial', {}, '2026-04-10T09:00:00Z'],
    [
      'ends with its trial',
      { plans: { [trialPlan]: { TrialEndPolicy: 'DeactivateAccount' as const } } },
      undefined,
    ],
  ])('moved by a change in the trial of a contract that %s', async (_, catalogue, end) => {
    const { shop, id, discounts, last } = trial(half, catalogue);
    if (end !== undefined) shop.core.transaction((tx) => endContract(tx, id, end));
    await shop.advanceTo('2026-04-08T09:00:00Z');
    shop.change(id, { PlanVariantId: ids.basicMonthly });
    expect([discounts(), last()]).toEqual([['2026-04-08'], 4.95]);
  });

  test('moved by the merchant', async () => {
    const { shop, id, discounts, last } = trial(half);
    shop.core.transaction((tx) => moveTrialEnd(tx, id, '2026-04-20T09:00:00Z'));
    await shop.advanceTo('2026-04-21T09:00:00Z');
    expect([discounts(), last()]).toEqual([['2026-04-20'], 14.5]);
  });

  test('billed here, if another system has billed the contract before', async () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const { Id } = shop.order({
      Customer: ada,
      Cart: { PlanVariantId: ids.basicMonthly, ...half },
      BilledUntil: '2026-05-01T09:00:00Z',
    });
    await shop.advanceTo('2026-06-02T09:00:00Z');
    expect(shop.invoices(Id).map(({ TotalNet }) => TotalNet)).toEqual([4.95, 9.9]);
  });
});

describe('the setup fee', () => {
  test('is charged again after the first contract was annulled, as if it had never existed', () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const { Id, CustomerId } = shop.signup(ids.proMonthly);
    const signup = () => shop.order({ CustomerId, Cart: { PlanVariantId: ids.proMonthly } }).Balance;
    expect(signup()).toBe(34.51);
    shop.core.transaction((tx) => annulContract(tx, Id));
    expect(signup()).toBe(34.51);
    const other = shop.signup(ids.proMonthly);
    shop.core.transaction((tx) => annulContract(tx, other.Id));
    const again = shop.order({ CustomerId: other.CustomerId, Cart: { PlanVariantId: ids.proMonthly } });
    expect(again.Balance).toBe(92.82);
  });
});

/** What contract, preview and invoices say of the next billing. */
async function nextBilling(order: object, advance: readonly string[]) {
  const sandbox = newSandbox({ clock: '2026-02-06T09:00:00Z' });
  const api = await backEnd(sandbox);
  const { Id, CustomerId } = await newContract(api, order);
  const said = async () => [
    (await api('GET', `contracts/${Id}`)).body.NextBillingDate?.slice(0, 10),
    (await api('GET', `contracts/${Id}/previewNextRecurring`)).body,
  ];
  const [date, preview] = await said();
  const billed: string[] = [];
  for (const to of advance) {
    await sandbox.clock.set(to);
    const invoices = (await api('GET', `invoices?customerId=${CustomerId}`)).body;
    billed.push(
      `${to.slice(0, 10)}: ${invoices.map((one: { TotalGross: number }) => one.TotalGross).join(' ')}`,
    );
  }
  return { date, preview: [preview.NextBillingDate?.slice(0, 10), preview.Invoice?.TotalGross], billed };
}

describe('the next billing of a contract that another system has billed', () => {
  const Cart = { PlanVariantId: ids.proTrial };

  test('after its trial is on that date', async () => {
    expect(
      await nextBilling({ Cart, BilledUntil: '2026-03-08T09:00:00Z' }, [
        '2026-02-21T09:00:00Z',
        '2026-03-09T09:00:00Z',
        '2026-03-21T09:00:00Z',
      ]),
    ).toEqual({
      date: '2026-03-08',
      // 12 of 28 days: 29.00 − 16.57 = 12.43, VAT 2.36.
      preview: ['2026-03-08', 14.79],
      billed: ['2026-02-21: ', '2026-03-09: 14.79', '2026-03-21: 34.51 14.79'],
    });
  });

  test('within its trial is at the end of the trial', async () => {
    expect(
      await nextBilling({ Cart, BilledUntil: '2026-02-16T09:00:00Z' }, [
        '2026-02-17T09:00:00Z',
        '2026-02-21T09:00:00Z',
      ]),
    ).toEqual({
      date: '2026-02-20',
      preview: ['2026-02-20', 34.51],
      billed: ['2026-02-17: ', '2026-02-21: 34.51'],
    });
  });
});
