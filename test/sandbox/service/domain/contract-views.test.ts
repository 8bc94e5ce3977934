import { describe, expect, test } from 'vitest';
import { listActiveSubscriptions } from '../../../../sandbox/src/service/domain/contracts/active-subscriptions.ts';
import { contractChangeView } from '../../../../sandbox/src/service/domain/contracts/contract-change-view.ts';
import {
  annulContract,
  changePaymentMethod,
  contractDetails,
  contractView,
  endContract,
  patchContract,
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { toSubscriptionRow } from '../../../../sandbox/src/service/domain/contracts/subscription-rows.ts';
import { patchCustomer } from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { completeOrder, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { registerPayment } from '../../../../sandbox/src/service/domain/payments/bookings.ts';
import type { ContractRecord } from '../../../../sandbox/src/service/domain/records/contracts.ts';
import { type CatalogueChange, card, ids, Shop } from './billing-kit.ts';

const time = (day: string) => `${day}T09:00:00.0000000Z`;
const seats = { ComponentId: ids.seat, Quantity: 2 };
const company = {
  CompanyName: 'Lovelace GmbH',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.test',
  Address: { Country: 'DE' },
};

/** A contract since 1 April, on account. */
function since1April(
  variant: string,
  cart = {},
  { catalogue = {}, account = {} }: { catalogue?: CatalogueChange; account?: object } = {},
) {
  const shop = new Shop('2026-04-01T09:00:00Z', { catalogue, account });
  const { Id, CustomerId } = shop.signup(variant, cart, company);
  const record = () => shop.tx.contracts.get(Id) as ContractRecord;
  return { shop, id: Id, customer: CustomerId, record };
}

describe('what is active in a contract', () => {
  test('is the plan of the phase, and no plan in a pause', async () => {
    const { shop, id, customer, record } = since1April(ids.proMonthly, { Quantity: 3 });
    expect(listActiveSubscriptions(shop.tx, record())).toEqual({
      ContractId: id,
      CustomerId: customer,
      PlanSubscription: {
        PlanId: 'b10000000000000000000002',
        PlanVariantId: ids.proMonthly,
        Quantity: 3,
        StartDate: time('2026-04-01'),
      },
      ComponentSubscriptions: [],
      DiscountSubscriptions: [],
    });
    shop.core.transaction((tx) => pauseContract(tx, id));
    expect(listActiveSubscriptions(shop.tx, record())).not.toHaveProperty('PlanSubscription');
    const trial = since1April(ids.proTrial);
    expect(listActiveSubscriptions(trial.shop.tx, trial.record()).PlanSubscription).toEqual({
      PlanId: 'b10000000000000000000003',
      PlanVariantId: undefined,
      Quantity: 1,
      StartDate: time('2026-04-01'),
    });
    const later = trial.shop.order({
      Customer: company,
      Cart: { PlanVariantId: ids.basicMonthly },
      StartDate: '2026-05-01T09:00:00Z',
    });
    const waiting = trial.shop.tx.contracts.get(later.Id) as ContractRecord;
    expect(listActiveSubscriptions(trial.shop.tx, waiting)).not.toHaveProperty('PlanSubscription');
  });

  test('is what has started and is not over, to the instant', async () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const discount = [...shop.tx.discounts].find(({ Duration }) => Duration?.Quantity === 1)?.Id as string;
    const { Id } = shop.signup(ids.basicMonthly, {
      ComponentSubscriptions: [
        { ...seats, StartDate: '2026-04-11T09:00:00Z', EndDate: '2026-04-21T09:00:00Z' },
        { ComponentId: ids.support, Quantity: 1 },
      ],
      DiscountSubscriptions: [{ DiscountId: discount, StartDate: '2026-04-11T09:00:00Z' }],
    });
    const active = async (at: string) => {
      await shop.advanceTo(at);
      const { ComponentSubscriptions, DiscountSubscriptions } = listActiveSubscriptions(
        shop.tx,
        shop.tx.contracts.get(Id) as ContractRecord,
      );
      return [ComponentSubscriptions.map((one) => one.ComponentId), DiscountSubscriptions.length];
    };
    expect(await active('2026-04-11T08:59:59Z')).toEqual([[ids.support], 0]);
    expect(await active('2026-04-11T09:00:00Z')).toEqual([[ids.seat, ids.support], 1]);
    expect(await active('2026-04-21T08:59:59Z')).toEqual([[ids.seat, ids.support], 1]);
    expect(await active('2026-04-21T09:00:00Z')).toEqual([[ids.support], 1]);
    // The discount lasts a month.
    expect(await active('2026-05-11T08:59:59Z')).toEqual([[ids.support], 1]);
    expect(await active('2026-05-11T09:00:00Z')).toEqual([[ids.support], 0]);
  });
});

describe('a row of subscriptions', () => {
  test('combines customer and contract', () => {
    const { shop, id, customer, record } = since1April(ids.proMonthly, { Quantity: 3 });
    expect(toSubscriptionRow(shop.tx, record())).toEqual({
      Id: id,
      CustomerId: customer,
      FirstName: 'Ada',
      LastName: 'Lovelace',
      EmailAddress: 'ada@example.test',
      CustomerName: 'Lovelace GmbH',
      CustomerSubName: 'Ada Lovelace',
      Hidden: false,
      IsLocked: false,
      ContractId: id,
      ReferenceCode: record().ReferenceCode,
      LastBillingDate: time('2026-04-01'),
      NextBillingDate: time('2026-05-01'),
      PlanId: 'b10000000000000000000002',
      PlanVariantId: ids.proMonthly,
      PlanVariantName: 'Pro monthly',
      PlanName: 'Pro',
      Quantity: 3,
      LastPhaseChange: time('2026-04-01'),
      // 3 × 29.00 and 49.00, with 19 %: 103.53 + 58.31.
      Balance: 161.84,
      Currency: 'EUR',
      RecurringPaymentsPaused: false,
      BillingSuspended: false,
      StartDate: time('2026-04-01'),
      LifecycleStatus: 'Active',
      IsDeletable: false,
    });
  });

  test('names the previous plan, and the day of the last phase, in a pause and before its start', async () => {
    const { shop, id, record } = since1April(ids.proMonthly, { Quantity: 3 });
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    expect(toSubscriptionRow(shop.tx, record())).toMatchObject({
      PlanName: 'Pro',
      PlanVariantName: 'Pro monthly',
      Quantity: 3,
      LastPhaseChange: time('2026-04-11'),
    });
    const later = shop.order({
      Customer: company,
      Cart: { PlanVariantId: ids.proMonthly, Quantity: 2 },
      StartDate: '2026-05-01T09:00:00Z',
    });
    expect(toSubscriptionRow(shop.tx, shop.tx.contracts.get(later.Id) as ContractRecord)).toMatchObject({
      PlanName: 'Pro',
      Quantity: 2,
      LastPhaseChange: time('2026-05-01'),
      IsDeletable: true,
    });
  });

  test('follows changes of the customer', () => {
    const { shop, customer, record } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => {
      patchCustomer(tx, customer, { Hidden: true, IsLocked: true });
    });
    expect(toSubscriptionRow(shop.tx, record())).toMatchObject({ Hidden: true, IsLocked: true });
  });
});

