import { describe, expect, test } from 'vitest';
import { previewNextRecurring } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import { sendDraft } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import {
  changeComponentSubscription,
  createComponentSubscription,
} from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import {
  cancelContract,
  cancellationPreview,
  contractDetails,
  contractView,
  deleteContract,
  endContract,
  patchContract,
  replaceContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import {
  createRatedItem,
  deleteRatedItem,
} from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import { deleteUsage, reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import {
  createCustomer,
  deleteCustomer,
  patchCustomer,
  replaceCustomer,
  replaceCustomerBySelfService,
} from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { ids, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const day = (timestamp: string | undefined) => timestamp?.slice(0, 10);

describe('contract life', () => {
  test('a trial turns into the plan, and is announced before', async () => {
    const shop = new Shop(now);
    const trial = shop.signup(ids.proTrial);
    expect(trial).toMatchObject({ LifecycleStatus: 'InTrial', Balance: 0 });
    expect(trial.PlanVariantId).toBeUndefined();
    expect(trial.Phases.map((phase) => phase.Type)).toEqual(['Trial', 'Normal']);
    await shop.advanceTo('2026-01-29T09:00:00Z');
    const paid = shop.contract(trial.Id);
    expect(paid).toMatchObject({ LifecycleStatus: 'Active', PlanVariantId: ids.proTrial, Balance: 34.51 });
    expect(shop.events()).toEqual(expect.arrayContaining(['TrialEndApproaching', 'ContractChanged']));
  });

  test('a trial can end without a plan', async () => {
    const shop = new Shop(now, {
      catalogue: { plans: { b10000000000000000000003: { TrialEndPolicy: 'DeactivateAccount' } } },
    });
    const { Id } = shop.signup(ids.proTrial);
    await shop.advanceTo('2026-03-01T00:00:00Z');
    expect(shop.contract(Id)).toMatchObject({ LifecycleStatus: 'Ended', Balance: 0 });
    expect(day(shop.contract(Id).EndDate)).toBe('2026-01-29');
    expect(shop.invoices()).toEqual([]);
  });

  test('starts at midnight in groups that count by days', async () => {
    const shop = new Shop(now, { catalogue: { planGroup: { TimeGranularity: 'Daily' } } });
    const { Id } = shop.signup(ids.basicMonthly);
    expect(shop.contract(Id).StartDate).toBe('2026-01-14T23:00:00.0000000Z');
    await shop.advanceTo('2026-05-01T00:00:00Z');
    expect(shop.contract(Id).NextBillingDate).toBe('2026-05-14T22:00:00.0000000Z');
  });

  test('can start later, or in the past, and is billed from then on', async () => {
    const shop = new Shop(now);
    const later = shop.order({
      Customer: {},
      Cart: { PlanVariantId: ids.basicMonthly },
      StartDate: '2026-02-01T09:00:00Z',
    });
    expect(shop.invoices(later.Id)).toEqual([]);
    await shop.advanceTo('2026-02-02T00:00:00Z');
    expect(shop.invoices(later.Id)).toHaveLength(1);
    const past = shop.order({
      Customer: {},
      Cart: { PlanVariantId: ids.basicMonthly },
      StartDate: '2025-12-10T09:00:00Z',
    });
    expect(shop.invoices(past.Id)[0]?.ItemList.map((line) => day(line.PeriodEnd))).toEqual([
      '2026-01-10',
      '2026-02-10',
    ]);
  });

  test('ends after the first term if the variant says so', async () => {
    const shop = new Shop(now, {
      catalogue: { variants: { [ids.basicMonthly]: { EndAfterFirstContractPeriod: true } } },
    });
    const { Id } = shop.signup(ids.basicMonthly);
    await shop.advanceTo('2026-04-01T00:00:00Z');
    expect(shop.contract(Id).LifecycleStatus).toBe('Ended');
    expect(shop.invoices(Id)).toHaveLength(1);
  });

  test('a cancellation is announced at once, the end on its date; an upgrade revokes it', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => cancelContract(tx, Id));
    expect(shop.contract(Id).LifecycleStatus).toBe('Active');
    expect(day(shop.contract(Id).EndDate)).toBe('2026-02-15');
    expect(shop.events()).toContain('ContractCancelled');
    // That of the signup.
    expect(shop.events().filter((event) => event === 'ContractChanged')).toHaveLength(1);
    shop.core.transaction((tx) => cancelContract(tx, Id));
    expect(shop.events().filter((event) => event === 'ContractCancelled')).toHaveLength(1);
    shop.change(Id, { PlanVariantId: ids.proMonthly });
    expect(shop.contract(Id).EndDate).toBeUndefined();
    shop.core.transaction((tx) => endContract(tx, Id, '2026-02-01T00:00:00Z'));
    await shop.advanceTo('2026-02-01T00:00:00Z');
    expect(shop.contract(Id).LifecycleStatus).toBe('Ended');
    shop.change(Id, { PlanVariantId: ids.proMonthly });
    expect(shop.contract(Id).LifecycleStatus).toBe('Active');
  });

  test('an up- or downgrade appends a phase, even at the instant of the previous one or after an end', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    const phases = () => shop.contract(Id).Phases.map((phase) => [phase.Type, phase.PlanVariantId]);
    shop.change(Id, { PlanVariantId: ids.proMonthly });
    const upgraded = [
      ['Normal', ids.basicMonthly],
      ['Normal', ids.proMonthly],
    ];
    expect(phases()).toEqual(upgraded);
    expect(shop.contract(Id)).toMatchObject({ PlanVariantId: ids.proMonthly, Balance: 34.51 });
    shop.core.transaction((tx) => endContract(tx, Id, '2026-02-01T00:00:00Z'));
    await shop.advanceTo('2026-02-01T00:00:00Z');
    expect(phases()).toEqual([...upgraded, ['Inactive', undefined]]);
    shop.change(Id, { PlanVariantId: ids.basicMonthly });
    expect(phases()).toEqual([...upgraded, ['Inactive', undefined], ['Normal', ids.basicMonthly]]);
    expect(shop.contract(Id).LifecycleStatus).toBe('Active');
    await shop.advanceTo('2026-03-02T00:00:00Z');
    expect(shop.invoices(Id).at(-1)).toMatchObject({
      TotalNet: 9.9,
      DocumentDate: '2026-03-01',
    });
  });

  test('another quantity costs the same whether or not the cart repeats the plan variant', async () => {
    const change = async (cart: { PlanVariantId?: string; InheritStartDate?: boolean }) => {
      const shop = new Shop('2026-04-01T09:00:00Z');
      const { Id } = shop.signup(ids.proMonthly);
      await shop.advanceTo('2026-04-11T09:00:00Z');
      shop.change(Id, { ...cart, Quantity: 3 });
      const { TotalNet, TotalGross } = shop.invoices(Id)[1] ?? {};
      return [TotalNet, TotalGross, day(shop.contract(Id).NextBillingDate)];
    };
    // 20 of 30 days: 58.00 for three, less 19.33 for one.
    expect(await change({})).toEqual([38.67, 46.02, '2026-05-01']);
    expect(await change({ PlanVariantId: ids.proMonthly })).toEqual([38.67, 46.02, '2026-05-01']);
    // Terms begin again where the cart says so: 87.00 less 19.33.
    expect(await change({ PlanVariantId: ids.proMonthly, InheritStartDate: false })).toEqual([
      67.67,
      80.53,
      '2026-05-11',
    ]);
  });

  test('a plan that was to start on the date of a change never starts', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.proTrial);
    const converts = shop.contract(Id).Phases[1]?.StartDate as string;
    shop.change(Id, { PlanVariantId: ids.basicMonthly }, { ChangeDate: converts });
    expect(shop.contract(Id).Phases.map((phase) => phase.PlanVariantId)).toEqual([
      undefined,
      ids.basicMonthly,
    ]);
  });

  test('a cancellation preview changes nothing', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicYearly);
    const before = JSON.stringify(shop.contract(Id));
    const preview = shop.core.transaction((tx) => cancellationPreview(tx, Id));
    expect(day(preview.EndDate)).toBe('2027-01-15');
    expect(preview.ContractAfter.EndDate).toBe(preview.EndDate);
    expect(JSON.stringify(shop.contract(Id))).toBe(before);
    expect(shop.invoices(Id)).toHaveLength(1);
  });

  test('an end before the start is rejected', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    for (const end of ['2026-01-01', '2026-01-15T09:00:00Z', 'tomorrow']) {
      expect(shop.refusal(() => endContract(shop.tx, Id, end)).fields[0]?.Field).toBe('EndDate');
    }
  });

  test('a billed contract cannot be deleted', () => {
    const shop = new Shop(now);
    const billed = shop.signup(ids.basicMonthly);
    const free = shop.signup(ids.free);
    expect(shop.refusal(() => deleteContract(shop.tx, billed.Id)).kind).toBe('Conflict');
    expect(contractView(shop.tx, shop.contract(free.Id)).IsDeletable).toBe(true);
    shop.core.transaction((tx) => deleteContract(tx, free.Id));
    expect(shop.tx.contracts.has(free.Id)).toBe(false);
  });

  test('neither can one whose invoice is a draft', () => {
    const shop = new Shop(now, { account: { InvoiceDrafts: true } });
    const { Id } = shop.signup(ids.basicMonthly);
    expect(contractView(shop.tx, shop.contract(Id)).IsDeletable).toBe(false);
    expect(shop.refusal(() => deleteContract(shop.tx, Id)).kind).toBe('Conflict');
  });

  test('suspended billing catches up in one document', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => patchContract(tx, Id, { BillingSuspended: true }));
    await shop.advanceTo('2026-04-20T09:00:00Z');
    expect(shop.invoices(Id)).toHaveLength(1);
    shop.core.transaction((tx) => patchContract(tx, Id, { BillingSuspended: false }));
    await shop.settle();
    expect(shop.invoices(Id)[1]?.ItemList.map((line) => day(line.PeriodStart))).toEqual([
      '2026-02-15',
      '2026-03-15',
      '2026-04-15',
    ]);
    expect(day(shop.contract(Id).NextBillingDate)).toBe('2026-05-15');
  });

  test('fields that can be changed, and custom fields', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => patchContract(tx, Id, { Notes: 'n', CustomFields: { a: 1, b: 2 } }));
    shop.core.transaction((tx) => patchContract(tx, Id, { ExternalId: 'x', CustomFields: { a: null } }));
    expect(shop.contract(Id)).toMatchObject({ Notes: 'n', ExternalId: 'x', CustomFields: { b: 2 } });
    shop.core.transaction((tx) => replaceContract(tx, Id, { CustomFields: { c: 3 } }));
    expect(shop.contract(Id).Notes).toBeUndefined();
    expect(shop.contract(Id).CustomFields).toEqual({ c: 3 });
    expect(shop.events().filter((event) => event === 'ContractDataChanged')).toHaveLength(3);
  });

  test('spec: Limits 2: details hold at most 50 recent invoices, newest first', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly, {
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }],
    });
    await shop.advanceTo('2031-01-15T09:00:00Z');
    expect(shop.invoices(Id)).toHaveLength(61);
    const details = contractDetails(shop.tx, Id) as { RecentInvoices: { InvoiceNumber: string }[] };
    expect(details.RecentInvoices).toHaveLength(50);
    expect(details.RecentInvoices[0]?.InvoiceNumber).toBe('2031-000001');
    expect(details).toMatchObject({
      Contract: { Id, CurrentBalance: shop.contract(Id).Balance },
      Customer: { CustomerName: 'Ada Lovelace' },
      CurrentPlan: { PlanName: 'Basic' },
      PaymentsBlocked: false,
      ComponentsSubscriptions: [{ ComponentName: 'Seat', Quantity: 2 }],
      Products: { PlanGroups: [{}], Discounts: [], Coupons: [] },
    });
    expect(details).toHaveProperty('EndDateIfCancelledNow');
  });

  test('the contract of a store is never billed', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => {
      const { NextBillingDate, ...contract } = tx.contracts.get(Id) as NonNullable<
        ReturnType<typeof tx.contracts.get>
      >;
      tx.contracts.replace({ ...contract, Store: 'AppleIap' });
    });
    await shop.advanceTo('2026-06-01T00:00:00Z');
    expect(shop.invoices(Id)).toHaveLength(1);
    expect(shop.refusal(() => cancelContract(shop.tx, Id)).message).toContain('AppleIap');
    expect(previewNextRecurring(shop.tx, Id)).toEqual({});
    // Its customer sees what the store leaves to do here, and nothing to pay.
    expect(contractDetails(shop.tx, Id)).toMatchObject({
      Contract: { CurrentBalance: 11.78 },
      PayableAmount: 0,
      Allowed: {
        CustomerChange: true,
        ContractChange: false,
        RevokeCancellation: false,
        PaymentChange: false,
      },
    });
  });

  test('fields without effect are stored, and every bill stays the same with them', async () => {
    const bills = async (shop: Shop, patch: Parameters<typeof patchContract>[2]) => {
      const { Id } = shop.signup(ids.basicMonthly, {
        ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 2 }],
      });
      const contract = shop.core.transaction((tx) => patchContract(tx, Id, patch));
      await shop.advanceTo('2028-03-01T00:00:00Z');
      return {
        contract,
        bills: shop.invoices().map(({ ItemList, TotalGross }) => ({ ItemList, TotalGross })),
      };
    };
    const odd = new Shop(now, {
      catalogue: {
        taxPolicy: { IsMossApplicable: false },
        variants: { [ids.basicMonthly]: { AfterFirstContractPeriodNextStep: 'End' } },
      },
    });
    const { contract, bills: kept } = await bills(odd, { ThresholdBillingDisabled: true });
    expect(contract.ThresholdBillingDisabled).toBe(true);
    expect(odd.tx.planVariants.get(ids.basicMonthly)?.AfterFirstContractPeriodNextStep).toBe('End');
    expect([...odd.tx.taxPolicies].map((policy) => policy.IsMossApplicable)).not.toContain(true);
    expect(kept).toHaveLength(26);
    expect(kept).toEqual((await bills(new Shop(now), {})).bills);
  });
});

