import type {
  Component,
  ComponentInput,
  Coupon,
  CouponInput,
  Discount,
  DiscountInput,
  Plan,
  PlanGroup,
  PlanGroupInput,
  PlanInput,
  PlanVariant,
  PlanVariantInput,
  TaxPolicy,
  TaxPolicyInput,
} from '../../model/catalogue.ts';
import type { EventPayload } from '../../model/event-catalogue.ts';
import type { Collection } from '../../state/collection.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { dayBounds } from '../pricing/date-window.ts';
import type { Tx } from '../records/tx.ts';
import {
  checkComponent,
  checkCoupon,
  checkDiscount,
  checkPlan,
  checkPlanGroup,
  checkPlanVariant,
  checkTaxPolicy,
} from './catalogue-checks.ts';
import { isUsableNow, usedCodes } from './coupons.ts';
import { planGroupNamed } from './unknown-references.ts';

/** One kind of thing in the catalogue: how it is made, checked and named in messages, and when it may be deleted. */
export interface CatalogueKind<T extends { readonly Id: string }, Input extends object> {
  /** The name in messages. */
  readonly name: string;
  readonly collection: (tx: Tx) => Collection<T>;
  /** Begins the names of its events (`PlanCreated`); without it there are none. */
  readonly event?: 'Plan' | 'PlanVariant' | 'Component';
  /** Creates the document of an input; missing fields take their defaults. */
  readonly make: (tx: Tx, id: string, input: Input) => T;
  /** @throws Problem */
  readonly check: (tx: Tx, document: T) => void;
  /** Fields that every document of the kind has, without a usual value. */
  readonly required: readonly (keyof T & string)[];
  /** Fields whose usual value follows from another field: it is taken again when that one comes or goes. */
  readonly followers?: { readonly [Field in keyof T & string]?: keyof T & string };
  /** Fields that never change, because others depend on them. */
  readonly fixed: readonly (keyof T & string)[];
  /** Fields that follow from others, as the API shows them now. */
  readonly derived?: (tx: Tx, document: T) => { readonly [K in keyof T]?: T[K] | undefined };
  /** Returns what prevents the deletion. */
  readonly usedBy: (tx: Tx, id: string) => string | undefined;
}

/** The fields of an input that are named. */
export type Patch<Input> = { [K in keyof Input]?: Input[K] | undefined };

/** Adds to the catalogue. */
export function createInCatalogue<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  input: Input,
): T {
  const document = kind.make(tx, tx.newId(), input);
  kind.check(tx, document);
  kind.collection(tx).insert(document);
  tell(tx, kind, document.Id, 'Created');
  return document;
}

/** Replaces an entry; missing fields take their defaults. */
export function replaceInCatalogue<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  id: string,
  input: Input,
): T {
  return change(tx, kind, id, () => kind.make(tx, id, input));
}

/** Changes the fields in the input; a field without a value takes its default, or is unset. */
export function patchInCatalogue<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  id: string,
  input: Patch<Input>,
): T {
  return change(tx, kind, id, (before) => {
    const named = input as { readonly [field: string]: unknown };
    for (const field of kind.required) {
      if (field in named && named[field] === undefined)
        throw invalid(field, `it is required for a ${kind.name}.`);
    }
    const after: { [field: string]: unknown } = { ...before, ...named };
    for (const [field, source] of Object.entries(kind.followers ?? {})) {
      const had = (before as { readonly [field: string]: unknown })[source] !== undefined;
      if (source in named && !(field in named) && had !== (named[source] !== undefined)) delete after[field];
    }
    return kind.make(tx, id, after as unknown as Input);
  });
}

/** Deletes what nothing uses. @throws Problem Conflict */
export function deleteFromCatalogue<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  id: string,
): void {
  inCatalogue(tx, kind, id);
  const user = kind.usedBy(tx, id);
  if (user !== undefined)
    throw conflict(`The ${kind.name} "${id}" is used by ${user}; hide it instead (Hidden: true).`);
  kind.collection(tx).delete(id);
  tell(tx, kind, id, 'Deleted');
}

