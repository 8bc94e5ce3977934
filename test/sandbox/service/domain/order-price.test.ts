import { describe, expect, test } from 'vitest';
import { Problem } from '../../../../sandbox/src/service/domain/basics/problem.ts';
import {
  changeComponentSubscription,
  createComponentSubscription,
} from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import {
  endContract,
  pauseContract,
  revokeCancellation,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import {
  createCustomer,
  replaceCustomer,
} from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { payOrderSync } from '../../../../sandbox/src/service/domain/interactive-payments/paying.ts';
import {
  commitOrder,
  completeOrder,
  createOrder,
} from '../../../../sandbox/src/service/domain/orders/orders.ts';
import {
  openTransaction,
  setTransactionStatus,
} from '../../../../sandbox/src/service/domain/payments/payment-transactions.ts';
import type { OrderRecord } from '../../../../sandbox/src/service/domain/records/orders.ts';
import type { PlanVariant } from '../../../../sandbox/src/service/model/catalogue.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, card, ids, onAccount, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const day = (timestamp: string | undefined) => timestamp?.slice(0, 10);
const ada = { FirstName: 'Ada', Address: { Country: 'DE' } };

/** A shop whose orders can be made now and paid later. */
class Desk {
  readonly shop: Shop;

  constructor(catalogue: CatalogueChange = {}) {
    this.shop = new Shop(now, { catalogue });
    this.shop.answering(succeeded);
  }

  order(input: OrderInput): OrderRecord {
    return this.shop.core.transaction((tx) => createOrder(tx, input, { bySelfService: false }));
  }

  /** Changes a plan variant as the merchant does it in the catalogue. */
  reprice(id: string, change: Partial<PlanVariant>): void {
    this.shop.core.transaction((tx) => {
      const variant = tx.planVariants.get(id);
      if (variant !== undefined) tx.planVariants.replace({ ...variant, ...change });
    });
  }

  /** Completes an order with a card payment of what it showed. */
  async pay(
    { Id, TotalGross, ContractId, CustomerId }: OrderRecord,
    status: 'Succeeded' | 'Pending' = 'Succeeded',
  ): Promise<void> {
    this.shop.core.transaction((tx) => {
      const { Id: paid } = openTransaction(tx, {
        method: card,
        trigger: 'Signup',
        customerId: CustomerId,
        customerName: 'Ada',
        contractId: ContractId,
        amount: TotalGross,
        currency: 'EUR',
        preauth: false,
      });
      const transaction = setTransactionStatus(tx, paid, status);
      completeOrder(tx, Id, { method: card, transaction });
    });
    await this.shop.settle();
  }

  totals(contractId: string): number[] {
    return this.shop.invoices(contractId).map((invoice) => invoice.TotalGross);
  }

  /** A contract that is paid by card, and an order that changes it. */
  async changing(cart: NonNullable<OrderInput['Cart']>, more: OrderInput = {}): Promise<OrderRecord> {
    const { Id } = this.shop.signup(ids.basicMonthly, {}, undefined, card);
    await this.shop.settle();
    return this.order({ ContractId: Id, Cart: cart, ...more });
  }

  refusalOf(order: OrderRecord): Promise<readonly unknown[]> {
    return payOrderSync(this.shop.core, order.Id, order.ContractId).then(
      () => [],
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return [error.kind, error.code, error.message];
      },
    );
  }
}

const changed = (order: OrderRecord) => [
  'Conflict',
  'InvalidPreconditions',
  `Contract ${order.ContractId} has changed since order ${order.Id} was created. Preview the change again and create a new order.`,
];
const repriced = (order: OrderRecord) => [
  'Conflict',
  'InvalidPreconditions',
  `Order ${order.Id} was priced at ${order.TotalGross} EUR, but would be billed differently now. Preview it again and create a new order.`,
];

