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
import { invalid } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import { normalizedCouponCode } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { planGroupNamed, refused } from './unknown-references.ts';

/** @throws Problem Invalid when the tax policy is unknown */
export function checkPlanGroup(tx: Tx, group: PlanGroup): void {
  if (!tx.taxPolicies.has(group.TaxPolicyId))
    throw refused('TaxPolicyId', 'tax policy', group.TaxPolicyId, 'taxPolicies');
}

/** @throws Problem Invalid when group and trial do not fit together */
export function checkPlan(tx: Tx, plan: Plan): void {
  planGroupNamed(tx, plan.PlanGroupId);
  lasting(plan.TrialPeriod, 'TrialPeriod');
  if ((plan.TrialPeriod === undefined) !== (plan.TrialEndPolicy === 'NoTrial')) {
    throw invalid(
      'TrialEndPolicy',
      'a plan with a TrialPeriod requires the policy RequestPayment or DeactivateAccount; a plan without one requires NoTrial.',
    );
  }
}

/** @throws Problem Invalid when a reference or period is wrong */
export function checkPlanVariant(tx: Tx, variant: PlanVariant): void {
  if (!tx.plans.has(variant.PlanId)) throw refused('PlanId', 'plan', variant.PlanId, 'plans');
  for (const field of ['FeePeriod', 'BillingPeriod', 'ContractPeriod', 'LaterContractPeriod'] as const) {
    lasting(variant[field], field);
  }
  variant.Quota.forEach((quota, at) => {
    const component = tx.components.get(quota.ComponentId);
    const field = `Quota[${at}].ComponentId`;
    if (component === undefined) throw refused(field, 'component', quota.ComponentId, 'components');
    if (component.ComponentType !== 'Metered')
      throw invalid(
        field,
        `component "${component.Id}" is not metered; only metered components can have a quota.`,
      );
    const first = variant.Quota.findIndex(({ ComponentId }) => ComponentId === quota.ComponentId);
    if (first < at)
      throw invalid(
        field,
        `component "${component.Id}" already has a quota in Quota[${first}]; expected one quota per component.`,
      );
  });
  if (variant.StoreProductId === undefined) return;
  if (planGroupNamed(tx, variant.PlanGroupId).Store === undefined) {
    throw invalid(
      'StoreProductId',
      "the plan group does not belong to a store; only plan variants of a store's group can have a StoreProductId.",
    );
  }
}

/** @throws Problem Invalid when a reference or the price scale is wrong */
export function checkComponent(tx: Tx, component: Component): void {
  planGroupNamed(tx, component.PlanGroupId);
  if (!tx.taxPolicies.has(component.TaxPolicyId)) {
    throw refused('TaxPolicyId', 'tax policy', component.TaxPolicyId, 'taxPolicies');
  }
  lasting(component.FeePeriod, 'FeePeriod');
  if (component.PriceScale === undefined && !Number.isFinite(component.PricePerUnit)) {
    throw invalid('PricePerUnit', 'is missing; a component requires PricePerUnit or PriceScale.');
  }
  const items = component.PriceScale?.Items ?? [];
  items.forEach((item, at) => {
    const previous = items[at - 1];
    if (previous === undefined ? item.From !== 0 : item.From <= previous.From) {
      throw invalid(
        `PriceScale.Items[${at}].From`,
        previous === undefined
          ? `the first interval must start at 0, got ${item.From}.`
          : `expected more than ${previous.From}, got ${item.From}.`,
      );
    }
  });
}

/** @throws Problem Invalid when the plan group is unknown */
export function checkDiscount(tx: Tx, discount: Discount): void {
  planGroupNamed(tx, discount.PlanGroupId);
  lasting(discount.Duration, 'Duration');
  for (const id of Object.keys(discount.Targets)) {
    const product = tx.planVariants.get(id) ?? tx.components.get(id);
    if (product?.PlanGroupId === discount.PlanGroupId) continue;
    throw invalid(
      `Targets.${id}`,
      `expected the id of a plan variant or component of the plan group "${discount.PlanGroupId}".`,
    );
  }
}

/** @throws Problem Invalid when a code is empty, the discount unknown, or it ends before it begins */
export function checkCoupon(tx: Tx, coupon: Coupon): void {
  coupon.Codes.forEach((code, at) => {
    if (normalizedCouponCode(code) !== '') return;
    throw invalid(
      `Codes[${at}]`,
      `expected at least one letter or digit, got "${code}"; other characters are ignored.`,
    );
  });
  const discount = tx.discounts.get(coupon.DiscountId);
  if (discount === undefined) throw refused('DiscountId', 'discount', coupon.DiscountId, 'discounts');
  if (coupon.PlanGroupId !== undefined && coupon.PlanGroupId !== discount.PlanGroupId) {
    throw invalid(
      'PlanGroupId',
      `the discount "${discount.Id}" belongs to the plan group "${discount.PlanGroupId}".`,
    );
  }
  if (
    coupon.ValidFrom !== undefined &&
    coupon.ValidUntil !== undefined &&
    instant(coupon.ValidUntil) < instant(coupon.ValidFrom)
  ) {
    throw invalid('ValidUntil', `"${coupon.ValidUntil}" is before ValidFrom, "${coupon.ValidFrom}".`);
  }
}

/** @throws Problem Invalid when a country has two rates from the same instant on */
export function checkTaxPolicy(_tx: Tx, policy: TaxPolicy): void {
  const seen = new Set<string>();
  policy.Entries.forEach(({ Country, ValidFrom }, at) => {
    const key = `${Country} ${ValidFrom ?? ''}`;
    if (seen.has(key))
      throw invalid(`Entries[${at}]`, `${Country} has two rates that start at the same time.`);
    seen.add(key);
  });
}

function lasting(period: Period | undefined, field: string): void {
  if (period !== undefined && period.Quantity < 1)
    throw invalid(`${field}.Quantity`, 'expected at least 1; omit the period for none.');
}