describe('spec: Operation Portal.contractDetails, Behaviour rules 12 — what a customer sees of a contract', () => {
  const hidden: CatalogueChange = {
    variants: {
      [ids.basicYearly]: { Hidden: true },
      [ids.proYearly]: { AllowSelfService: false },
      [ids.proTrial]: { AllowSelfService: false },
    },
    plans: { b10000000000000000000004: { Hidden: true } },
    components: {
      [ids.support]: { AllowSelfService: false },
      [ids.storage]: { Hidden: true },
    },
  };

  test('is the plan, the documents, the components and the last date of cancellation', () => {
    const { shop, id } = since1April(
      ids.basicMonthly,
      { ComponentSubscriptions: [{ ...seats, Memo: 'Ada', EndDate: '2026-06-01T09:00:00Z' }] },
      { catalogue: hidden },
    );
    const details = contractDetails(shop.tx, id);
    const [invoice] = shop.invoices(id);
    const [seat] = shop.tx.componentSubscriptions.where('ContractId', id);
    expect(details).toMatchObject({
      Contract: { Id: id, CurrentBalance: 22.49 },
      Customer: { CustomerName: 'Lovelace GmbH' },
      CurrentPlan: { PlanName: 'Basic', StartDate: time('2026-04-01') },
      PaymentMethod: { Type: 'InvoicePayment' },
      // A month, and a day before its end.
      EndDateIfCancelledNow: time('2026-05-01'),
      LastPossibleCancellationDate: time('2026-04-30'),
      PayableAmount: 22.49,
      PaymentsBlocked: false,
      Allowed: { PaymentChange: true },
    });
    expect(details.RecentInvoices).toEqual([
      {
        Id: invoice?.Id,
        InvoiceNumber: '2026-000001',
        InvoiceDate: time('2026-04-01'),
        DueDate: time('2026-04-15'),
        TotalGross: 22.49,
        GrossTotal: 22.49,
        Status: 'Open',
      },
    ]);
    expect(details.ComponentsSubscriptions).toEqual([
      {
        Id: seat?.Id,
        ComponentId: ids.seat,
        ComponentName: 'Seat',
        Quantity: 2,
        Memo: 'Ada',
        StartDate: time('2026-04-01'),
        EndDate: time('2026-06-01'),
      },
    ]);
  });

  test('lists what can be ordered by self-service, in the plan group of the contract', () => {
    const { shop, id } = since1April(ids.basicMonthly, {}, { catalogue: hidden });
    const { Products } = contractDetails(shop.tx, id);
    expect(Products.PlanGroups.map(({ Id }) => Id)).toEqual(['a10000000000000000000001']);
    // Without a variant that is open a plan is not shown; neither is the variant of a plan that is hidden.
    expect(Products.Plans.map(({ Id }) => Id)).toEqual([
      'b10000000000000000000001',
      'b10000000000000000000002',
    ]);
    expect(Products.PlanVariants.map(({ Id }) => Id)).toEqual([ids.basicMonthly, ids.proMonthly]);
    expect(Products.Components.map(({ Id }) => Id)).toEqual([ids.seat, ids.apiCalls]);
    expect([Products.Discounts, Products.Coupons]).toEqual([[], []]);
    expect(Products.TaxPolicies.map(({ Id }) => Id)).toEqual([[...shop.tx.taxPolicies][0]?.Id]);
  });

  test('includes its active components that customers may see, by their own name', async () => {
    const { shop, id } = since1April(
      ids.basicMonthly,
      {
        ComponentSubscriptions: [
          { ...seats, EndDate: '2026-04-11T09:00:00Z' },
          { ...seats, ProductOverride: { Name: 'Desk' } },
          { ComponentId: ids.support, Quantity: 1 },
        ],
      },
      { catalogue: { components: { [ids.support]: { ShowSelfService: false } } } },
    );
    const names = () => contractDetails(shop.tx, id).ComponentsSubscriptions.map((one) => one.ComponentName);
    await shop.advanceTo('2026-04-11T08:59:59Z');
    expect(names()).toEqual(['Seat', 'Desk']);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    expect(names()).toEqual(['Desk']);
    expect(contractDetails(shop.tx, id).ComponentsSubscriptions[0]).toMatchObject({ Memo: '' });
  });

  test('uses the language of the customer, or that of the account', () => {
    const catalogue: CatalogueChange = {
      plans: { b10000000000000000000001: { Name: { _c: 'Basic', de: 'Grund' } } },
      components: { [ids.seat]: { Name: { _c: 'Seat', de: 'Platz' } } },
    };
    const { shop, id, customer } = since1April(
      ids.basicMonthly,
      { ComponentSubscriptions: [seats] },
      { catalogue, account: { Locale: 'de-DE' } },
    );
    const words = () => {
      const { CurrentPlan, ComponentsSubscriptions } = contractDetails(shop.tx, id);
      return [CurrentPlan.PlanName, ComponentsSubscriptions[0]?.ComponentName];
    };
    expect(words()).toEqual(['Grund', 'Platz']);
    shop.core.transaction((tx) => tx.customers.update(customer, { Locale: 'en-US' }));
    expect(words()).toEqual(['Basic', 'Seat']);
    shop.core.transaction((tx) => tx.customers.update(customer, { Language: 'de' }));
    expect(words()).toEqual(['Grund', 'Platz']);
  });

  test('says that payments are on hold if collecting is paused or the customer is locked', () => {
    const { shop, id, customer } = since1April(ids.basicMonthly);
    const blocked = () => contractDetails(shop.tx, id).PaymentsBlocked;
    shop.core.transaction((tx) => patchContract(tx, id, { RecurringPaymentsPaused: true }));
    expect(blocked()).toBe(true);
    shop.core.transaction((tx) => patchContract(tx, id, { RecurringPaymentsPaused: false }));
    expect(blocked()).toBe(false);
    shop.core.transaction((tx) => patchCustomer(tx, customer, { IsLocked: true }));
    expect(blocked()).toBe(true);
  });

  test('allows a locked customer no changes, and asks for no payment that cannot be made', () => {
    const { shop, id, customer } = since1April(ids.proMonthly);
    const shown = () => {
      const { Allowed, PayableAmount } = contractDetails(shop.tx, id);
      return [Object.values(Allowed), PayableAmount > 0];
    };
    expect(shown()).toEqual([[true, true, true, true], true]);
    shop.core.transaction((tx) => patchCustomer(tx, customer, { IsLocked: true }));
    expect(shown()).toEqual([[false, false, false, false], false]);
  });

  test('has no date of a cancellation if there is none', async () => {
    const dates = (shop: Shop, id: string) => {
      const details = contractDetails(shop.tx, id);
      return [details.EndDateIfCancelledNow, details.LastPossibleCancellationDate];
    };
    const ended = since1April(ids.basicMonthly);
    ended.shop.core.transaction((tx) => endContract(tx, ended.id, '2026-04-11T09:00:00Z'));
    await ended.shop.advanceTo('2026-04-12T00:00:00Z');
    expect(dates(ended.shop, ended.id)).toEqual([undefined, undefined]);
    const annulled = since1April(ids.basicMonthly);
    annulled.shop.core.transaction((tx) => annulContract(tx, annulled.id));
    expect(dates(annulled.shop, annulled.id)).toEqual([undefined, undefined]);
    const { shop, id, record } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => tx.contracts.replace({ ...record(), Store: 'AppleIap' }));
    expect(dates(shop, id)).toEqual([undefined, undefined]);
  });

  test('is limited to it: documents of other contracts and fields without access are omitted', () => {
    const fields = { Customer: ['Desk'], Contract: ['Floor'], Order: [] };
    const { shop, id, customer } = since1April(
      ids.basicMonthly,
      {},
      { account: { SelfService: { CustomerChange: true, CustomFields: fields } } },
    );
    shop.signup(ids.proMonthly);
    shop.core.transaction((tx) => {
      patchContract(tx, id, { CustomFields: { Floor: 3, Margin: 4 } });
      patchCustomer(tx, customer, { CustomFields: { Desk: 7, Rating: 8 } });
    });
    const { Contract, Customer, RecentInvoices } = contractDetails(shop.tx, id);
    expect([Contract.CustomFields, Customer.CustomFields]).toEqual([{ Floor: 3 }, { Desk: 7 }]);
    expect(RecentInvoices.map(({ InvoiceNumber }) => InvoiceNumber)).toEqual(['2026-000001']);
  });

  test('shows the plan of the current phase, and in a pause the previous one', async () => {
    const { shop, id } = since1April(ids.basicMonthly);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.change(id, { PlanVariantId: ids.proMonthly });
    const plan = () => contractDetails(shop.tx, id).CurrentPlan;
    expect(plan()).toEqual({ PlanName: 'Pro', StartDate: time('2026-04-11') });
    await shop.advanceTo('2026-04-21T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    expect(plan()).toEqual({ PlanName: 'Pro', StartDate: time('2026-04-21') });
  });

  test('before its start shows the future plan', () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const { Id } = shop.order({
      Customer: company,
      Cart: { PlanVariantId: ids.proMonthly },
      StartDate: '2026-05-01T09:00:00Z',
    });
    expect(contractDetails(shop.tx, Id).CurrentPlan).toEqual({
      PlanName: 'Pro',
      StartDate: time('2026-05-01'),
    });
  });
});

