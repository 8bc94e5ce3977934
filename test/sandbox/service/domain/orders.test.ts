import { describe, expect, test, vi } from 'vitest';
import { patchCustomer } from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { payOrder } from '../../../../sandbox/src/service/domain/interactive-payments/paying.ts';
import {
  amountDue,
  approveOrder,
  commitOrder,
  createOrder,
  declineOrder,
  deleteOrder,
  getOrder,
  previewOrder,
} from '../../../../sandbox/src/service/domain/orders/orders.ts';
import type { PaymentMethod } from '../../../../sandbox/src/service/domain/records/payments.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { card, ids, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const rest = { bySelfService: false };
const ada = { FirstName: 'Ada', LastName: 'Lovelace', Tag: 'crm-7', Address: { Country: 'DE' } };
const signup = (cart: OrderInput['Cart'], more: OrderInput = {}): OrderInput => ({
  Customer: ada,
  Cart: { PlanVariantId: ids.proMonthly, ...cart },
  ...more,
});

describe('preview', () => {
  test('resolves its plan variant once, and passes it on', () => {
    const shop = new Shop(now);
    const variants = vi.spyOn(shop.tx.planVariants, 'get');
    shop.preview(signup({}));
    const known = variants.mock.calls.length;
    expect(known).toBeGreaterThan(0);
    // The check of the cart and the preview, then the bills of now and of the next period with their grids.
    expect(known).toBeLessThanOrEqual(8);
  });

  test('spec: Order preview result: every field of it and of its components and line items', () => {
    const shop = new Shop(now);
    const preview = shop.preview(
      signup({
        ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 3 }],
        MeteredUsages: [{ ComponentId: ids.storage, Quantity: 10 }],
        CouponCode: 'WELCOME20',
      }),
    );
    for (const field of [
      'MeteredComponents',
      'ComponentSubscriptions',
      'RecurringFee',
      'SetupFee',
      'CouponCode',
      'Coupon',
      'Quantity',
      'PlanVariantId',
      'AllowWithoutPaymentData',
      'Currency',
      'Total',
      'TotalVat',
      'TotalGross',
      'NextTotalGross',
      'NextTotalGrossDate',
      'IsTrial',
      'TrialEndPolicy',
      'Status',
      'OrderType',
      'TriggerInterimBilling',
      'PreviewAfterTrial',
    ]) {
      expect(preview, field).toHaveProperty(field);
    }
    for (const field of [
      'ComponentType',
      'PreventModification',
      'Name',
      'Description',
      'PricePerUnit',
      'VatPercentage',
      'LineItems',
      'TotalNet',
      'TotalVat',
      'ExternalId',
      'IsQuantityBased',
      'ComponentId',
      'Quantity',
    ]) {
      expect(preview.ComponentSubscriptions[0], field).toHaveProperty(field);
      expect(preview.MeteredComponents[0], field).toHaveProperty(field);
    }
    for (const field of ['FeePeriod', 'VariantName', 'VariantDescription', 'Description']) {
      expect(preview.RecurringFee, field).toHaveProperty(field);
    }
    for (const field of [
      'Description',
      'Quantity',
      'PricePerUnit',
      'VatPercentage',
      'PeriodStart',
      'PeriodEnd',
      'PeriodMultiplier',
      'ScaleAmount',
      'ProductId',
      'TotalNet',
      'TotalVat',
      'TotalGross',
      'ProductDescription',
    ]) {
      expect(preview.RecurringFee?.LineItems?.[0], field).toHaveProperty(field);
    }
    expect(preview).toMatchObject({ Status: 'InProgress', OrderType: 'Signup', TrialEndPolicy: 'NoTrial' });
    expect(preview.Coupon).toEqual({
      CouponCode: 'WELCOME20',
      CouponId: 'f00000000000000000000001',
      DiscountId: 'f10000000000000000000001',
      AppliesToCart: true,
    });
    // 29 − 5.80 + 49 + 13.50 − 2.70 + 1 − 0.20
    expect(preview.Total).toBe(83.8);
  });

  test('shows what the completed order bills', () => {
    const shop = new Shop(now);
    const input = signup({
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2.5 }],
      CouponCode: 'ab half1',
    });
    const { TotalGross, NextTotalGross } = shop.preview({
      ...input,
      Cart: { ...input.Cart, CouponCode: 'HALF1' },
    });
    const contract = shop.order({ ...input, Cart: { ...input.Cart, CouponCode: 'HALF1' } });
    expect(shop.invoices(contract.Id).map((invoice) => invoice.TotalGross)).toEqual([TotalGross]);
    expect(NextTotalGross).toBe(47.9);
  });

  test('spec: Errors 2: reports an unusable coupon, and shows the full price', () => {
    const shop = new Shop(now);
    for (const CouponCode of ['EXPIRED', 'NOPE']) {
      const preview = shop.preview(signup({ CouponCode }));
      expect(preview.Coupon).toMatchObject({ CouponCode, ErrorCode: 'InvalidCouponCode' });
      expect(preview.Coupon?.ErrorMessage).toContain(CouponCode);
      expect(preview.Total).toBe(78);
    }
  });

  test('a coupon of another plan group is rejected, codes are compared by letters and digits', () => {
    const shop = new Shop(now);
    expect(shop.preview(signup({ CouponCode: 'wel-come*20' })).Coupon?.ErrorCode).toBeUndefined();
    shop.core.transaction((tx) => {
      const coupon = tx.coupons.get('f00000000000000000000001');
      if (coupon !== undefined) tx.coupons.replace({ ...coupon, PlanGroupId: 'a10000000000000000000011' });
    });
    expect(shop.preview(signup({ CouponCode: 'WELCOME20' })).Coupon?.ErrorCode).toBe('InvalidCouponCode');
  });

  test('a change order shows what it credits', () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const contract = shop.signup(ids.basicYearly);
    const preview = shop.preview({ ContractId: contract.Id, Cart: { PlanVariantId: ids.basicMonthly } });
    expect(preview.OrderType).toBe('Upgrade');
    expect(preview.Credits?.[0]?.TotalNet).toBe(-99);
    expect(preview.Total).toBe(-89.1);
    expect(preview.SetupFee).toBeUndefined();
  });
});