/** @throws Problem NotFound */
export function inCatalogue<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  id: string,
): T {
  const found = kind.collection(tx).get(id);
  if (found === undefined) throw notFound(kind.name, id);
  return found;
}

/** The document as the API shows it at this instant. */
export function catalogueView<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  document: T,
): T {
  const shown = Object.assign({}, document, kind.derived?.(tx, document));
  return 'IsDeletable' in document
    ? { ...shown, IsDeletable: kind.usedBy(tx, document.Id) === undefined }
    : shown;
}

/** The whole catalogue, or what one plan group sells. */
export function toProductInfo(tx: Tx, planGroupId?: string) {
  const list = <
    T extends { readonly Id: string; readonly PlanGroupId?: string | undefined },
    Input extends object,
  >(
    kind: CatalogueKind<T, Input>,
  ): T[] =>
    [...kind.collection(tx)]
      .filter((entry) => planGroupId === undefined || entry.PlanGroupId === planGroupId)
      .map((entry) => catalogueView(tx, kind, entry));
  const groups = [...tx.planGroups].filter(({ Id }) => planGroupId === undefined || Id === planGroupId);
  const Components = list(componentKind);
  const policies = new Set([...groups, ...Components].map(({ TaxPolicyId }) => TaxPolicyId));
  return {
    PlanGroups: groups,
    Plans: list(planKind),
    PlanVariants: list(planVariantKind),
    Components,
    Discounts: list(discountKind),
    Coupons: list(couponKind),
    TaxPolicies: [...tx.taxPolicies].filter(({ Id }) => planGroupId === undefined || policies.has(Id)),
  };
}

function change<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  kind: CatalogueKind<T, Input>,
  id: string,
  changed: (before: T) => T,
): T {
  const before = inCatalogue(tx, kind, id);
  const after = changed(before);
  for (const field of kind.fixed) {
    if (after[field] !== before[field]) {
      throw conflict(
        `${field} of a ${kind.name} cannot be changed; it is "${String(before[field])}". Create another ${kind.name}.`,
      );
    }
  }
  kind.check(tx, after);
  kind.collection(tx).replace(after);
  tell(tx, kind, id, 'Changed');
  return after;
}

function tell<T extends { readonly Id: string }, Input extends object>(
  tx: Tx,
  { event }: CatalogueKind<T, Input>,
  id: string,
  what: 'Created' | 'Changed' | 'Deleted',
): void {
  if (event !== undefined) tx.emit({ Event: `${event}${what}`, [`${event}Id`]: id } as EventPayload);
}

const month = { Unit: 'Month', Quantity: 1 } as const;

/** The first or last instant that a date names; one without a time is a day of the account's zone. */
function asTimestamp(
  tx: Tx,
  text: string | undefined,
  which: 'first' | 'last' = 'first',
): string | undefined {
  if (text === undefined) return undefined;
  const [first, last] = dayBounds(tx, text);
  return timestamp(which === 'first' ? first : last);
}

export const planGroupKind: CatalogueKind<PlanGroup, PlanGroupInput> = {
  name: 'plan group',
  collection: (tx) => tx.planGroups,
  make: (tx, Id, input) => ({
    Currency: tx.account.Currency,
    PriceTaxType: 'Net',
    TaxPolicyId: tx.taxPolicies.first()?.Id ?? '',
    TimeGranularity: 'Precise',
    ...defined(input),
    Name: input.Name,
    Id,
  }),
  check: checkPlanGroup,
  required: ['Name'],
  fixed: ['Currency', 'Store'],
  usedBy: (tx, id) => user('plan', tx.plans.find({ where: { PlanGroupId: id } })),
};

export const planKind: CatalogueKind<Plan, PlanInput> = {
  name: 'plan',
  collection: (tx) => tx.plans,
  event: 'Plan',
  make: (_tx, Id, input) => ({
    SetupDescription: {},
    PlanDescription: {},
    TrialEndPolicy: input.TrialPeriod === undefined ? 'NoTrial' : 'RequestPayment',
    IsQuantityBased: false,
    Hidden: false,
    RequiresOrderApproval: false,
    CustomFields: {},
    ...defined(input),
    PlanGroupId: input.PlanGroupId,
    Name: input.Name,
    IsDeletable: true,
    Id,
  }),
  check: checkPlan,
  required: ['PlanGroupId', 'Name'],
  followers: { TrialEndPolicy: 'TrialPeriod' },
  fixed: ['PlanGroupId'],
  usedBy: (tx, id) => user('plan variant', tx.planVariants.find({ where: { PlanId: id } })),
};