describe('spec: Other resources — a contract as the API shows it', () => {
  test('has its current phase and method, and no internal fields', async () => {
    const { shop, id, record } = since1April(
      ids.proTrial,
      {},
      {
        catalogue: { variants: { [ids.proTrial]: { SetupFee: 49 } } },
      },
    );
    const view = () => JSON.parse(JSON.stringify(contractView(shop.tx, record()))) as Record<string, unknown>;
    expect(view()).toMatchObject({
      TrialEndDate: time('2026-04-15'),
      CurrentPhase: { Type: 'Trial', StartDate: time('2026-04-01') },
      PaymentMethod: 'BlackLabel:InvoicePayment',
      IsDeletable: true,
    });
    expect(record()).toHaveProperty('SetupFeeDue');
    await shop.advanceTo('2026-05-20T09:00:00Z');
    shop.core.transaction((tx) => {
      changePaymentMethod(tx, id, {
        ...card,
        Shown: { Type: 'DirectDebit', MandateReference: 'M-1', MandateReferenceDate: time('2026-05-20') },
      });
      endContract(tx, id, '2026-07-01T09:00:00Z');
    });
    expect(view()).toMatchObject({
      CurrentPhase: { Type: 'Normal' },
      PaymentMethod: 'CreditCard:FakePSP',
      MandateReference: 'M-1',
      MandateSignatureDate: time('2026-05-20'),
      IsDeletable: false,
    });
    for (const field of ['SetupFeeDue', 'Cancellation', 'StartedPhase', 'NoticeGiven', 'PhasesPastEnd'])
      expect(view()).not.toHaveProperty(field);
    const plain = since1April(ids.basicMonthly);
    const shown = contractView(plain.shop.tx, plain.record());
    for (const field of [
      'TrialEndDate',
      'MandateReference',
      'MandateSignatureDate',
      'CurrentDunning',
      'ExternalSubscription',
    ])
      expect(shown).not.toHaveProperty(field);
  });

  test.each<Partial<ContractRecord>>([
    { Store: 'AppleIap' },
    { SetupFeeDue: true },
    { PhasesPastEnd: [] },
    { BilledElsewhereUntil: time('2026-04-10') },
    { Cancellation: { By: 'Customer' } },
    { LastPause: { Id: 'p', StartDate: time('2026-04-02'), EndDate: time('2026-04-03') } },
    { NoticeGiven: time('2026-04-10') },
    { StartedPhase: time('2026-04-01') },
    { Escalation: { ProcessId: 'p', DueDate: time('2026-04-15'), Steps: 0 } },
    { PaymentAttempts: 1 },
  ])('keeps %j to the service', (internal) => {
    const { shop, record } = since1April(ids.basicMonthly);
    const plain = JSON.stringify(contractView(shop.tx, record()));
    expect(JSON.stringify(contractView(shop.tx, { ...record(), ...internal }))).toBe(plain);
  });

  test('has no phase before its start, and no method if none was given', () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const { Id } = shop.core.transaction((tx) => {
      const order = createOrder(
        tx,
        { Customer: company, Cart: { PlanVariantId: ids.free }, StartDate: '2026-05-01T09:00:00Z' },
        { bySelfService: false },
      );
      return completeOrder(tx, order.Id, {});
    });
    const view = () => contractView(shop.tx, shop.tx.contracts.get(Id) as ContractRecord);
    expect(view()).not.toHaveProperty('CurrentPhase');
    expect(view()).not.toHaveProperty('PaymentMethod');
    // A booking keeps it, without any invoice.
    expect(view().IsDeletable).toBe(true);
    shop.core.transaction((tx) => registerPayment(tx, Id, { Amount: 5 }));
    expect(view().IsDeletable).toBe(false);
  });

  test('names the store subscription that it follows', () => {
    const { shop, id, record } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => {
      tx.contracts.replace({ ...record(), Store: 'GoogleIap' });
      tx.externalSubscriptions.insert({
        Id: 'GoogleIap/token-1',
        Type: 'GoogleIap',
        ExternalId: 'token-1',
        ContractId: id,
        ProductId: 'com.merchant.google.monthly',
        Receipt: {} as never,
        State: 'Active',
        CheckedAt: tx.now,
      });
    });
    const view = contractView(shop.tx, record());
    expect(view.ExternalSubscription).toEqual({ Id: 'token-1', Type: 'GoogleIap' });
    shop.core.transaction((tx) => tx.externalSubscriptions.update('GoogleIap/token-1', { ReplacedBy: 'x' }));
    expect(contractView(shop.tx, record())).not.toHaveProperty('ExternalSubscription');
  });

  test('shows its pause while it lasts', () => {
    const { shop, id, record } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => pauseContract(tx, id));
    const view = () => JSON.parse(JSON.stringify(contractView(shop.tx, record()))) as Record<string, unknown>;
    expect(view()).toHaveProperty('CurrentPause');
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(record()).toHaveProperty('CurrentPause');
    expect(view()).not.toHaveProperty('CurrentPause');
  });

  test('shows the newest reminder of the open debt, and what is left of it', async () => {
    const account = {
      Escalation: [
        { TriggerDays: 3, Action: 'Notify' as const },
        { TriggerDays: 5, Action: 'Reminder' as const },
        { TriggerDays: 10, Action: 'Reminder' as const },
      ],
    };
    const { shop, id, record } = since1April(ids.basicMonthly, {}, { account });
    // Another contract with reminders of its own.
    shop.signup(ids.basicYearly);
    const dunning = () => contractView(shop.tx, record()).CurrentDunning;
    // Due on 15 April. After the first step there is no reminder yet.
    await shop.advanceTo('2026-04-19T00:00:00Z');
    expect(dunning()).toBeUndefined();
    await shop.advanceTo('2026-04-21T00:00:00Z');
    expect(dunning()).toMatchObject({ Level: 1, Amount: 11.78, Remaining: 11.78, Threshold: 0 });
    await shop.advanceTo('2026-05-02T00:00:00Z');
    shop.core.transaction((tx) => registerPayment(tx, id, { Amount: 4 }));
    const [, second] = [...shop.tx.dunnings].filter(({ ContractId }) => ContractId === id);
    // 11.78 − 4.00; the invoice of May was not asked for.
    expect(dunning()).toEqual({
      Level: 2,
      Amount: 11.78,
      Remaining: 7.78,
      Threshold: 0,
      DocumentId: second?.Id,
      Timestamp: second?.CreationTime,
    });
    shop.core.transaction((tx) => registerPayment(tx, id, { Amount: 19.56 }));
    await shop.settle();
    expect(dunning()).toBeUndefined();
    // The next debt has reminders of its own: that of June is due on 15 June.
    await shop.advanceTo('2026-06-21T00:00:00Z');
    expect(dunning()).toMatchObject({ Level: 1, Amount: 11.78 });
  });
});