describe('orders', () => {
  test('reserve customer and contract', () => {
    const shop = new Shop(now);
    const order = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    expect(order).toMatchObject({ Status: 'InProgress', OrderType: 'Signup', TotalGross: 92.82 });
    expect(shop.tx.customers.size).toBe(0);
    const contract = shop.core.transaction((tx) =>
      commitOrder(tx, order.Id, { PaymentMethod: 'InvoicePayment' }),
    );
    expect([contract.Id, contract.CustomerId]).toEqual([order.ContractId, order.CustomerId]);
    expect(shop.tx.orders.get(order.Id)?.Status).toBe('Completed');
  });

  test('have an event with customer, contract and Tag', () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly, {}, ada);
    const tagged = [...shop.tx.events].filter(
      (event) => 'Tag' in event.Payload && event.Payload.Tag === 'crm-7',
    );
    expect(tagged.map((event) => event.Payload.Event)).toEqual(
      expect.arrayContaining(['CustomerCreated', 'ContractCreated', 'OrderSucceeded']),
    );
  });

  test('require a customer; a preview does not', () => {
    const shop = new Shop(now);
    const input = { Cart: { PlanVariantId: ids.proMonthly } };
    expect(shop.preview(input).Total).toBe(78);
    expect(shop.refusal(() => createOrder(shop.tx, input, rest)).fields[0]?.Field).toBe('Customer');
  });

  test('an unusable coupon is rejected', () => {
    const shop = new Shop(now);
    const problem = shop.refusal(() => createOrder(shop.tx, signup({ CouponCode: 'EXPIRED' }), rest));
    expect(problem).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidCouponCode',
      fields: [{ Field: 'Cart.CouponCode' }],
    });
  });

  test('a single-use coupon goes to one of two parallel orders, and is free again when that one expires', async () => {
    const shop = new Shop(now);
    const input = signup({ CouponCode: 'SINGLE10' });
    const first = shop.core.transaction((tx) => createOrder(tx, input, rest));
    expect(shop.refusal(() => createOrder(shop.tx, input, rest)).code).toBe('InvalidCouponCode');
    await shop.advanceTo('2026-01-23T00:00:00Z');
    expect(shop.tx.orders.get(first.Id)?.Status).toBe('Expired');
    const second = shop.core.transaction((tx) => createOrder(tx, input, rest));
    shop.core.transaction((tx) => commitOrder(tx, second.Id, { PaymentMethod: 'InvoicePayment' }));
    expect(shop.refusal(() => createOrder(shop.tx, input, rest)).message).toContain('has already been used');
  });

  test('require approval if the account does', () => {
    const shop = new Shop(now, { account: { OrderApproval: true } });
    const [yes, no] = [1, 2].map(() => shop.core.transaction((tx) => createOrder(tx, signup({}), rest)));
    const commit = (id: string) => commitOrder(shop.tx, id, { PaymentMethod: 'InvoicePayment' });
    expect(yes?.Status).toBe('ApprovalPending');
    expect(shop.refusal(() => commit(yes?.Id ?? '')).message).toContain('approve');
    shop.core.transaction((tx) => approveOrder(tx, yes?.Id ?? ''));
    shop.core.transaction(() => commit(yes?.Id ?? ''));
    shop.core.transaction((tx) => declineOrder(tx, no?.Id ?? ''));
    expect(shop.refusal(() => commit(no?.Id ?? '')).kind).toBe('Conflict');
    for (const decide of [approveOrder, declineOrder]) {
      expect(shop.refusal(() => decide(shop.tx, no?.Id ?? '')).message).toBe(
        `Order ${no?.Id} is Declined; it is not waiting for approval.`,
      );
    }
    expect(shop.refusal(() => commit(no?.Id ?? '')).message).toBe(
      `Order ${no?.Id} is Declined and cannot be committed.`,
    );
  });

  test('require approval if their plan does', () => {
    const plans = { b10000000000000000000002: { RequiresOrderApproval: true } };
    const shop = new Shop(now, { catalogue: { plans } });
    const status = (PlanVariantId: string) =>
      shop.core.transaction((tx) => createOrder(tx, signup({ PlanVariantId }), rest)).Status;
    expect([status(ids.proMonthly), status(ids.basicMonthly)]).toEqual(['ApprovalPending', 'InProgress']);
  });

  test('can be committed with a payment method of the account', () => {
    const shop = new Shop(now);
    const { Id } = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    expect(shop.refusal(() => commitOrder(shop.tx, Id, { PaymentMethod: 'Debit:Nobody' }))).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidPaymentMethod',
      fields: [{ Field: 'PaymentMethod' }],
    });
  });

  test("are for the customer's contract that they name", () => {
    const shop = new Shop(now);
    const [own, other] = [shop.signup(ids.basicMonthly), shop.signup(ids.basicMonthly)];
    const upgrade = { ContractId: own.Id, Cart: { PlanVariantId: ids.proMonthly } };
    const refused = shop.refusal(() =>
      createOrder(shop.tx, { ...upgrade, CustomerId: other.CustomerId }, rest),
    );
    expect(refused.fields).toMatchObject([
      { Field: 'CustomerId', Message: `contract ${own.Id} belongs to customer ${own.CustomerId}.` },
    ]);
    const input = { ...upgrade, CustomerId: own.CustomerId };
    const order = shop.core.transaction((tx) => createOrder(tx, input, { bySelfService: true }));
    expect([order.CustomerId, order.ContractId]).toEqual([own.CustomerId, own.Id]);
  });

  test('of a change store the target plan', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    shop.change(Id, { PlanVariantId: ids.proMonthly });
    shop.change(Id, { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] });
    const changes = shop.tx.contractChanges.list({ where: { ContractId: Id } });
    expect(changes.map((one) => [one.Type, one.NewPlanVariantId, one.NewPlanId])).toEqual([
      ['Signup', ids.basicMonthly, 'b10000000000000000000001'],
      ['Upgrade', ids.proMonthly, 'b10000000000000000000002'],
      ['Upgrade', undefined, undefined],
    ]);
  });

  test('of a change add their own discount, not that of the contract', () => {
    const shop = new Shop(now);
    const { Id: ContractId } = shop.signup(ids.basicMonthly, { CouponCode: 'WELCOME20' });
    const Cart = { PlanVariantId: ids.proMonthly, CouponCode: 'HALF1' };
    const order = shop.core.transaction((tx) => createOrder(tx, { ContractId, Cart }, rest));
    expect(order.DiscountSubscriptions.map(({ CouponCode }) => CouponCode)).toEqual(['HALF1']);
  });

  test('show when the contract was last billed: by them, if they cost something', () => {
    const shop = new Shop(now);
    const billed = (PlanVariantId: string) =>
      shop.core.transaction((tx) => createOrder(tx, signup({ PlanVariantId }), rest)).Ordered.Contract
        ?.LastBillingDate;
    expect(billed(ids.proMonthly)).toBe('2026-01-15T09:00:00.0000000Z');
    expect(billed(ids.proTrial)).toBeUndefined();
  });

  test('authorize the configured amount at the provider, for the kind of payment', () => {
    const shop = new Shop(now, {
      account: {
        Providers: [
          { Name: 'Delta', Like: 'Delta', DefaultPreauthAmount: { CreditCard: 5, Debit: 2 } },
          { Name: 'FakePSP', Like: 'FakePSP', DefaultPreauthAmount: { CreditCard: 3, Debit: 0 } },
        ],
      },
    });
    const order = shop.core.transaction((tx) =>
      createOrder(tx, signup({ PlanVariantId: ids.proTrial }), rest),
    );
    const due = (Provider: string, Role: PaymentMethod['Role'] = 'CreditCard') =>
      amountDue(shop.tx, order, { ...card, Provider, Role }).amount;
    expect([due('Delta'), due('Delta', 'Debit'), due('FakePSP'), due('Nobody')]).toEqual([5, 2, 3, 0]);
  });

  test('without cost authorize; their payment has no document', async () => {
    const shop = new Shop(now, {
      catalogue: { discounts: { Effect: { Type: 'Relative', ReductionPercent: 100 } } },
    });
    shop.answering(succeeded);
    const order = shop.core.transaction((tx) =>
      createOrder(tx, signup({ PlanVariantId: ids.basicMonthly, CouponCode: 'WELCOME20' }), rest),
    );
    expect(order.TotalGross).toBe(0);
    Object.assign(shop.core.providers, { toMethod: () => card });
    await payOrder(shop.core, order.Id, { tethered: { Bearer: card.Bearer } });
    expect([...shop.tx.invoices].map(({ TotalGross }) => TotalGross)).toEqual([0]);
    const [payment] = [...shop.tx.paymentTransactions];
    expect(payment?.Type).toBe('Preauthorization');
    expect(payment).not.toHaveProperty('InvoiceId');
  });

  test('expire while they await approval', async () => {
    const shop = new Shop(now, { account: { OrderApproval: true } });
    const { Id } = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    await shop.advanceTo('2026-01-23T00:00:00Z');
    expect(shop.tx.orders.get(Id)?.Status).toBe('Expired');
    expect(shop.refusal(() => approveOrder(shop.tx, Id)).message).toContain('is Expired');
  });

  test.each<[string, (shop: Shop, id: string) => unknown, string | undefined]>([
    ['completed', ({ tx }, id) => commitOrder(tx, id, { PaymentMethod: 'InvoicePayment' }), 'Completed'],
    ['declined', ({ tx }, id) => declineOrder(tx, id), 'Declined'],
    ['deleted', ({ tx }, id) => deleteOrder(tx, id), undefined],
  ])('that are %s no longer expire', async (way, close, status) => {
    const shop = new Shop(now, { account: { OrderApproval: way === 'declined' } });
    const { Id } = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    const due = () => shop.core.schedule.get('order-expiry', Id)?.DueAt;
    expect(due()).toBe(Date.parse('2026-01-22T09:00:00Z'));
    shop.core.transaction(() => close(shop, Id));
    expect(due()).toBeUndefined();
    await shop.advanceTo('2026-01-23T00:00:00Z');
    expect(shop.tx.orders.get(Id)?.Status).toBe(status);
  });

  test('are committed without payment data only if the plan variant allows it', () => {
    const shop = new Shop(now);
    const paid = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    expect(shop.refusal(() => commitOrder(shop.tx, paid.Id)).fields[0]?.Field).toBe('PaymentMethod');
    const free = shop.core.transaction((tx) => createOrder(tx, signup({ PlanVariantId: ids.free }), rest));
    const contract = shop.core.transaction((tx) => commitOrder(tx, free.Id));
    expect(contract.PaymentProviderRole).toBe('None');
    expect(shop.invoices(contract.Id)).toEqual([]);
  });

  test('that are completed cannot be deleted or committed again', () => {
    const shop = new Shop(now);
    const order = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    shop.core.transaction((tx) => commitOrder(tx, order.Id, { PaymentMethod: 'InvoicePayment' }));
    expect(shop.refusal(() => commitOrder(shop.tx, order.Id)).code).toBe('AlreadyExecuted');
    expect(shop.refusal(() => deleteOrder(shop.tx, order.Id)).kind).toBe('Conflict');
    const open = shop.core.transaction((tx) => createOrder(tx, signup({}), rest));
    shop.core.transaction((tx) => deleteOrder(tx, open.Id));
    expect(shop.refusal(() => getOrder(shop.tx, open.Id)).kind).toBe('NotFound');
  });

  test('of a locked customer create a contract that is not charged until the customer is unlocked', async () => {
    const shop = new Shop(now);
    const { CustomerId } = shop.signup(ids.free, {}, ada);
    const asked = shop.answering(succeeded);
    const lock = (IsLocked: boolean) =>
      shop.core.transaction((tx) => patchCustomer(tx, CustomerId, { IsLocked }));
    lock(true);
    const { Id } = shop.order({ CustomerId, Cart: { PlanVariantId: ids.basicMonthly } }, card);
    await shop.settle();
    expect(shop.contract(Id)).toMatchObject({ CustomerIsLocked: true, Balance: 11.78 });
    expect(asked).toEqual([]);
    lock(false);
    await shop.settle();
    expect(shop.contract(Id)).toMatchObject({ CustomerIsLocked: false, Balance: 0 });
    expect(asked.map(({ Amount }) => Amount)).toEqual([11.78]);
  });

  test('a second contract of a customer has no setup fee', () => {
    const shop = new Shop(now);
    const { CustomerId } = shop.signup(ids.proMonthly);
    const preview = shop.preview({ CustomerId, Cart: { PlanVariantId: ids.proMonthly } });
    expect(preview.Total).toBe(29);
  });
});