describe('drafts', () => {
  test('have no number until they are sent, but are credited by a change', () => {
    const shop = new Shop(now, { account: { InvoiceDrafts: true } });
    const { Id } = shop.signup(ids.basicYearly);
    expect(shop.invoices(Id)).toEqual([]);
    expect(shop.contract(Id).Balance).toBe(0);
    shop.change(Id, { PlanVariantId: ids.basicMonthly });
    const [first, second] = [...shop.tx.invoiceDrafts];
    expect(second?.ItemList[0]?.TotalNet).toBe(-99);
    shop.core.transaction((tx) => sendDraft(tx, first?.Id ?? ''));
    shop.core.transaction((tx) => sendDraft(tx, second?.Id ?? ''));
    expect(shop.invoices(Id).map((invoice) => [invoice.InvoiceNumber, invoice.TotalNet])).toEqual([
      ['2026-000001', 99],
      ['2026-000002', -89.1],
    ]);
    expect(shop.contract(Id).Balance).toBe(11.78);
    expect(shop.refusal(() => sendDraft(shop.tx, first?.Id ?? '')).kind).toBe('NotFound');
  });
});

describe('usage, rated items and components', () => {
  test('a report with a known Key changes nothing', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.proMonthly);
    const report = (Quantity: number, Key?: string) =>
      shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.apiCalls, Quantity, Key }));
    expect(report(5, 'k').Id).toBe(report(9, 'k').Id);
    expect(shop.tx.meteredUsages.size).toBe(1);
    report(1);
    report(1);
    expect(shop.tx.meteredUsages.size).toBe(3);
  });

  test('usage can be deleted until it is billed', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.proMonthly);
    const [kept, gone] = [1, 2].map((Quantity) =>
      shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.storage, Quantity })),
    );
    shop.core.transaction((tx) => deleteUsage(tx, Id, gone?.Id ?? ''));
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(shop.refusal(() => deleteUsage(shop.tx, Id, kept?.Id ?? '')).kind).toBe('Conflict');
    const billed = shop.tx.meteredUsages.get(kept?.Id);
    const line = shop.invoices(Id)[1]?.ItemList.find((one) => one.Id === billed?.LineItemId);
    expect(line).toMatchObject({ Quantity: 1, ProductType: 'MeteredUsage' });
  });

  test('usage is billed with the billing after its due date', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.proMonthly);
    const DueDate = '2026-02-20T00:00:00Z';
    shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.storage, Quantity: 10, DueDate }));
    await shop.advanceTo('2026-03-16T00:00:00Z');
    expect(shop.invoices(Id).map((invoice) => invoice.ItemList.length)).toEqual([2, 1, 2]);
  });

  test('usage in a trial is billed only if its component is billed in trials', async () => {
    const lines = async (BillInTrial: boolean, end?: string) => {
      const shop = new Shop(now, { catalogue: { components: { [ids.storage]: { BillInTrial } } } });
      const { Id } = shop.signup(ids.proTrial);
      const use = (Quantity: number) =>
        shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.storage, Quantity }));
      use(50);
      if (end !== undefined) shop.core.transaction((tx) => endContract(tx, Id, end));
      await shop.advanceTo('2026-01-29T09:00:00Z');
      if (end === undefined) use(20);
      await shop.advanceTo('2026-03-01T00:00:00Z');
      return shop.invoices(Id).map((one) => one.ItemList.map((line) => [line.ProductType, line.TotalNet]));
    };
    const fee = ['RecurringFee', 29];
    expect(await lines(false)).toEqual([[fee], [fee, ['MeteredUsage', 2]]]);
    expect(await lines(true)).toEqual([
      [fee, ['MeteredUsage', 5]],
      [fee, ['MeteredUsage', 2]],
    ]);
    expect(await lines(false, '2026-01-20T09:00:00Z')).toEqual([]);
    expect(await lines(true, '2026-01-20T09:00:00Z')).toEqual([[['MeteredUsage', 5]]]);
  });

  test('the last usage is billed with the end', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => {
      reportUsage(tx, Id, { ComponentId: ids.storage, Quantity: 10 });
      endContract(tx, Id, '2026-02-15T09:00:00Z');
    });
    await shop.advanceTo('2026-03-01T00:00:00Z');
    expect(shop.invoices(Id)[1]?.TotalNet).toBe(1);
  });

  test('a rated item waits for the next billing', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    const item = (Description: string) =>
      shop.core.transaction((tx) => createRatedItem(tx, Id, { Description, Quantity: 1, PricePerUnit: 80 }));
    const gone = item('Mistake');
    shop.core.transaction((tx) => deleteRatedItem(tx, gone.Id));
    const kept = item('Training');
    expect(previewNextRecurring(shop.tx, Id).Invoice?.TotalNet).toBe(89.9);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect(shop.invoices(Id)[1]?.TotalNet).toBe(89.9);
    expect(shop.refusal(() => deleteRatedItem(shop.tx, kept.Id)).kind).toBe('Conflict');
  });

  test('a component created without an order is billed with the next billing, from its start', async () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const { Id } = shop.signup(ids.basicMonthly);
    await shop.advanceTo('2026-04-16T09:00:00Z');
    const input = { ComponentId: ids.seat, Quantity: 2 };
    const made = shop.core.transaction((tx) => createComponentSubscription(tx, Id, input));
    await shop.advanceTo('2026-05-02T00:00:00Z');
    // Half of April, and May.
    expect(
      shop
        .invoices(Id)[1]
        ?.ItemList.slice(1)
        .map((line) => line.TotalNet),
    ).toEqual([4.5, 9]);
    shop.core.transaction((tx) =>
      changeComponentSubscription(tx, made.Id, { EndDate: '2026-05-16T09:00:00Z' }),
    );
    await shop.advanceTo('2026-05-16T09:00:00Z');
    // 16 of 31 days: 9.00 − 9.00 × 15 / 31 = 9.00 − 4.35
    expect(shop.invoices(Id)[2]?.TotalNet).toBe(-4.65);
    expect(
      shop.refusal(() => changeComponentSubscription(shop.tx, made.Id, { EndDate: '2026-01-01' })).fields[0]
        ?.Field,
    ).toBe('EndDate');
  });

  test('invalid input names its field', () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicMonthly);
    const usage = { ComponentId: ids.apiCalls, Quantity: 1 };
    const refused = (work: () => unknown) => shop.refusal(work).fields[0]?.Field;
    expect(refused(() => reportUsage(shop.tx, Id, { ...usage, Quantity: -1 }))).toBe('Quantity');
    expect(refused(() => reportUsage(shop.tx, Id, { ...usage, ComponentId: ids.seat }, 'Usage[1]'))).toBe(
      'Usage[1].ComponentId',
    );
    expect(refused(() => reportUsage(shop.tx, Id, { ...usage, DueDate: '2025-01-01' }))).toBe('DueDate');
    const rated = { Description: 'x', Quantity: 1, PricePerUnit: 1 };
    expect(refused(() => createRatedItem(shop.tx, Id, { ...rated, Quantity: Number.NaN }))).toBe('Quantity');
    expect(refused(() => createRatedItem(shop.tx, Id, { ...rated, TaxPolicyId: 'e0' }))).toBe('TaxPolicyId');
    const component = { ComponentId: ids.seat, Quantity: 1 };
    expect(
      refused(() => createComponentSubscription(shop.tx, Id, { ...component, ComponentId: ids.apiCalls })),
    ).toBe('ComponentId');
    expect(
      refused(() => createComponentSubscription(shop.tx, Id, { ...component, EndDate: '2026-01-01' })),
    ).toBe('EndDate');
  });
});

