import type {
  Component,
  Coupon,
  Discount,
  Plan,
  PlanGroup,
  PlanVariant,
  TaxPolicy,
} from '../../model/catalogue.ts';
import type { Period } from '../../model/fields.ts';

/** Everything that can be sold. */
export interface Catalogue {
  readonly TaxPolicies: readonly TaxPolicy[];
  readonly PlanGroups: readonly PlanGroup[];
  readonly Plans: readonly Plan[];
  readonly PlanVariants: readonly PlanVariant[];
  readonly Components: readonly Component[];
  readonly Discounts: readonly Discount[];
  readonly Coupons: readonly Coupon[];
}

const months = (Quantity: number): Period => ({ Unit: 'Month', Quantity });
const days = (Quantity: number): Period => ({ Unit: 'Day', Quantity });

/** `id('b', 3)` is `b00000000000000000000003`: fixed ids are easy to recognise in a log. */
const id = (prefix: string, number: number) => prefix + String(number).padStart(24 - prefix.length, '0');

const taxPolicy = id('e', 1);
const subscriptions = id('a1', 1);
const stores = { AppleIap: id('a1', 11), GoogleIap: id('a1', 12), AmazonIap: id('a1', 13) } as const;

const plan = (number: number, planGroup: string, name: string, change: Partial<Plan> = {}): Plan => ({
  Id: id('b1', number),
  PlanGroupId: planGroup,
  Name: { _c: name },
  SetupDescription: { _c: `${name} setup`, de: `${name} Einrichtung` },
  PlanDescription: { _c: name },
  TrialEndPolicy: 'NoTrial',
  IsQuantityBased: false,
  Hidden: false,
  IsDeletable: true,
  RequiresOrderApproval: false,
  CustomFields: {},
  ...change,
});

const variant = (
  number: number,
  of: Plan,
  name: string,
  terms: Partial<PlanVariant> & { RecurringFee: number },
): PlanVariant => ({
  Id: id('b', number),
  PlanId: of.Id,
  PlanGroupId: of.PlanGroupId,
  InternalName: name,
  Description: { _c: name },
  SetupFee: 0,
  FeePeriod: months(1),
  BillingPeriod: months(1),
  ContractPeriod: months(1),
  CancellationPeriod: months(1),
  PaymentPeriodMode: 'PrePaid',
  EndAfterFirstContractPeriod: false,
  AllowSelfService: true,
  AllowWithoutPaymentData: false,
  Quota: [],
  Hidden: false,
  IsDeletable: true,
  ...terms,
});

const basic = plan(1, subscriptions, 'Basic');
const pro = plan(2, subscriptions, 'Pro', { IsQuantityBased: true });
const proTrial = plan(3, subscriptions, 'Pro trial', {
  TrialPeriod: days(14),
  TrialEndPolicy: 'RequestPayment',
});
const free = plan(4, subscriptions, 'Free');
const apple = plan(11, stores.AppleIap, 'Apple');
const google = plan(12, stores.GoogleIap, 'Google');
const amazon = plan(13, stores.AmazonIap, 'Amazon');
const storeYear = {
  RecurringFee: 99.99,
  FeePeriod: months(12),
  BillingPeriod: months(12),
  ContractPeriod: months(12),
};

const proQuota: PlanVariant['Quota'] = [{ ComponentId: id('d', 3), ComponentName: 'API calls', Quota: 1000 }];

const component = (
  number: number,
  name: string,
  type: Component['ComponentType'],
  price: number,
  change: Partial<Component> = {},
): Component => ({
  Id: id('d', number),
  PlanGroupId: subscriptions,
  ComponentType: type,
  Name: { _c: name },
  Description: { _c: name },
  PricePerUnit: price,
  ...(type === 'Metered' ? {} : { FeePeriod: months(1) }),
  Prorate: type !== 'Metered',
  TaxPolicyId: taxPolicy,
  AllowSelfService: true,
  ShowSelfService: true,
  IncludeInInterimBilling: type === 'Metered',
  BillInTrial: false,
  Hidden: false,
  IsDeletable: true,
  ...change,
});

const discount = (number: number, name: string, percent: number, duration?: Period): Discount => ({
  Id: id('f1', number),
  PlanGroupId: subscriptions,
  InternalName: name,
  ...(duration === undefined ? {} : { Duration: duration }),
  Description: { _c: name },
  Effect: { Type: 'Relative', ReductionPercent: percent },
  Targets: {},
  IncludeSetup: false,
  CreateSeparateLineItem: true,
  Hidden: false,
  IsDeletable: true,
});

const coupon = (
  number: number,
  code: string,
  discountNumber: number,
  change: Partial<Coupon> = {},
): Coupon => ({
  Id: id('f', number),
  PlanGroupId: subscriptions,
  Active: true,
  InternalName: code,
  Description: { _c: code },
  Codes: [code],
  UsedCodes: [],
  DiscountId: id('f1', discountNumber),
  Enabled: true,
  IsSingleUse: false,
  Hidden: false,
  ...change,
});