describe('an order keeps the price it showed', () => {
  test.each([
    ['paid', (desk: Desk, order: OrderRecord) => desk.pay(order)],
    [
      'committed',
      async (desk: Desk, order: OrderRecord) => {
        desk.shop.core.transaction((tx) => commitOrder(tx, order.Id, { PaymentMethod: 'InvoicePayment' }));
      },
    ],
  ] as const)(
    'when the catalogue changes before it is %s; renewals cost what holds then',
    async (_, complete) => {
      const desk = new Desk();
      const order = desk.order({
        Customer: ada,
        Cart: {
          PlanVariantId: ids.proMonthly,
          ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }],
          CouponCode: 'WELCOME20',
        },
      });
      desk.reprice(ids.proMonthly, { RecurringFee: 50, SetupFee: 100 });
      desk.shop.core.transaction((tx) => {
        for (const seat of [...tx.components]) tx.components.replace({ ...seat, PricePerUnit: 9 });
        for (const policy of [...tx.taxPolicies]) tx.taxPolicies.replace({ ...policy, Entries: [] });
        for (const discount of [...tx.discounts])
          tx.discounts.replace({ ...discount, Effect: { ...discount.Effect, ReductionPercent: 1 } });
      });
      await complete(desk, order);
      expect(desk.totals(order.ContractId)).toEqual([order.TotalGross]);
      expect(desk.shop.tx.orders.get(order.Id)?.Ordered).not.toHaveProperty('Prices');
      await desk.shop.advanceTo('2026-02-16T00:00:00Z');
      // 50.00 and 18.00, less 1 %, without VAT.
      expect(desk.totals(order.ContractId)).toEqual([order.TotalGross, 67.32]);
    },
  );

  test('an order of 11.78 is charged and invoiced 11.78, days later, too', async () => {
    const desk = new Desk();
    const order = desk.order({ Customer: ada, Cart: { PlanVariantId: ids.basicMonthly } });
    desk.reprice(ids.basicMonthly, { RecurringFee: 20 });
    await desk.shop.advanceTo('2026-01-18T09:00:00Z');
    await desk.pay(order);
    expect(desk.totals(order.ContractId)).toEqual([11.78]);
    const contract = desk.shop.contract(order.ContractId);
    // It begins when it is paid: what it showed does not depend on the day.
    expect([day(contract.StartDate), day(contract.NextBillingDate), contract.Balance]).toEqual([
      '2026-01-18',
      '2026-02-18',
      0,
    ]);
  });

  test('a pending payment also pays the price that the order showed', async () => {
    const desk = new Desk();
    const order = await desk.changing({ PlanVariantId: ids.proMonthly });
    await desk.shop.advanceTo('2026-01-20T09:00:00Z');
    await desk.pay(order, 'Pending');
    expect(desk.totals(order.ContractId).slice(1)).toEqual([order.TotalGross]);
    const { Phases } = desk.shop.contract(order.ContractId);
    expect(Phases.at(-1)?.StartDate).toBe('2026-01-15T09:00:00.0000000Z');
  });

  /** An upgrade that is ordered after 120 other records of the same instant, so that its stamp lies ahead of the clock. */
  async function stampedAhead(desk: Desk): Promise<OrderRecord> {
    const { Id } = desk.shop.signup(ids.basicMonthly, {}, undefined, card);
    await desk.shop.settle();
    await desk.shop.advanceTo('2026-01-22T12:00:00Z');
    for (let made = 0; made < 120; made++) desk.shop.core.transaction((tx) => createCustomer(tx, ada));
    const order = desk.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
    expect(Date.parse(order.CreatedAt)).toBeGreaterThan(Date.parse('2026-01-22T12:00:00.001Z'));
    return order;
  }

  test('an upgrade after many records of one instant is paid at that instant, and later', async () => {
    for (const later of [undefined, '2026-01-22T12:00:00.001Z', '2026-01-23T09:00:00Z']) {
      const desk = new Desk();
      const order = await stampedAhead(desk);
      if (later !== undefined) await desk.shop.advanceTo(later);
      expect(await desk.refusalOf(order)).toEqual([]);
      const [change] = desk.totals(order.ContractId).slice(1);
      expect(change).toBe(order.TotalGross);
      const phases = desk.shop.contract(order.ContractId).Phases;
      expect(phases.at(-1)?.StartDate).toBe('2026-01-22T12:00:00.0000000Z');
    }
  });

  test('such an order of an older version, without an instant, is paid while the clock stands still', async () => {
    const desk = new Desk();
    const order = await stampedAhead(desk);
    desk.shop.core.transaction((tx) => {
      const { PricedAt: _, ...Ordered } = order.Ordered;
      tx.orders.replace({ ...order, Ordered });
    });
    expect(await desk.refusalOf(order)).toEqual([]);
  });

  test('a signup whose price depends on the day starts when it was priced', async () => {
    const aligned = { BillingDateAlignment: '---01' } as const;
    const desk = new Desk({ variants: { [ids.basicMonthly]: aligned } });
    const order = desk.order({ Customer: ada, Cart: { PlanVariantId: ids.basicMonthly } });
    // 17 of 31 days.
    expect(order.TotalGross).toBe(6.46);
    await desk.shop.advanceTo('2026-01-18T09:00:00Z');
    await desk.pay(order);
    expect(desk.totals(order.ContractId)).toEqual([6.46]);
    expect(day(desk.shop.contract(order.ContractId).StartDate)).toBe('2026-01-15');
    // The same without a payment: 14 of 31 days.
    const other = desk.order({ Customer: ada, Cart: { PlanVariantId: ids.basicMonthly } });
    expect(other.TotalGross).toBe(5.32);
    await desk.shop.advanceTo('2026-01-20T09:00:00Z');
    desk.shop.core.transaction((tx) => commitOrder(tx, other.Id, { PaymentMethod: 'InvoicePayment' }));
    expect(desk.totals(other.ContractId)).toEqual([5.32]);
  });

  test('the displayed setup fee is due, even if another order was completed before', async () => {
    const desk = new Desk();
    const { CustomerId } = desk.shop.signup(ids.free);
    const first = desk.order({ Customer: ada, Cart: { PlanVariantId: ids.proMonthly } });
    await desk.pay(first);
    const second = desk.order({ CustomerId, Cart: { PlanVariantId: ids.proMonthly } });
    expect([first.TotalGross, second.TotalGross]).toEqual([92.82, 34.51]);
    const [one, two] = [1, 2].map(() =>
      desk.order({ CustomerId: first.CustomerId, Cart: { PlanVariantId: ids.proMonthly } }),
    );
    for (const order of [one, two, second]) {
      await desk.pay(order as OrderRecord);
      expect(desk.totals(order?.ContractId ?? '')).toEqual([34.51]);
    }
  });

  test('the setup fee that two orders of a new customer showed is due in both', async () => {
    const desk = new Desk();
    const { Id: CustomerId } = desk.shop.core.transaction((tx) => createCustomer(tx, ada));
    const orders = [1, 2].map(() => desk.order({ CustomerId, Cart: { PlanVariantId: ids.proMonthly } }));
    for (const order of orders) {
      await desk.pay(order);
      expect(desk.totals(order.ContractId)).toEqual([92.82]);
    }
    // Neither contract owes it again.
    await desk.shop.advanceTo('2026-03-16T00:00:00Z');
    for (const order of orders) expect(desk.totals(order.ContractId)).toEqual([92.82, 34.51, 34.51]);
  });

  test('is not rejected if it returns money, however late: it returns what it showed', async () => {
    const desk = new Desk();
    const { Id: ContractId } = desk.shop.signup(ids.basicYearly, {}, ada, card);
    await desk.shop.settle();
    const order = desk.order({ ContractId, Cart: { PlanVariantId: ids.basicMonthly } });
    expect(order.TotalGross).toBe(-106.03);
    await desk.shop.advanceTo('2026-01-20T09:00:00Z');
    expect(await desk.refusalOf(order)).toEqual([]);
    expect(desk.totals(ContractId)).toEqual([117.81, -106.03]);
  });

  test('a customer whose VAT has changed pays a new order', async () => {
    const desk = new Desk();
    const { CustomerId } = desk.shop.signup(ids.free);
    const order = desk.order({ CustomerId, Cart: { PlanVariantId: ids.basicMonthly } });
    desk.shop.core.transaction((tx) => replaceCustomer(tx, CustomerId, { Address: { Country: 'AT' } }));
    await expect(desk.pay(order)).rejects.toMatchObject({
      kind: 'Conflict',
      code: 'InvalidPreconditions',
      message: repriced(order)[2],
    });
    expect(desk.shop.tx.orders.get(order.Id)?.Status).toBe('InProgress');
  });
});

