import { describe, expect, test } from 'vitest';
import { defaultAccount } from '../../../../sandbox/src/service/configuration/defaults/account.ts';
import { getSubject } from '../../../../sandbox/src/service/domain/billing/bill.ts';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import {
  annulContract,
  cancelContract,
  cancellationPreview,
  contractView,
  endContract,
  pauseContract,
  resumeContract,
  revokeCancellation,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { card, ids, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const day = (timestamp: string | undefined) => timestamp?.slice(0, 10);

/** A contract on account, and what may happen to it. */
class Life {
  readonly shop: Shop;
  readonly id: string;

  constructor(variant: string, cart: Omit<NonNullable<OrderInput['Cart']>, 'PlanVariantId'> = {}) {
    this.shop = new Shop(now);
    this.id = this.shop.signup(variant, cart).Id;
  }

  get contract() {
    return this.shop.contract(this.id);
  }

  end(EndDate: string) {
    return this.shop.core.transaction((tx) => endContract(tx, this.id, EndDate));
  }

  cancel() {
    return this.shop.core.transaction((tx) => cancelContract(tx, this.id));
  }

  revoke(by: 'Customer' | 'Merchant' = 'Merchant') {
    return this.shop.core.transaction((tx) => revokeCancellation(tx, this.id, by));
  }

  phases() {
    return this.contract.Phases.map((phase) => [phase.Type, day(phase.StartDate)]);
  }

  /** First day, last day exclusive, net and VAT of each line, by document. */
  lines() {
    return this.shop
      .invoices(this.id)
      .map((invoice) =>
        invoice.ItemList.map((line) => [
          line.Description,
          day(line.PeriodStart),
          day(line.PeriodEnd),
          line.TotalNet,
          line.TotalVat,
        ]),
      );
  }

  net() {
    return this.shop.invoices(this.id).map((invoice) => invoice.TotalNet);
  }
}

describe('a moved end', () => {
  test('later: there is one end and one Inactive phase, and the contract is billed until then', async () => {
    const life = new Life(ids.basicMonthly);
    life.cancel();
    expect(day(life.contract.EndDate)).toBe('2026-02-15');
    const { ContractAfter, Invoice } = life.end('2026-05-15T09:00:00Z');
    expect(Invoice).toMatchObject({ TotalGross: 0, ItemList: [] });
    expect([day(ContractAfter.EndDate), day(ContractAfter.NextBillingDate)]).toEqual([
      '2026-05-15',
      '2026-02-15',
    ]);
    expect(life.phases()).toEqual([
      ['Normal', '2026-01-15'],
      ['Inactive', '2026-05-15'],
    ]);
    await life.shop.advanceTo('2026-05-15T08:59:59Z');
    expect(life.contract.LifecycleStatus).toBe('Active');
    await life.shop.advanceTo('2027-01-01T00:00:00Z');
    expect(life.contract).toMatchObject({ LifecycleStatus: 'Ended', Balance: 47.12 });
    expect(life.net()).toEqual([9.9, 9.9, 9.9, 9.9]);
  });

  test('of a paid year: days that are no longer credited are charged again, at their price', async () => {
    const life = new Life(ids.basicYearly);
    // 45 of 365 days are used: 99.00 − 12.21 = 86.79 is given back; of its 320 days 184 are charged again: 49.90.
    life.end('2026-03-01T09:00:00Z');
    life.shop.core.transaction((tx) => {
      const variant = tx.planVariants.get(ids.basicYearly);
      if (variant !== undefined) tx.planVariants.replace({ ...variant, RecurringFee: 500 });
    });
    const { Invoice } = life.end('2026-09-01T08:00:00Z');
    expect(Invoice).toMatchObject({ TotalNet: 49.9, TotalVat: 9.48 });
    expect(life.lines().slice(1)).toEqual([
      [['Credit: Basic', '2026-03-01', '2027-01-15', -86.79, -16.49]],
      [['Reversal: Credit: Basic', '2026-03-01', '2026-09-01', 49.9, 9.48]],
    ]);
    const [charge] = life.shop.invoices(life.id)[0]?.ItemList ?? [];
    const [credit] = life.shop.invoices(life.id)[1]?.ItemList ?? [];
    expect(credit).toMatchObject({ CreditedLineItemId: charge?.Id, Quantity: -1 });
    expect(Invoice?.ItemList[0]).toMatchObject({ CreditedLineItemId: credit?.Id, Quantity: 1 });
    expect([day(life.contract.BilledUntil), life.contract.NextBillingDate]).toEqual([
      '2026-09-01',
      undefined,
    ]);
    // Beyond the year that was paid for the price is that of the catalogue.
    life.end('2027-02-15T09:00:00Z');
    expect(life.lines()[3]).toEqual([['Reversal: Credit: Basic', '2026-09-01', '2027-01-15', 36.89, 7.01]]);
    expect(day(life.contract.NextBillingDate)).toBe('2027-01-15');
    await life.shop.advanceTo('2027-06-01T00:00:00Z');
    // 31 of 365 days of 500.00: 42.4658
    expect(life.net()).toEqual([99, -86.79, 49.9, 36.89, 42.47]);
  });

  test('any number of times: what remains is the price of the days', () => {
    const life = new Life(ids.basicYearly);
    for (const end of ['2026-03-01', '2026-09-01', '2026-03-01', '2026-12-01', '2026-06-01', '2027-01-15'])
      life.end(`${end}T09:00:00Z`);
    expect(life.contract.Balance).toBe(117.81);
    life.end('2026-03-01T09:00:00Z');
    // 12.21 and its VAT, 2.32; the VAT of each document is rounded by itself.
    expect(life.contract.Balance).toBeCloseTo(14.53, 1);
    expect(life.net().reduce((sum, one) => sum + one, 0)).toBeCloseTo(12.21, 10);
    life.shop.core.transaction((tx) => annulContract(tx, life.id));
    expect(life.contract.Balance).toBe(0);
  });

  test('earlier, before a renewal that was billed up to it', async () => {
    const life = new Life(ids.basicMonthly);
    life.end('2026-03-01T09:00:00Z');
    await life.shop.advanceTo('2026-02-16T00:00:00Z');
    // 14 of 28 days, then 4 of them again.
    expect(life.net()).toEqual([9.9, 4.95]);
    life.end('2026-02-25T09:00:00Z');
    expect(life.net()).toEqual([9.9, 4.95, -1.41]);
    life.end('2026-03-25T09:00:00Z');
    expect(life.net()).toEqual([9.9, 4.95, -1.41, 1.41]);
    expect(day(life.contract.NextBillingDate)).toBe('2026-03-01');
    await life.shop.advanceTo('2026-04-01T00:00:00Z');
    // The rest of the period from 15 February, and 10 of 31 days.
    expect(life.net().slice(4)).toEqual([4.95, 3.19]);
  });

  test('to the same instant changes nothing, and sends nothing', () => {
    const life = new Life(ids.basicYearly);
    life.end('2026-03-01T09:00:00Z');
    const events = life.shop.events();
    const { Invoice, ...again } = life.end('2026-03-01T09:00:00Z');
    expect(again).toEqual({
      EndDate: '2026-03-01T09:00:00.0000000Z',
      ContractAfter: contractView(life.shop.tx, life.contract),
    });
    expect(Invoice).toMatchObject({
      TotalNet: 0,
      TotalVat: 0,
      TotalGross: 0,
      ItemList: [],
      VatDescriptors: [],
    });
    expect(life.shop.events()).toEqual(events);
    expect(life.net()).toEqual([99, -86.79]);
  });

  test('after it has passed: it can become earlier, not later', async () => {
    const life = new Life(ids.basicYearly);
    life.end('2026-03-01T09:00:00Z');
    await life.shop.advanceTo('2026-03-02T00:00:00Z');
    const problem = life.shop.refusal(() => endContract(life.shop.tx, life.id, '2026-04-01T00:00:00Z'));
    expect([problem.kind, problem.code, problem.message]).toEqual([
      'Conflict',
      'InvalidPreconditions',
      `Contract ${life.id} ended at 2026-03-01T09:00:00.0000000Z. To continue it, create an order with its ContractId and a plan variant.`,
    ]);
    // 12.21 were kept for 45 days; 17 of them are 12.21 × 17 / 45 = 4.61.
    life.end('2026-02-01T09:00:00Z');
    expect(life.net()).toEqual([99, -86.79, -7.6]);
    expect(day(life.contract.EndDate)).toBe('2026-02-01');
  });

  test('restores the plan that was to start after the first end', async () => {
    const life = new Life(ids.basicMonthly);
    life.shop.change(life.id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-03-15T09:00:00Z' });
    life.cancel();
    expect(life.phases()).toEqual([
      ['Normal', '2026-01-15'],
      ['Inactive', '2026-02-15'],
    ]);
    life.end('2026-04-15T09:00:00Z');
    expect(life.phases()).toEqual([
      ['Normal', '2026-01-15'],
      ['Normal', '2026-03-15'],
      ['Inactive', '2026-04-15'],
    ]);
    expect(contractView(life.shop.tx, life.contract)).not.toHaveProperty('PhasesPastEnd', expect.anything());
    await life.shop.advanceTo('2026-06-01T00:00:00Z');
    expect(life.net()).toEqual([9.9, 9.9, 29]);
  });

  test('at the instant of the end: it cannot become later, and the same end is not a change', async () => {
    const life = new Life(ids.basicMonthly);
    life.end('2026-02-15T09:00:00Z');
    await life.shop.advanceTo('2026-02-15T09:00:00Z');
    const later = life.shop.refusal(() => endContract(life.shop.tx, life.id, '2026-02-15T09:00:01Z'));
    expect([later.kind, later.code]).toEqual(['Conflict', 'InvalidPreconditions']);
    const told = life.shop.events().length;
    const { EndDate, Invoice, ContractAfter } = life.end('2026-02-15T09:00:00Z');
    expect([EndDate, ContractAfter.LifecycleStatus]).toEqual(['2026-02-15T09:00:00.0000000Z', 'Ended']);
    expect(Invoice).toMatchObject({ TotalGross: 0, ItemList: [] });
    expect(life.shop.events()).toHaveLength(told);
  });

  test('closes the contract with its quantity, and keeps nothing for later if nothing was planned', () => {
    const plans = { b10000000000000000000001: { IsQuantityBased: true } };
    const shop = new Shop(now, { catalogue: { plans } });
    const { Id } = shop.signup(ids.basicMonthly, { Quantity: 3 });
    shop.core.transaction((tx) => endContract(tx, Id, '2026-02-01T09:00:00Z'));
    expect(shop.contract(Id).Phases.at(-1)).toEqual({
      Type: 'Inactive',
      StartDate: '2026-02-01T09:00:00.0000000Z',
      Quantity: 3,
      InheritStartDate: false,
    });
    expect(shop.contract(Id)).not.toHaveProperty('PhasesPastEnd');
    expect(shop.contract(Id)).toMatchObject({ Cancellation: { By: 'Merchant' } });
  });

  test("at the instant of another plan's start: the plan waits for the end to be revoked", () => {
    const life = new Life(ids.basicMonthly);
    life.shop.change(life.id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-03-15T09:00:00Z' });
    const planned = life.phases();
    expect(planned.at(-1)).toEqual(['Normal', '2026-03-15']);
    life.end('2026-03-15T09:00:00Z');
    expect(life.phases()).toEqual([
      ['Normal', '2026-01-15'],
      ['Inactive', '2026-03-15'],
    ]);
    life.revoke();
    expect(life.phases()).toEqual(planned);
  });

  test('of a contract that continued after an end: the first end stays in its phases', async () => {
    const life = new Life(ids.basicMonthly);
    life.cancel();
    await life.shop.advanceTo('2026-03-01T09:00:00Z');
    life.shop.change(life.id, { PlanVariantId: ids.proMonthly });
    life.end('2026-03-20T09:00:00Z');
    expect(life.phases()).toEqual([
      ['Normal', '2026-01-15'],
      ['Inactive', '2026-02-15'],
      ['Normal', '2026-03-01'],
      ['Inactive', '2026-03-20'],
    ]);
  });

  test('of a contract that continues with InheritStartDate: its periods are those of the plan that ran last', async () => {
    const life = new Life(ids.basicMonthly);
    life.shop.change(life.id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-01-20T09:00:00Z' });
    life.cancel();
    await life.shop.advanceTo('2026-02-17T09:00:00Z');
    life.shop.change(life.id, { PlanVariantId: ids.basicMonthly, InheritStartDate: true });
    expect([day(life.contract.BilledUntil), life.lines().at(-1)]).toEqual([
      '2026-02-20',
      [['Basic', '2026-02-17', '2026-02-20', 0.96, 0.18]],
    ]);
  });

  test('in a trial, of a contract that continues with InheritStartDate: it has no terms yet, so they begin then', async () => {
    const life = new Life(ids.proTrial);
    life.end('2026-01-15T10:00:00Z');
    // The plan after the trial would have begun at nine.
    await life.shop.advanceTo('2026-01-29T10:00:00Z');
    life.shop.change(life.id, { PlanVariantId: ids.basicMonthly, InheritStartDate: true });
    expect(life.contract.BilledUntil).toBe('2026-02-28T10:00:00.0000000Z');
    expect(life.net()).toEqual([9.9]);
  });

  test('revoked by a change: a plan that was to begin after it is deleted', async () => {
    const life = new Life(ids.basicMonthly);
    life.shop.change(life.id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-02-15T10:00:00Z' });
    life.cancel();
    await life.shop.advanceTo('2026-01-16T09:00:00Z');
    life.shop.change(life.id, { PlanVariantId: ids.basicYearly });
    await life.shop.advanceTo('2026-02-16T09:00:00Z');
    expect(day(life.cancel().EndDate)).toBe('2027-01-16');
  });

  test('later, if nothing was credited: only who ended it is stored', () => {
    const life = new Life(ids.basicMonthly);
    life.cancel();
    expect(life.contract).toMatchObject({ Cancellation: { By: 'Customer' } });
    life.end('2026-05-15T09:00:00Z');
    expect((life.contract as { Cancellation?: unknown }).Cancellation).toEqual({ By: 'Merchant' });
  });

  test('counts as billed until then what another system had billed before', async () => {
    const shop = new Shop(now);
    const { Id } = shop.order({
      Customer: {},
      Cart: { PlanVariantId: ids.basicMonthly },
      BilledUntil: '2026-01-20T09:00:00Z',
    });
    await shop.advanceTo('2026-01-21T09:00:00Z');
    shop.core.transaction((tx) => endContract(tx, Id, '2026-02-01T09:00:00Z'));
    expect(day(shop.contract(Id).BilledUntil)).toBe('2026-02-01');
  });

  test('leaves what another system has billed', async () => {
    const shop = new Shop(now);
    const { Id } = shop.order({
      Customer: {},
      Cart: { PlanVariantId: ids.basicMonthly },
      BilledUntil: '2026-03-01T09:00:00Z',
    });
    shop.core.transaction((tx) => endContract(tx, Id, '2026-02-01T09:00:00Z'));
    shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant'));
    expect(day(shop.contract(Id).NextBillingDate)).toBe('2026-03-01');
    await shop.advanceTo('2026-03-20T00:00:00Z');
    expect(shop.invoices(Id).flatMap((one) => one.ItemList.map((line) => day(line.PeriodStart)))).toEqual([
      '2026-03-01',
      '2026-03-15',
    ]);
  });

  test('of a period with a discount for a part of it: every line is restored', async () => {
    const life = new Life(ids.basicYearly, { CouponCode: 'WELCOME20' });
    const [billed] = life.net();
    life.end('2026-02-24T09:00:00Z');
    life.revoke();
    expect(life.net().reduce((sum, one) => sum + one, 0)).toBeCloseTo(billed as number, 10);
    expect(life.contract).toMatchObject({ BilledUntil: '2027-01-15T09:00:00.0000000Z' });
    expect(
      life
        .lines()
        .at(-1)
        ?.map(([what, from, to]) => [what, from, to]),
    ).toEqual([
      ['Reversal: Credit: Basic', '2026-02-24', '2026-04-15'],
      ['Reversal: Credit: Basic: −20 %', '2026-02-24', '2026-04-15'],
      ['Reversal: Credit: Basic', '2026-04-15', '2027-01-15'],
    ]);
  });

  test('and an end after it credits the original lines, as if there had been no first end', () => {
    const cart = {
      CouponCode: 'WELCOME20',
      ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1 }],
    };
    const [life, other] = [new Life(ids.basicYearly, cart), new Life(ids.basicYearly, cart)];
    life.end('2026-02-24T10:07:00Z');
    life.revoke();
    life.end('2026-02-24T23:21:00Z');
    other.end('2026-02-24T23:21:00Z');
    expect(life.lines().at(-1)).toEqual(other.lines().at(-1));
  });

  test('to a later hour of the same day costs nothing, and a later day charges every day again', async () => {
    const life = new Life(ids.basicMonthly);
    life.end('2026-02-01T09:00:00Z');
    const { Invoice } = life.end('2026-02-01T10:00:00Z');
    expect(Invoice).toMatchObject({ TotalGross: 0, ItemList: [] });
    expect(life.contract).toMatchObject({
      EndDate: '2026-02-01T10:00:00.0000000Z',
      BilledUntil: '2026-02-01T10:00:00.0000000Z',
    });
    expect(life.contract.NextBillingDate).toBeUndefined();
    life.end('2026-02-10T09:00:00Z');
    life.revoke();
    expect(
      life
        .lines()
        .slice(1)
        .flat()
        .map(([what, from, to]) => [what, from, to]),
    ).toEqual([
      ['Credit: Basic', '2026-02-01', '2026-02-15'],
      ['Reversal: Credit: Basic', '2026-02-01', '2026-02-10'],
      ['Reversal: Credit: Basic', '2026-02-10', '2026-02-15'],
    ]);
    expect(life.net().reduce((sum, one) => sum + one, 0)).toBeCloseTo(9.9, 10);
  });

  test('of a free plan: the paid time ends with the contract, and is restored with it', async () => {
    const life = new Life(ids.free);
    life.end('2026-02-01T09:00:00Z');
    expect(life.contract.BilledUntil).toBe('2026-02-01T09:00:00.0000000Z');
    life.revoke();
    expect(life.contract).toMatchObject({
      BilledUntil: '2026-02-15T09:00:00.0000000Z',
      NextBillingDate: '2026-02-15T09:00:00.0000000Z',
    });
    await life.shop.advanceTo('2026-02-20T00:00:00Z');
    expect(life.contract.BilledUntil).toBe('2026-03-15T09:00:00.0000000Z');
    expect(life.net()).toEqual([]);
  });

  test('in a trial, into the trial: also canceled by the customer, the contract ends as before', () => {
    const life = new Life(ids.proTrial);
    life.end('2026-01-20T09:00:00Z');
    expect(life.shop.core.transaction((tx) => cancellationPreview(tx, life.id)).EndDate).toBe(
      '2026-01-20T09:00:00.0000000Z',
    );
    life.cancel();
    expect(life.contract).toMatchObject({
      EndDate: '2026-01-20T09:00:00.0000000Z',
      Cancellation: { By: 'Merchant' },
    });
  });

  test('out of a trial: the trial continues, and then the plan', async () => {
    const life = new Life(ids.proTrial);
    life.end('2026-01-20T09:00:00Z');
    expect(life.phases()).toEqual([
      ['Trial', '2026-01-15'],
      ['Inactive', '2026-01-20'],
    ]);
    life.end('2026-02-28T09:00:00Z');
    expect(life.phases()).toEqual([
      ['Trial', '2026-01-15'],
      ['Normal', '2026-01-29'],
      ['Inactive', '2026-02-28'],
    ]);
    await life.shop.advanceTo('2026-02-01T00:00:00Z');
    expect(life.net()).toEqual([29]);
  });
});

test('an end moved after another plan started, then revoked: nothing of the previous plan is restored', async () => {
  const life = new Life(ids.basicMonthly);
  life.shop.change(life.id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-01-25T09:00:00Z' });
  life.end('2026-02-10T09:00:00Z');
  await life.shop.advanceTo('2026-01-26T09:00:00Z');
  life.end('2026-02-05T09:00:00Z');
  life.revoke();
  const again = life
    .lines()
    .flat()
    .filter(([name]) => String(name).startsWith('Reversal'));
  expect(again.map(([name, from, to]) => [name, from, to])).toEqual([
    ['Reversal: Credit: Pro', '2026-02-05', '2026-02-10'],
  ]);
});

describe('components and the end', () => {
  const seats = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] };
  const component = (life: Life) => getSubject(life.shop.tx, life.contract).components[0];

  test.each([
    ['an earlier', '2026-02-01T15:00:00Z', '2026-02-01T09:00:00Z'],
    ['a later', '2026-02-01T09:00:00Z', '2026-02-01T15:00:00Z'],
  ])(
    'moved to the %s hour of the same day and revoked, everything credited is charged again',
    (_, first, second) => {
      for (const [variant, net, back] of [
        [ids.basicMonthly, 18.9, 8.53],
        [ids.free, 9, 4.06],
      ] as const) {
        const life = new Life(variant, seats);
        life.end(first);
        life.end(second);
        expect(Date.parse(life.contract.BilledUntil as string)).toBe(Date.parse(second));
        life.revoke();
        expect(life.net()).toEqual([net, -back, back]);
        expect([life.contract.BilledUntil, component(life)?.BilledUntil]).toEqual([
          '2026-02-15T09:00:00.0000000Z',
          '2026-02-15T09:00:00.0000000Z',
        ]);
      }
    },
  );

  test('they end with the contract, are credited with it, and restored with it', async () => {
    const life = new Life(ids.basicMonthly, seats);
    life.end('2026-02-01T09:00:00Z');
    // 14 of 31 days: 9.90 − 5.43 and 9.00 − 4.94
    expect(life.lines()[1]?.map((line) => [line[0], line[3]])).toEqual([
      ['Credit: Basic', -4.47],
      ['Credit: Seat', -4.06],
    ]);
    expect(component(life)?.EndDate).toBeUndefined();
    expect(component(life)).toMatchObject({
      ComponentId: ids.seat,
      Quantity: 2,
      BilledUntil: '2026-02-01T09:00:00.0000000Z',
    });
    life.end('2026-03-01T09:00:00Z');
    expect(life.lines()[2]?.map((line) => [line[0], line[2], line[3]])).toEqual([
      ['Reversal: Credit: Basic', '2026-02-15', 4.47],
      ['Reversal: Credit: Seat', '2026-02-15', 4.06],
    ]);
    expect(day(component(life)?.BilledUntil)).toBe('2026-02-15');
    await life.shop.advanceTo('2026-04-01T00:00:00Z');
    expect(life.net()).toEqual([18.9, -8.53, 8.53, 9.45]);
    expect(component(life)).toMatchObject({
      EndDate: '2026-03-01T09:00:00.0000000Z',
      BilledUntil: '2026-03-01T09:00:00.0000000Z',
    });
  });

  test('one of which a credit note has left nothing stays billed as far as it was, if the end is revoked', async () => {
    const life = new Life(ids.basicYearly, seats);
    life.shop.change(life.id, { PlanVariantId: ids.basicMonthly });
    const [signup] = life.shop.invoices(life.id);
    life.shop.core.transaction((tx) => issueCreditNote(tx, signup?.Id ?? '', undefined, 'Goodwill'));
    life.cancel();
    expect(day(component(life)?.BilledUntil)).toBe('2026-02-15');
    life.revoke();
    expect(day(component(life)?.BilledUntil)).toBe('2027-01-15');
    await life.shop.advanceTo('2026-02-16T00:00:00Z');
    expect(
      life
        .lines()
        .at(-1)
        ?.map(([name]) => name),
    ).toEqual(['Basic']);
  });

  test('what a first end credited stays credited after a change has revoked that end', async () => {
    const life = new Life(ids.basicYearly, seats);
    life.end('2026-05-01T09:00:00Z');
    await life.shop.advanceTo('2026-02-01T09:00:00Z');
    // Monthly from now on: the seats are paid until May, and not any further.
    life.shop.change(life.id, { PlanVariantId: ids.basicMonthly });
    life.end('2026-04-01T09:00:00Z');
    life.end('2026-05-20T09:00:00Z');
    const seat = ({ 0: what, 1: from, 2: to }: readonly unknown[]) => [what, from, to];
    expect(life.lines().at(-1)?.map(seat)).toEqual([['Reversal: Credit: Seat', '2026-04-01', '2026-05-01']]);
    expect(day(component(life)?.BilledUntil)).toBe('2026-05-01');
  });

  test('one that ends before the contract is not restored', async () => {
    const life = new Life(ids.basicMonthly, seats);
    const id = component(life)?.Id as string;
    life.shop.core.transaction((tx) => {
      const one = tx.componentSubscriptions.get(id);
      if (one !== undefined)
        tx.componentSubscriptions.replace({ ...one, EndDate: '2026-02-01T09:00:00.0000000Z' });
    });
    life.end('2026-02-01T09:00:00Z');
    life.revoke();
    await life.shop.advanceTo('2026-02-16T00:00:00Z');
    expect(day(component(life)?.EndDate)).toBe('2026-02-01');
    // The seats are given back at their end, the fee was reversed.
    expect(life.net()).toEqual([18.9, -4.47, 4.47, -4.06, 9.9]);
  });

  test('one that ends between two ends of the contract is restored until its own end', () => {
    const life = new Life(ids.basicMonthly, seats);
    const id = component(life)?.Id as string;
    life.shop.core.transaction((tx) => {
      const one = tx.componentSubscriptions.get(id);
      if (one !== undefined)
        tx.componentSubscriptions.replace({ ...one, EndDate: '2026-02-10T09:00:00.0000000Z' });
    });
    life.end('2026-02-01T09:00:00Z');
    expect(life.lines()[1]?.map((line) => [line[0], line[2], line[3]])).toEqual([
      ['Credit: Basic', '2026-02-15', -4.47],
      ['Credit: Seat', '2026-02-15', -4.06],
    ]);
    life.end('2026-03-01T09:00:00Z');
    // 9 of the 14 days that were given back: 4.06 × 9 / 14
    expect(life.lines()[2]?.map((line) => [line[0], line[2], line[3]])).toEqual([
      ['Reversal: Credit: Basic', '2026-02-15', 4.47],
      ['Reversal: Credit: Seat', '2026-02-10', 2.61],
    ]);
  });

  test.each([
    ['before', '2026-02-01', '2026-02-01'],
    ['after', '2026-03-10', '2026-02-15'],
  ])('one that would end %s the contract ends with it', async (_, own, ends) => {
    const life = new Life(ids.basicMonthly, seats);
    const id = component(life)?.Id as string;
    life.shop.core.transaction((tx) => {
      const one = tx.componentSubscriptions.get(id);
      if (one !== undefined)
        tx.componentSubscriptions.replace({ ...one, EndDate: `${own}T09:00:00.0000000Z` });
    });
    life.cancel();
    await life.shop.advanceTo('2026-02-16T00:00:00Z');
    expect(life.contract.LifecycleStatus).toBe('Ended');
    expect(component(life)?.EndDate).toBe(`${ends}T09:00:00.0000000Z`);
  });

  test('one whose price is not prorated is paid once, whether the end is revoked or the contract paused', async () => {
    const life = new Life(ids.basicMonthly, {});
    const shop = new Shop(now, { catalogue: { components: { [ids.seat]: { Prorate: false } } } });
    const { Id } = shop.signup(ids.basicMonthly, seats);
    expect(life.contract.Balance).toBe(11.78);
    shop.core.transaction((tx) => endContract(tx, Id, '2026-02-01T09:00:00Z'));
    shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant'));
    await shop.advanceTo('2026-01-20T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, Id));
    await shop.advanceTo('2026-01-25T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, Id));
    const seatLines = shop
      .invoices(Id)
      .flatMap((one) => one.ItemList.filter((line) => line.ProductId === ids.seat));
    expect(seatLines.map((line) => line.TotalNet)).toEqual([9]);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(
      shop
        .invoices(Id)
        .at(-1)
        ?.ItemList.map((line) => line.TotalNet),
    ).toEqual([9.9, 9]);
  });
});

describe('a revoked cancellation', () => {
  test('restores the contract as it would have been, and sends its event', async () => {
    const life = new Life(ids.basicMonthly);
    const untouched = new Life(ids.basicMonthly);
    life.cancel();
    const revoked = life.revoke('Customer');
    expect(revoked.EndDate).toBeUndefined();
    expect(contractView(life.shop.tx, revoked)).not.toHaveProperty('Cancellation', expect.anything());
    expect(life.phases()).toEqual(untouched.phases());
    const told = [...life.shop.tx.events].at(-1)?.Payload;
    expect(told).toEqual({
      Event: 'ContractCancellationRevoked',
      EntityId: life.shop.tx.account.Id,
      ContractId: life.id,
      CustomerId: life.contract.CustomerId,
    });
    expect([...life.shop.tx.contractChanges].map((one) => [one.Type, day(one.ChangeDate)])).toEqual([
      ['Signup', '2026-01-15'],
      ['End', '2026-02-15'],
      ['CancellationRevoked', '2026-01-15'],
    ]);
    for (const one of [life, untouched]) await one.shop.advanceTo('2026-06-01T00:00:00Z');
    expect(life.net()).toEqual(untouched.net());
    expect(life.contract.LifecycleStatus).toBe('Active');
  });

  test('charges what the end credited, and collects it', async () => {
    const shop = new Shop(now);
    const asked = shop.answering(succeeded);
    const { Id } = shop.signup(ids.basicYearly, {}, undefined, card);
    await shop.settle();
    shop.core.transaction((tx) => endContract(tx, Id, '2026-03-01T09:00:00Z'));
    await shop.settle();
    expect(shop.contract(Id).Balance).toBe(-103.28);
    shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant'));
    await shop.settle();
    expect(shop.contract(Id)).toMatchObject({ Balance: 0, BilledUntil: '2027-01-15T09:00:00.0000000Z' });
    expect(asked.map((one) => one.Amount)).toEqual([117.81]);
    expect(shop.invoices(Id).map((one) => [one.TotalNet, one.TotalVat])).toEqual([
      [99, 18.81],
      [-86.79, -16.49],
      [86.79, 16.49],
    ]);
  });

  test('returns to the end that the order or plan had set', () => {
    const shop = new Shop(now);
    const { Id } = shop.order({
      Customer: {},
      Cart: { PlanVariantId: ids.basicMonthly },
      EndDate: '2026-06-15T09:00:00Z',
    });
    const refused = shop.refusal(() => revokeCancellation(shop.tx, Id, 'Merchant'));
    expect([refused.code, refused.message]).toEqual([
      'InvalidPreconditions',
      `Contract ${Id} is not canceled; it ends at 2026-06-15T09:00:00.0000000Z by its order or plan.`,
    ]);
    shop.core.transaction((tx) => cancelContract(tx, Id));
    shop.core.transaction((tx) => endContract(tx, Id, '2026-03-15T09:00:00Z'));
    shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant'));
    expect(day(shop.contract(Id).EndDate)).toBe('2026-06-15');
    expect(shop.refusal(() => revokeCancellation(shop.tx, Id, 'Merchant')).code).toBe('InvalidPreconditions');
  });

  test('is rejected without a cancellation, after the end, and for a customer whose contract the merchant has ended', async () => {
    const life = new Life(ids.basicMonthly);
    const refusal = (by: 'Customer' | 'Merchant') => {
      const { kind, code, message } = life.shop.refusal(() => revokeCancellation(life.shop.tx, life.id, by));
      return [kind, code, message];
    };
    expect(refusal('Customer')).toEqual([
      'Conflict',
      'InvalidPreconditions',
      `Contract ${life.id} is not canceled.`,
    ]);
    life.end('2026-02-15T09:00:00Z');
    expect(refusal('Customer')).toEqual([
      'Forbidden',
      'PermissionDenied',
      `Contract ${life.id} was ended by the merchant; only the merchant can revoke that.`,
    ]);
    await life.shop.advanceTo('2026-02-15T09:00:00Z');
    expect(refusal('Merchant')).toEqual([
      'Conflict',
      'InvalidPreconditions',
      `Contract ${life.id} ended at 2026-02-15T09:00:00.0000000Z. To continue it, create an order with its ContractId and a plan variant.`,
    ]);
    life.shop.core.transaction((tx) => annulContract(tx, life.id));
    expect(refusal('Merchant')).toEqual([
      'Conflict',
      'InvalidPreconditions',
      `Contract ${life.id} is annulled.`,
    ]);
  });

  test('is rejected for customers if the account does not allow it, or the customer is locked', () => {
    const shop = new Shop(now, {
      account: { SelfService: { ...defaultAccount.SelfService, RevokeCancellation: false } },
    });
    const { Id } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => cancelContract(tx, Id));
    const off = shop.refusal(() => revokeCancellation(shop.tx, Id, 'Customer'));
    expect([off.kind, off.code, off.message]).toEqual([
      'Forbidden',
      'PermissionDenied',
      'Customers cannot revoke a cancellation: the account setting SelfService.RevokeCancellation is false.',
    ]);
    expect(shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant')).EndDate).toBeUndefined();

    const life = new Life(ids.basicMonthly);
    life.cancel();
    life.shop.core.transaction((tx) => {
      const one = tx.customers.get(life.contract.CustomerId);
      if (one !== undefined) tx.customers.replace({ ...one, IsLocked: true });
    });
    const locked = life.shop.refusal(() => revokeCancellation(life.shop.tx, life.id, 'Customer'));
    expect([locked.kind, locked.code]).toEqual(['Forbidden', 'PermissionDenied']);
    expect(locked.message).toMatch(/is locked/);
    expect(life.revoke('Merchant').EndDate).toBeUndefined();
  });

  test('a phase that starts at the instant of a revoked end is announced with its own type', async () => {
    const life = new Life(ids.proTrial);
    life.end('2026-01-29T09:00:00Z');
    life.revoke();
    await life.shop.advanceTo('2026-01-29T09:00:00Z');
    const changes = [...life.shop.tx.events].flatMap(({ Payload }) =>
      Payload.Event === 'ContractChanged' ? Payload.ContractChangeType : [],
    );
    expect(changes).toEqual(['Signup', 'Timebased']);
    expect(life.net()).toEqual([29]);
  });
});

describe('a cancellation', () => {
  test('is previewed as it would be, even if an end is known already', () => {
    const life = new Life(ids.basicYearly);
    const preview = () => life.shop.core.transaction((tx) => cancellationPreview(tx, life.id));
    const { ContractAfter, Invoice, ...first } = preview();
    expect(Invoice).toMatchObject({ TotalGross: 0, ItemList: [] });
    expect(first).toEqual({
      CancellationDate: '2026-01-15T09:00:00.0000000Z',
      NextPossibleCancellationDate: '2026-10-15T08:00:00.0000000Z',
      EndDate: '2027-01-15T09:00:00.0000000Z',
    });
    expect(ContractAfter).toMatchObject({ EndDate: first.EndDate, LifecycleStatus: 'Active' });
    life.end('2026-03-01T09:00:00Z');
    expect(preview()).toMatchObject({ EndDate: '2026-03-01T09:00:00.0000000Z' });
    expect(preview().Invoice).toMatchObject({ TotalGross: 0, ItemList: [] });
    expect(life.cancel().EndDate).toBe('2026-03-01T09:00:00.0000000Z');
  });

  test('of an ended contract is rejected', async () => {
    const life = new Life(ids.basicMonthly);
    life.end('2026-01-20T09:00:00Z');
    await life.shop.advanceTo('2026-01-20T09:00:00Z');
    const problem = life.shop.refusal(() => cancelContract(life.shop.tx, life.id));
    expect([problem.kind, problem.code]).toEqual(['Conflict', 'InvalidPreconditions']);
  });

  test('sends the events with all their ids, and an end at once if it has passed', async () => {
    const life = new Life(ids.basicMonthly);
    await life.shop.advanceTo('2026-01-20T09:00:00Z');
    const told = life.shop.events().length;
    life.end('2026-01-18T09:00:00Z');
    const ContractChangeId = [...life.shop.tx.contractChanges].at(-1)?.Id;
    const EntityId = life.shop.tx.account.Id;
    const of = { EntityId, ContractId: life.id, CustomerId: life.contract.CustomerId };
    expect([...life.shop.tx.events].slice(told).map((one) => one.Payload)).toEqual([
      { Event: 'InvoiceCreated', ...of, InvoiceId: life.shop.invoices(life.id)[1]?.Id },
      { Event: 'ContractCancelled', ...of },
      { Event: 'ContractChanged', ...of, ContractChangeId, ContractChangeType: 'End' },
    ]);
  });
});

describe('the last bill', () => {
  test('of an immediate end is collected, like every invoice', async () => {
    const shop = new Shop(now);
    const asked = shop.answering(succeeded);
    const { Id } = shop.signup(ids.basicMonthly, {}, undefined, card);
    await shop.settle();
    await shop.advanceTo('2026-02-15T08:00:00Z');
    shop.core.transaction((tx) => {
      reportUsage(tx, Id, { ComponentId: ids.storage, Quantity: 500 });
      endContract(tx, Id, '2026-02-15T08:00:00Z');
    });
    await shop.settle();
    // 100 × 0.10 + 400 × 0.08 = 42.00, VAT 1.90 + 6.08
    expect(shop.invoices(Id).at(-1)).toMatchObject({ TotalGross: 49.98 });
    expect(asked.map((one) => one.Amount)).toEqual([11.78, 49.98]);
    expect(shop.contract(Id).Balance).toBe(0);
  });

  test('of an order that starts again after a pause is collected, too', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly, {}, undefined, card);
    const asked = shop.answering(succeeded);
    await shop.advanceTo('2026-02-10T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, Id));
    await shop.advanceTo('2026-03-01T09:00:00Z');
    const before = shop.contract(Id).Balance;
    shop.core.transaction((tx) => resumeContract(tx, Id));
    await shop.settle();
    expect(shop.contract(Id).Balance).toBe(0);
    // 5 of 31 days of 9.90 back; 14 of 28 days of it again: 1.60 + 0.30 and 4.95 + 0.94 with VAT
    expect([before, asked.at(-1)?.Amount]).toEqual([-1.9, 3.99]);
  });
});

describe('a pause', () => {
  test('drops changes planned for later, and keeps the end', async () => {
    const life = new Life(ids.basicMonthly);
    const { shop, id } = life;
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-02-15T09:00:00Z' });
    life.end('2026-06-15T09:00:00Z');
    await shop.advanceTo('2026-02-10T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    expect(life.phases()).toEqual([
      ['Normal', '2026-01-15'],
      ['Inactive', '2026-02-10'],
      ['Inactive', '2026-06-15'],
    ]);
    await shop.advanceTo('2026-03-01T09:00:00Z');
    expect(life.contract.LifecycleStatus).toBe('Paused');
    shop.core.transaction((tx) => resumeContract(tx, id));
    expect(life.contract).toMatchObject({ LifecycleStatus: 'Active', PlanVariantId: ids.basicMonthly });
    await shop.advanceTo('2026-07-01T09:00:00Z');
    expect(life.contract).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: '2026-06-15T09:00:00.0000000Z',
    });
    expect(
      life
        .lines()
        .flat()
        .map(([what]) => what),
    ).not.toContain('Pro');
  });
});

test('a pause drops changes planned for the end or later, and revoking that end does not restore them', async () => {
  const life = new Life(ids.basicMonthly);
  const { shop, id } = life;
  shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-02-15T09:00:00Z' });
  life.end('2026-02-15T09:00:00Z');
  shop.core.transaction((tx) => pauseContract(tx, id));
  life.revoke();
  expect(life.phases()).toEqual([
    ['Normal', '2026-01-15'],
    ['Inactive', '2026-01-15'],
  ]);
  expect(contractView(shop.tx, life.contract)).not.toHaveProperty('NextBillingDate', expect.anything());
  await shop.advanceTo('2026-03-01T09:00:00Z');
  expect(life.contract.LifecycleStatus).toBe('Paused');
  expect(life.net()).toEqual([9.9, -9.9]);
});

describe('usage that is billed at the end of a paused contract', () => {
  test('has the free quantity of the last active plan', async () => {
    const life = new Life(ids.basicMonthly);
    const { shop, id } = life;
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-01-16T09:00:00Z' });
    await shop.advanceTo('2026-01-20T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-01-20T15:00:00Z');
    shop.core.transaction((tx) => reportUsage(tx, id, { ComponentId: ids.apiCalls, Quantity: 1006 }));
    await shop.advanceTo('2026-01-21T09:00:00Z');
    life.end('2026-01-21T09:00:00Z');
    const usage = shop
      .invoices(id)
      .flatMap(({ ItemList }) => ItemList.filter((line) => line.ProductId === ids.apiCalls));
    expect(usage.map(({ Description, Quantity, TotalNet }) => [Description, Quantity, TotalNet])).toEqual([
      ['API calls (1000 included)', 6, 0.06],
    ]);
  });
});

describe('VAT of credits', () => {
  test('is that of their net amount, as on any line', async () => {
    const life = new Life(ids.basicMonthly);
    await life.shop.advanceTo('2026-02-01T09:00:00Z');
    // 1.34 × 19 % = 0.2546; as a share of the VAT of the whole, 1.88, it would be 0.26.
    const rule = (net: number) => Math.sign(net) * (Math.round(Math.abs(net) * 19 + 1e-9) / 100);
    for (const end of ['2026-02-14', '2026-02-10', '2026-02-06', '2026-02-02']) {
      life.end(`${end}T09:00:00Z`);
      const line = life.shop.invoices(life.id).at(-1)?.ItemList[0];
      expect(line?.TotalVat, end).toBe(rule(line?.TotalNet ?? 0));
      expect(line?.Description).toBe('Credit: Basic');
    }
  });

  test('differs if everything that is left is credited, and this is stated', () => {
    const life = new Life(ids.basicMonthly);
    for (let at = 14; at > 0; at -= 1) life.end(`2026-02-${String(at).padStart(2, '0')}T09:00:00Z`);
    const sum = (invoices = life.shop.invoices(life.id)) =>
      Math.round(invoices.reduce((all, one) => all + one.TotalVat * 100, 0));
    const left = sum();
    life.shop.core.transaction((tx) => annulContract(tx, life.id));
    const last = life.shop.invoices(life.id).at(-1)?.ItemList[0];
    expect(sum()).toBe(0);
    expect(last?.TotalVat).toBe(-left / 100);
    const byRule = Math.round((last?.TotalNet ?? 0) * 19) / 100;
    const difference = ((last?.TotalVat ?? 0) - byRule).toFixed(2);
    expect(difference).toBe('-0.01');
    expect(last?.Description).toBe(`Annulment: Basic (VAT with a rounding difference of ${difference})`);
    expect(life.contract.Balance).toBe(0);
  });
});