const group = (planGroup: string, name: string, store?: PlanGroup['Store']): PlanGroup => ({
  Id: planGroup,
  Name: { _c: name },
  Currency: 'EUR',
  PriceTaxType: 'Net',
  TaxPolicyId: taxPolicy,
  TimeGranularity: 'Precise',
  ...(store === undefined ? {} : { Store: store }),
});

/** An empty catalogue, for a configuration that defines its own. */
export const emptyCatalogue: Catalogue = {
  TaxPolicies: [],
  PlanGroups: [],
  Plans: [],
  PlanVariants: [],
  Components: [],
  Discounts: [],
  Coupons: [],
};

/** The catalogue of a fresh sandbox. */
export const defaultCatalogue: Catalogue = {
  TaxPolicies: [
    {
      Id: taxPolicy,
      Predefined: 'StandardRate',
      Name: 'Standard rate',
      IsMossApplicable: true,
      SplitOnTaxChange: true,
      ReverseChargeTaxDefinitionId: id('e1', 99),
      Entries: Object.entries({ DE: 19, AT: 20, NL: 21, FR: 20, ES: 21, IT: 22, PL: 23, CH: 8.1, US: 0 }).map(
        ([Country, Rate], at) => ({ Country, Rate, TaxDefinitionId: id('e1', at + 1) }),
      ),
    },
  ],
  PlanGroups: [
    group(subscriptions, 'Subscriptions'),
    group(stores.AppleIap, 'Apple store', 'AppleIap'),
    group(stores.GoogleIap, 'Google store', 'GoogleIap'),
    group(stores.AmazonIap, 'Amazon store', 'AmazonIap'),
  ],
  Plans: [basic, pro, proTrial, free, apple, google, amazon],
  PlanVariants: [
    variant(1, basic, 'Basic monthly', { RecurringFee: 9.9, CancellationPeriod: days(1) }),
    variant(2, basic, 'Basic yearly', {
      RecurringFee: 99,
      FeePeriod: months(12),
      BillingPeriod: months(12),
      ContractPeriod: months(12),
      CancellationPeriod: months(3),
      LaterContractPeriod: months(12),
      LaterCancellationPeriod: months(1),
    }),
    variant(3, pro, 'Pro monthly', { RecurringFee: 29, SetupFee: 49, Quota: proQuota }),
    variant(4, pro, 'Pro yearly, billed monthly', {
      RecurringFee: 300,
      FeePeriod: months(12),
      BillingPeriod: months(1),
      ContractPeriod: months(12),
      Quota: proQuota,
    }),
    variant(5, proTrial, 'Pro trial', { RecurringFee: 29, Quota: proQuota }),
    variant(6, free, 'Free', { RecurringFee: 0, AllowWithoutPaymentData: true, CancellationPeriod: days(1) }),
    variant(11, apple, 'Apple', { RecurringFee: 9.99, StoreProductId: 'com.merchant.apple.monthly' }),
    variant(12, google, 'Google', { RecurringFee: 9.99, StoreProductId: 'com.merchant.google.monthly' }),
    variant(13, amazon, 'Amazon', { RecurringFee: 9.99, StoreProductId: 'com.merchant.amazon.monthly' }),
    variant(21, apple, 'Apple yearly', { ...storeYear, StoreProductId: 'com.merchant.apple.yearly' }),
    variant(22, google, 'Google yearly', { ...storeYear, StoreProductId: 'com.merchant.google.yearly' }),
    variant(23, amazon, 'Amazon yearly', { ...storeYear, StoreProductId: 'com.merchant.amazon.yearly' }),
  ],
  Components: [
    component(1, 'Seat', 'QuantityBased', 4.5),
    component(2, 'Priority support', 'OnOff', 15),
    component(3, 'API calls', 'Metered', 0.01),
    component(4, 'Storage GB', 'Metered', 0.1, {
      PriceScale: {
        IsCumulative: true,
        Items: [
          { From: 0, Value: 0.1, IsBucketPrice: false },
          { From: 100, Value: 0.08, IsBucketPrice: false },
          { From: 1000, Value: 0.05, IsBucketPrice: false },
        ],
      },
    }),
  ],
  Discounts: [
    discount(1, '20 % for 3 months', 20, months(3)),
    discount(2, '50 % for 1 month', 50, months(1)),
    discount(3, '10 %', 10),
  ],
  Coupons: [
    coupon(1, 'WELCOME20', 1),
    coupon(2, 'HALF1', 2),
    coupon(3, 'SINGLE10', 3, { IsSingleUse: true }),
    coupon(4, 'EXPIRED', 1, { ValidUntil: '2020-12-31T23:59:59.0000000Z' }),
  ],
};