export const planVariantKind: CatalogueKind<PlanVariant, PlanVariantInput> = {
  name: 'plan variant',
  collection: (tx) => tx.planVariants,
  event: 'PlanVariant',
  make: (tx, Id, input) => ({
    Description: {},
    SetupFee: 0,
    FeePeriod: month,
    BillingPeriod: input.FeePeriod ?? month,
    PaymentPeriodMode: 'PrePaid',
    EndAfterFirstContractPeriod: false,
    AllowSelfService: true,
    AllowWithoutPaymentData: false,
    Quota: [],
    Hidden: false,
    ...defined(input),
    PlanId: input.PlanId,
    InternalName: input.InternalName,
    RecurringFee: input.RecurringFee,
    PlanGroupId: tx.plans.get(input.PlanId)?.PlanGroupId ?? '',
    IsDeletable: true,
    Id,
  }),
  check: checkPlanVariant,
  required: ['PlanId', 'InternalName', 'RecurringFee'],
  derived: (_tx, variant) => ({
    LaterContractPeriod: variant.LaterContractPeriod ?? variant.ContractPeriod,
    LaterCancellationPeriod: variant.LaterCancellationPeriod ?? variant.CancellationPeriod,
  }),
  fixed: ['PlanId'],
  usedBy: (tx, id) => user('contract', tx.contracts.find({ where: { UsedPlanVariantId: id } })),
};

export const componentKind: CatalogueKind<Component, ComponentInput> = {
  name: 'component',
  collection: (tx) => tx.components,
  event: 'Component',
  make: (tx, Id, input) => ({
    Description: {},
    ...(input.ComponentType === 'Metered' ? {} : { FeePeriod: month }),
    Prorate: input.ComponentType !== 'Metered',
    TaxPolicyId: planGroupNamed(tx, input.PlanGroupId).TaxPolicyId,
    AllowSelfService: true,
    ShowSelfService: true,
    IncludeInInterimBilling: input.ComponentType === 'Metered',
    BillInTrial: false,
    Hidden: false,
    ...defined(input),
    PlanGroupId: input.PlanGroupId,
    ComponentType: input.ComponentType,
    Name: input.Name,
    PricePerUnit: input.PricePerUnit ?? input.PriceScale?.Items[0]?.Value ?? Number.NaN,
    IsDeletable: true,
    Id,
  }),
  check: checkComponent,
  required: ['PlanGroupId', 'ComponentType', 'Name'],
  derived: (_tx, component) => (component.PriceScale === undefined ? {} : { PricePerUnit: undefined }),
  fixed: ['PlanGroupId', 'ComponentType'],
  usedBy: (tx, id) =>
    user('component subscription', tx.componentSubscriptions.find({ where: { ComponentId: id } })) ??
    user('usage', tx.meteredUsages.find({ where: { ComponentId: id } })),
};

export const discountKind: CatalogueKind<Discount, DiscountInput> = {
  name: 'discount',
  collection: (tx) => tx.discounts,
  make: (tx, Id, input) => ({
    Description: {},
    IncludeSetup: false,
    CreateSeparateLineItem: true,
    Hidden: false,
    ...defined(input),
    PlanGroupId: input.PlanGroupId,
    InternalName: input.InternalName,
    Effect: input.Effect,
    Targets: checkTargets(tx, Id, input),
    IsDeletable: true,
    Id,
  }),
  check: checkDiscount,
  required: ['PlanGroupId', 'InternalName', 'Effect'],
  derived: (tx, { PlanGroupId, Targets }) =>
    Object.keys(Targets).length > 0 ? {} : { Targets: allTargets(tx, PlanGroupId) },
  fixed: ['PlanGroupId'],
  usedBy: (tx, id) =>
    user('coupon', tx.coupons.find({ where: { DiscountId: id } })) ??
    user('discount subscription', tx.discountSubscriptions.find({ where: { DiscountId: id } })),
};