describe('invalid input is rejected with its field, and nothing changes', () => {
  const cases: readonly (readonly [string, OrderInput, string])[] = [
    ['no cart', { Customer: ada }, 'Cart'],
    ['no plan variant', { Customer: ada, Cart: {} }, 'Cart.PlanVariantId'],
    ['an unknown plan variant', signup({ PlanVariantId: 'b0000000000000000000ffff' }), 'Cart.PlanVariantId'],
    [
      'a plan variant of a store',
      signup({ PlanVariantId: 'b00000000000000000000011' }),
      'Cart.PlanVariantId',
    ],
    [
      'an unknown component',
      signup({ ComponentSubscriptions: [{ ComponentId: 'd0', Quantity: 1 }] }),
      'Cart.ComponentSubscriptions[0].ComponentId',
    ],
    [
      'a metered component among subscriptions',
      signup({
        ComponentSubscriptions: [
          { ComponentId: ids.seat, Quantity: 1 },
          { ComponentId: ids.apiCalls, Quantity: 1 },
        ],
      }),
      'Cart.ComponentSubscriptions[1].ComponentId',
    ],
    [
      'a component among metered usages',
      signup({ MeteredUsages: [{ ComponentId: ids.seat, Quantity: 1 }] }),
      'Cart.MeteredUsages[0].ComponentId',
    ],
    [
      'a negative quantity',
      signup({ ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: -1 }] }),
      'Cart.ComponentSubscriptions[0].Quantity',
    ],
    [
      'an endless quantity',
      signup({ MeteredUsages: [{ ComponentId: ids.apiCalls, Quantity: Number.POSITIVE_INFINITY }] }),
      'Cart.MeteredUsages[0].Quantity',
    ],
    [
      'an on/off component twice',
      signup({ ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 2 }] }),
      'Cart.ComponentSubscriptions[0].Quantity',
    ],
    ['a negative plan quantity', signup({ Quantity: -2 }), 'Cart.Quantity'],
    [
      'a quantity of a plan without',
      signup({ PlanVariantId: ids.basicMonthly, Quantity: 2 }),
      'Cart.Quantity',
    ],
    ['an end before the start', signup({}, { StartDate: '2026-02-01', EndDate: '2026-01-31' }), 'EndDate'],
    ['an end before now', signup({}, { EndDate: '2026-01-01' }), 'EndDate'],
    ['a VAT id that is none', signup({}, { Customer: { ...ada, VatId: 'D123' } }), 'Customer.VatId'],
    [
      'an invalid country',
      signup({}, { Customer: { ...ada, Address: { Country: 'Germany' } } }),
      'Customer.Address.Country',
    ],
    [
      'a change of the customer that cannot be',
      { ...signup({}), CustomerChange: { Address: { Country: 'Germany' } } },
      'CustomerChange.Address.Country',
    ],
    [
      'an unknown customer',
      { CustomerId: 'ff0000000000000000000001', Cart: { PlanVariantId: ids.basicMonthly } },
      'CustomerId',
    ],
    ['an unknown contract', { ContractId: 'ff0000000000000000000001', Cart: {} }, 'ContractId'],
    [
      'an unknown tax policy',
      signup({ RatedItems: [{ Description: 'x', Quantity: 1, PricePerUnit: 1, TaxPolicyId: 'e0' }] }),
      'Cart.RatedItems[0].TaxPolicyId',
    ],
    [
      'an unknown discount',
      signup({ DiscountSubscriptions: [{ DiscountId: 'f0' }] }),
      'Cart.DiscountSubscriptions[0].DiscountId',
    ],
  ];

  test.each(cases)('%s', (_, input, field) => {
    const shop = new Shop(now);
    for (const work of [previewOrder, createOrder]) {
      const problem = shop.refusal(() => work(shop.tx, input, rest));
      expect(problem.kind).toBe('Invalid');
      expect(problem.fields.map((one) => one.Field)).toEqual([field]);
    }
  });

  test('a change before the start of the contract, and the end of an inactive subscription', () => {
    const shop = new Shop(now);
    const { Id: ContractId } = shop.signup(ids.basicMonthly);
    const refused = (input: OrderInput) =>
      shop.refusal(() => createOrder(shop.tx, { ContractId, ...input }, rest)).fields[0]?.Field;
    expect(refused({ Cart: { PlanVariantId: ids.proMonthly }, ChangeDate: '2026-01-01' })).toBe('ChangeDate');
    expect(refused({ Cart: { EndComponentSubscriptions: [ids.seat] } })).toBe(
      'Cart.EndComponentSubscriptions[0]',
    );
    expect(refused({ Cart: { PlanVariantId: 'b00000000000000000000011' } })).toBe('Cart.PlanVariantId');
  });

  test('spec: customerData rules 2: ExternalCustomerId is refused in a ClientLib signup', () => {
    const shop = new Shop(now);
    const input = signup({}, { Customer: { ...ada, ExternalCustomerId: 'crm-7' } });
    const problem = shop.refusal(() => createOrder(shop.tx, input, { bySelfService: true }));
    expect(problem.fields[0]?.Field).toBe('Customer.ExternalCustomerId');
    const { CustomerId, CustomerName } = shop.order(input);
    expect(CustomerName).toBe('Ada Lovelace');
    expect(shop.refusal(() => createOrder(shop.tx, input, rest))).toMatchObject({
      kind: 'Conflict',
      code: 'AlreadyExists',
      message: `ExternalCustomerId "crm-7" belongs to customer ${CustomerId}.`,
      fields: [
        {
          Field: 'Customer.ExternalCustomerId',
          Code: 'AlreadyExists',
          Message: `belongs to customer ${CustomerId}`,
        },
      ],
    });
    for (const ExternalCustomerId of ['', 'crm-8']) {
      shop.order(signup({}, { Customer: { ...ada, ExternalCustomerId } }));
    }
    const none = signup({}, { Customer: { ...ada, ExternalCustomerId: '' } });
    shop.core.transaction((tx) => createOrder(tx, none, { bySelfService: true }));
  });

  test('spec: customerData rules 3: custom fields without access for ClientLib', () => {
    const open = { Customer: ['Segment'], Contract: [], Order: [] };
    const shop = new Shop(now, { account: { SelfService: { CustomerChange: true, CustomFields: open } } });
    const order = (input: Partial<OrderInput>) => () =>
      createOrder(shop.tx, signup({}, input), { bySelfService: true });
    expect(shop.refusal(order({ CustomFields: { Source: 'ad' } })).fields[0]?.Field).toBe(
      'CustomFields.Source',
    );
    expect(shop.refusal(order({ ContractCustomFields: { a: 1 } })).fields[0]?.Field).toBe(
      'ContractCustomFields.a',
    );
    expect(shop.refusal(order({ Customer: { ...ada, CustomFields: { Other: 1 } } })).fields[0]?.Field).toBe(
      'Customer.CustomFields.Other',
    );
    const made = shop.core.transaction(order({ Customer: { ...ada, CustomFields: { Segment: 'Trade' } } }));
    expect(made.Ordered.Customer).toEqual({ ...ada, CustomFields: { Segment: 'Trade' } });
    expect(shop.core.transaction(order({})).Ordered.Customer).toEqual(ada);
  });

  test('products closed to self-service', () => {
    const shop = new Shop(now, {
      catalogue: {
        variants: { [ids.basicMonthly]: { AllowSelfService: false } },
        components: { [ids.seat]: { AllowSelfService: false } },
      },
    });
    const refused = (input: OrderInput) =>
      shop.refusal(() => previewOrder(shop.tx, input, { bySelfService: true })).fields[0]?.Field;
    expect(refused(signup({ PlanVariantId: ids.basicMonthly }))).toBe('Cart.PlanVariantId');
    expect(refused(signup({ ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] }))).toBe(
      'Cart.ComponentSubscriptions[0].ComponentId',
    );
    shop.preview(signup({ PlanVariantId: ids.basicMonthly }));
  });
});
