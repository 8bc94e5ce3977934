import type { PlanGroup } from '../../model/catalogue.ts';
import type { Tx } from '../records/tx.ts';
import { catalogueView, componentKind, planKind, planVariantKind } from './catalogue-management.ts';

/**
 * Returns the products of these plan groups that are open to self-service, in the shape of the product information.
 * Discounts and coupons are not listed.
 */
export function selfServiceProducts(tx: Tx, groups: readonly PlanGroup[]) {
  const isOpen = (one: { readonly AllowSelfService: boolean; readonly Hidden: boolean }) =>
    one.AllowSelfService && !one.Hidden;
  const plans = groups.flatMap(({ Id }) => tx.plans.where('PlanGroupId', Id)).filter(({ Hidden }) => !Hidden);
  const variants = groups
    .flatMap(({ Id }) => tx.planVariants.where('PlanGroupId', Id))
    .filter((variant) => isOpen(variant) && plans.some(({ Id }) => Id === variant.PlanId));
  const components = groups.flatMap(({ Id }) => tx.components.where('PlanGroupId', Id)).filter(isOpen);
  const policies = new Set([...groups, ...components].map(({ TaxPolicyId }) => TaxPolicyId));
  return {
    PlanGroups: [...groups],
    Plans: plans
      .filter(({ Id }) => variants.some(({ PlanId }) => PlanId === Id))
      .map((plan) => catalogueView(tx, planKind, plan)),
    PlanVariants: variants.map((variant) => catalogueView(tx, planVariantKind, variant)),
    Components: components.map((component) => catalogueView(tx, componentKind, component)),
    Discounts: [],
    Coupons: [],
    TaxPolicies: [...policies].flatMap((id) => tx.taxPolicies.get(id) ?? []),
  };
}