export const couponKind: CatalogueKind<Coupon, CouponInput> = {
  name: 'coupon',
  collection: (tx) => tx.coupons,
  make: (tx, Id, input) =>
    defined({
      PlanGroupId: tx.discounts.get(input.DiscountId)?.PlanGroupId,
      Description: {},
      InternalName: input.CouponCode ?? input.Codes?.[0] ?? '',
      Enabled: true,
      IsSingleUse: false,
      Hidden: false,
      ...defined({ ...input, CouponCode: undefined }),
      Codes: uniqueCodes(input),
      DiscountId: input.DiscountId,
      ValidFrom: asTimestamp(tx, input.ValidFrom),
      ValidUntil: asTimestamp(tx, input.ValidUntil, 'last'),
      Id,
    }) as Coupon,
  check: checkCoupon,
  required: ['DiscountId'],
  derived: (tx, coupon) => ({ Active: isUsableNow(tx, coupon), UsedCodes: usedCodes(tx, coupon.Id) }),
  fixed: [],
  usedBy: (tx, id) =>
    user('discount subscription', tx.discountSubscriptions.find({ where: { CouponId: id } })),
};

export const taxPolicyKind: CatalogueKind<TaxPolicy, TaxPolicyInput> = {
  name: 'tax policy',
  collection: (tx) => tx.taxPolicies,
  make: (tx, Id, input) => ({
    IsMossApplicable: false,
    SplitOnTaxChange: false,
    ...defined(input),
    ...defined({ Predefined: tx.taxPolicies.get(Id)?.Predefined }),
    Name: input.Name,
    Entries: input.Entries.map((entry) =>
      defined({
        ...entry,
        Country: entry.Country.toUpperCase(),
        TaxDefinitionId: entry.TaxDefinitionId ?? tx.newId(),
        ValidFrom: asTimestamp(tx, entry.ValidFrom),
      }),
    ) as TaxPolicy['Entries'],
    Id,
  }),
  check: checkTaxPolicy,
  required: ['Name', 'Entries'],
  fixed: [],
  usedBy: (tx, id) =>
    user('plan group', tx.planGroups.find({ match: ({ TaxPolicyId }) => TaxPolicyId === id })) ??
    user('component', tx.components.find({ match: ({ TaxPolicyId }) => TaxPolicyId === id })),
};

/** Returns each code once, in input order. */
function uniqueCodes({ Codes = [], CouponCode }: CouponInput): string[] {
  return [...new Set(CouponCode === undefined ? Codes : [...Codes, CouponCode])];
}

/** Returns the plan variants and components of a group, which a discount can reduce. */
function allTargets(tx: Tx, planGroupId: string): Discount['Targets'] {
  const products = [
    ...tx.planVariants.where('PlanGroupId', planGroupId),
    ...tx.components.where('PlanGroupId', planGroupId),
  ];
  return Object.fromEntries(products.map(({ Id }) => [Id, true]));
}

/**
 * Returns the stored targets: none if they are the whole group, so that later entries are reduced too. If only `false`
 * targets are given, they are excluded from the discount.
 */
function checkTargets(tx: Tx, Id: string, { PlanGroupId, Targets = {} }: DiscountInput): Discount['Targets'] {
  const given = Object.entries(Targets);
  if (given.length === 0) return {};
  const all = allTargets(tx, PlanGroupId);
  const known = tx.discounts.get(Id)?.Targets ?? {};
  const reduced = Object.keys(Object.keys(known).length === 0 ? all : known);
  const named = given.some(([, isReduced]) => isReduced)
    ? given.flatMap(([id, isReduced]) => (isReduced ? [id] : []))
    : reduced.filter((id) => !(id in Targets));
  if (named.length === 0)
    throw invalid('Targets', 'the discount would have no effect; set at least one target to true.');
  const isAll = Object.keys(all).every((id) => named.includes(id));
  return isAll ? {} : Object.fromEntries(named.map((id) => [id, true]));
}

function user(what: string, found: { readonly Id: string } | undefined): string | undefined {
  return found === undefined ? undefined : `${what} "${found.Id}"`;
}