describe('customers', () => {
  const company = { CompanyName: 'Lovelace GmbH', FirstName: 'Ada', LastName: 'Lovelace', Tag: 't' };

  test('have the name of the company, or of the person', () => {
    const shop = new Shop(now);
    const make = (input: Parameters<typeof createCustomer>[1]) =>
      shop.core.transaction((tx) => createCustomer(tx, input));
    expect(make(company)).toMatchObject({ CustomerName: 'Lovelace GmbH', CustomerSubName: 'Ada Lovelace' });
    expect(make({ FirstName: 'Ada', EmailAddress: 'a@b.test' }).CustomerName).toBe('Ada');
    expect(make({ EmailAddress: 'a@b.test' })).toMatchObject({
      CustomerName: 'a@b.test',
      CustomFields: {},
      CustomerType: 'Consumer',
    });
  });

  test('spec: customerData rules 4: ClientLib replaces the data of all contracts; custom fields stay', () => {
    const open = { Customer: ['Segment', 'Old'], Contract: [], Order: [] };
    const shop = new Shop(now, { account: { SelfService: { CustomerChange: true, CustomFields: open } } });
    const { Id, CustomerId } = shop.signup(
      ids.basicMonthly,
      {},
      {
        ...company,
        PhoneNumber: '1',
        ExternalCustomerId: 'crm-1',
        CustomFields: { Secret: 1, Old: 2 },
      },
    );
    const changed = shop.core.transaction((tx) =>
      replaceCustomerBySelfService(tx, CustomerId, {
        LastName: 'King',
        CustomFields: { Segment: 'x', Old: null },
      }),
    );
    expect(changed).toMatchObject({
      CustomerName: 'King',
      ExternalCustomerId: 'crm-1',
      CustomFields: { Secret: 1, Segment: 'x' },
    });
    expect(changed.PhoneNumber).toBeUndefined();
    expect(changed.CustomFields).not.toHaveProperty('Old');
    expect(shop.contract(Id).CustomerName).toBe('King');
    const secret = () => replaceCustomerBySelfService(shop.tx, CustomerId, { CustomFields: { Secret: 2 } });
    expect(shop.refusal(secret).fields[0]?.Field).toBe('CustomFields.Secret');
  });

  test('spec: Behaviour rules 8: the change can be prohibited', () => {
    const shop = new Shop(now, {
      account: {
        SelfService: { CustomerChange: false, CustomFields: { Customer: [], Contract: [], Order: [] } },
      },
    });
    const { CustomerId } = shop.signup(ids.basicMonthly);
    expect(shop.refusal(() => replaceCustomerBySelfService(shop.tx, CustomerId, {})).kind).toBe('Forbidden');
  });

  test('PUT unsets missing fields, PATCH changes named ones', () => {
    const shop = new Shop(now);
    const made = shop.core.transaction((tx) =>
      createCustomer(tx, { ...company, CustomFields: { a: 1, b: 2 } }),
    );
    const patched = shop.core.transaction((tx) =>
      patchCustomer(tx, made.Id, { FirstName: 'Augusta', CustomFields: { a: null } }),
    );
    expect(patched).toMatchObject({
      CompanyName: 'Lovelace GmbH',
      CustomerSubName: 'Augusta Lovelace',
      CustomFields: { b: 2 },
    });
    const put = shop.core.transaction((tx) =>
      replaceCustomer(tx, made.Id, { LastName: 'King', CustomFields: { c: 3 } }),
    );
    expect(put).toMatchObject({ CustomerName: 'King', CustomFields: { c: 3 } });
    for (const field of ['CompanyName', 'CustomerSubName', 'Tag']) expect(put).not.toHaveProperty(field);
    expect(put.CreatedAt).toBe(made.CreatedAt);
  });

  test('an external id belongs to one customer', () => {
    const shop = new Shop(now);
    shop.core.transaction((tx) => createCustomer(tx, { ...company, ExternalCustomerId: 'crm-1' }));
    const other = shop.core.transaction((tx) => createCustomer(tx, company));
    for (const work of [
      () => createCustomer(shop.tx, { ExternalCustomerId: 'crm-1' }),
      () => patchCustomer(shop.tx, other.Id, { ExternalCustomerId: 'crm-1' }),
    ]) {
      const problem = shop.refusal(work);
      expect([problem.kind, problem.fields[0]?.Field]).toEqual(['Conflict', 'ExternalCustomerId']);
    }
  });

  test('VAT ids must have a valid format', () => {
    const shop = new Shop(now);
    for (const VatId of ['123', 'D123456', 'DE', 'DE1234567890123', 'DE12-3456/89']) {
      expect(
        shop.refusal(() => createCustomer(shop.tx, { ...company, VatId })),
        VatId,
      ).toMatchObject({ code: 'InvalidVatId' });
    }
    for (const VatId of ['DE123456789', 'ATU12345678', 'fr xx 999 999 999', 'EL123456789']) {
      shop.core.transaction((tx) => createCustomer(tx, { ...company, VatId }));
    }
  });

  test('are locked and unlocked with their contracts', () => {
    const shop = new Shop(now);
    const { Id, CustomerId } = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => patchCustomer(tx, CustomerId, { IsLocked: true }));
    expect(shop.contract(Id).CustomerIsLocked).toBe(true);
    shop.core.transaction((tx) => patchCustomer(tx, CustomerId, { IsLocked: false }));
    expect(shop.contract(Id).CustomerIsLocked).toBe(false);
    expect(shop.events()).toEqual(expect.arrayContaining(['CustomerLocked', 'CustomerUnlocked']));
  });

  test('can be deleted only without an active contract, and lose their personal data', () => {
    const shop = new Shop(now);
    const { Id, CustomerId } = shop.signup(ids.basicMonthly, {}, { ...company, ExternalCustomerId: 'crm-1' });
    expect(shop.refusal(() => deleteCustomer(shop.tx, CustomerId)).kind).toBe('Conflict');
    shop.core.transaction((tx) => {
      endContract(tx, Id, '2026-01-15T09:00:01Z');
    });
    expect(shop.refusal(() => deleteCustomer(shop.tx, CustomerId)).kind).toBe('Conflict');
  });

  test('that are deleted cannot order', async () => {
    const shop = new Shop(now);
    const { Id, CustomerId } = shop.signup(ids.basicMonthly, {}, { ...company, ExternalCustomerId: 'crm-1' });
    shop.core.transaction((tx) => endContract(tx, Id, '2026-01-16T00:00:00Z'));
    await shop.advanceTo('2026-01-17T00:00:00Z');
    shop.core.transaction((tx) => deleteCustomer(tx, CustomerId));
    expect(JSON.stringify(shop.tx.customers.get(CustomerId))).not.toContain('Lovelace');
    const order = () =>
      createOrder(shop.tx, { CustomerId, Cart: { PlanVariantId: ids.free } }, { bySelfService: false });
    expect(shop.refusal(order).fields[0]?.Field).toBe('CustomerId');
    shop.core.transaction((tx) => createCustomer(tx, { ExternalCustomerId: 'crm-1' }));
  });
});

test('two clocks in two sandboxes are independent', async () => {
  const [one, other] = [new Shop(now), new Shop(now)];
  one.signup(ids.basicMonthly);
  other.signup(ids.basicMonthly);
  await one.advanceTo('2027-01-15T09:00:00Z');
  expect([one.invoices().length, other.invoices().length]).toEqual([13, 1]);
  expect(new Date(other.tx.now).toISOString()).toBe('2026-01-15T09:00:00.000Z');
});

test('invoice numbers have no gaps, whatever is rejected in between', async () => {
  const shop = new Shop(now);
  const { Id } = shop.signup(ids.basicMonthly);
  for (let month = 2; month < 8; month += 1) {
    shop.preview({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
    shop.refusal(() => endContract(shop.tx, Id, '2020-01-01'));
    shop.core.transaction((tx) => cancellationPreview(tx, Id));
    await shop.advanceTo(`2026-0${month}-20T00:00:00Z`);
  }
  expect(shop.invoices().map((invoice) => invoice.InvoiceNumber)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => `2026-00000${number}`),
  );
});