describe('a change of a contract', () => {
  test('shows the requested level of detail', async () => {
    const { shop, id } = since1April(ids.basicMonthly, { ComponentSubscriptions: [seats] });
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-04-21T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, id));
    shop.change(id, { ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1 }] });
    const [signup, pause, resume, order] = shop.tx.contractChanges.where('ContractId', id);
    if (signup === undefined || pause === undefined || resume === undefined || order === undefined)
      throw new Error('a change is missing');
    expect(Object.keys(contractChangeView(shop.tx, order))).toEqual(
      Object.keys(order).filter((field) => field !== 'Changed'),
    );
    const [seat, support] = shop.tx.componentSubscriptions.where('ContractId', id);
    const seen = (one: typeof seat) => ({
      Id: one?.Id,
      ComponentId: one?.ComponentId,
      Quantity: one?.Quantity,
      StartDate: one?.StartDate,
      EndDate: undefined,
      Status: 'Active',
    });
    const changed = { Id: support?.Id, After: seen(support) };
    expect(contractChangeView(shop.tx, order, { componentSubscriptions: 'Changed' })).toMatchObject({
      ComponentSubscriptions: [changed],
    });
    expect(
      contractChangeView(shop.tx, order, { componentSubscriptions: 'All' }).ComponentSubscriptions,
    ).toEqual([changed, { Id: seat?.Id, Before: seen(seat), After: seen(seat) }]);
    // At the pause there was no support yet.
    expect(
      contractChangeView(shop.tx, pause, { componentSubscriptions: 'All' }).ComponentSubscriptions,
    ).toEqual([{ Id: seat?.Id, Before: seen(seat), After: seen(seat) }]);
    expect(contractChangeView(shop.tx, signup, { contract: true })).toMatchObject({
      Contract: { Id: id, After: { Phases: [{ Type: 'Normal' }], CurrentPhase: { Type: 'Normal' } } },
    });
    const [{ Id: pauseId }] = pause.Changed.Pauses as [{ Id: string }];
    expect(contractChangeView(shop.tx, resume, { contract: true, pauses: 'All' })).toMatchObject({
      Contract: {
        Before: { CurrentPhase: { Type: 'Inactive' }, CurrentPause: { Id: pauseId } },
        After: { CurrentPhase: { Type: 'Normal' } },
      },
      Pauses: [{ Id: pauseId, Before: { Id: pauseId }, After: { EndDate: time('2026-04-21') } }],
    });
    expect(contractChangeView(shop.tx, order, { pauses: 'All', discountSubscriptions: 'All' })).toMatchObject(
      {
        Pauses: [],
        DiscountSubscriptions: [],
      },
    );
  });

  test('shows a discount that it added, and an existing one as it was', () => {
    const { shop, id } = since1April(ids.basicMonthly, { CouponCode: 'WELCOME20' });
    const [first] = shop.tx.discountSubscriptions.where('ContractId', id);
    shop.change(id, { DiscountSubscriptions: [{ DiscountId: first?.DiscountId as string }] });
    const second = shop.tx.discountSubscriptions.where('ContractId', id)[1];
    const [, change] = shop.tx.contractChanges.where('ContractId', id);
    if (change === undefined) throw new Error('a change is missing');
    expect(
      contractChangeView(shop.tx, change, { discountSubscriptions: 'All' }).DiscountSubscriptions,
    ).toEqual([
      { Id: second?.Id, After: second },
      { Id: first?.Id, Before: first, After: first },
    ]);
  });
});