describe('an order of a contract that has since changed is rejected before anything is charged', () => {
  test('the second of two upgrades', async () => {
    const desk = new Desk();
    const first = await desk.changing({ PlanVariantId: ids.proMonthly });
    const second = desk.order({ ContractId: first.ContractId, Cart: { PlanVariantId: ids.proMonthly } });
    const asked = desk.shop.answering(succeeded);
    expect(await desk.refusalOf(first)).toEqual([]);
    expect(await desk.refusalOf(second)).toEqual(changed(second));
    expect(asked.map((one) => one.Amount)).toEqual([22.73]);
    expect(desk.totals(first.ContractId)).toEqual([11.78, 22.73]);
    expect(desk.shop.contract(first.ContractId).Balance).toBe(0);
    const commit = desk.shop.refusal(() => commitOrder(desk.shop.tx, second.Id));
    expect([commit.kind, commit.code, commit.message]).toEqual(changed(second));
  });

  test.each<[string, (desk: Desk, id: string) => unknown]>([
    ['an end', ({ shop }, id) => endContract(shop.tx, id, '2026-03-01T00:00:00Z')],
    ['a pause', ({ shop }, id) => pauseContract(shop.tx, id)],
    ['a coupon', ({ shop }, id) => shop.change(id, { CouponCode: 'HALF1' })],
    [
      'the end of a component',
      ({ shop }, id) => {
        const [seat] = shop.tx.componentSubscriptions.where('ContractId', id);
        return changeComponentSubscription(shop.tx, seat?.Id ?? '', { EndDate: '2026-02-01T00:00:00Z' });
      },
    ],
    [
      'a component',
      ({ shop }, id) => createComponentSubscription(shop.tx, id, { ComponentId: ids.seat, Quantity: 1 }),
    ],
    [
      'a change for later',
      ({ shop }, id) => shop.change(id, { PlanVariantId: ids.free }, { ChangeDate: '2026-02-01' }),
    ],
  ])('%s', async (_, change) => {
    const desk = new Desk();
    const { Id } = desk.shop.signup(
      ids.basicMonthly,
      { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }] },
      ada,
      card,
    );
    await desk.shop.settle();
    const order = desk.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
    const asked = desk.shop.answering(succeeded);
    desk.shop.core.transaction(() => change(desk, order.ContractId));
    expect(await desk.refusalOf(order)).toEqual(changed(order));
    expect(asked).toEqual([]);
    expect(desk.shop.tx.orders.get(order.Id)?.Status).toBe('InProgress');
  });

  test('a renewal in between: it would be billed differently', async () => {
    const desk = new Desk();
    const { Id } = desk.shop.signup(ids.basicMonthly, {}, undefined, card);
    await desk.shop.advanceTo('2026-02-12T09:00:00Z');
    const order = desk.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
    await desk.shop.advanceTo('2026-02-16T09:00:00Z');
    const asked = desk.shop.answering(succeeded);
    expect(await desk.refusalOf(order)).toEqual(repriced(order));
    expect(asked).toEqual([]);
  });

  test('a revoked change does not count, nor does data without cost', async () => {
    const desk = new Desk();
    const order = await desk.changing({ PlanVariantId: ids.proMonthly });
    desk.shop.core.transaction((tx) => {
      endContract(tx, order.ContractId, '2026-02-15T09:00:00Z');
      revokeCancellation(tx, order.ContractId, 'Merchant');
    });
    await desk.shop.advanceTo('2026-01-17T09:00:00Z');
    expect(await desk.refusalOf(order)).toEqual([]);
    // It holds from the moment at which it was priced.
    expect(desk.totals(order.ContractId)).toEqual([11.78, order.TotalGross]);
    expect(desk.shop.contract(order.ContractId)).toMatchObject({
      Balance: 0,
      NextBillingDate: '2026-02-15T09:00:00.0000000Z',
    });
  });

  test('on account as by card', async () => {
    const desk = new Desk();
    const { Id } = desk.shop.signup(ids.basicMonthly, {}, ada, onAccount);
    const [first, second] = [1, 2].map(() =>
      desk.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } }),
    );
    expect(await desk.refusalOf(first as OrderRecord)).toEqual([]);
    expect(await desk.refusalOf(second as OrderRecord)).toEqual(changed(second as OrderRecord));
    expect(desk.totals(Id)).toEqual([11.78, 22.73]);
  });
});
