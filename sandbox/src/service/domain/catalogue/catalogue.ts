import type { Component, Plan, PlanGroup, PlanVariant, TaxPolicy } from '../../model/catalogue.ts';
import { invalid, notFound } from '../basics/problem.ts';
import type { PriceList } from '../records/kept-prices.ts';

/** The plan variant that a field names. @throws Problem Invalid */
export function variantNamed(prices: PriceList, id: string, field: string): PlanVariant {
  const variant = prices.planVariants.get(id);
  if (variant === undefined) {
    throw invalid(field, `there is no plan variant "${id}". Ids are listed at GET /api/v1/planVariants.`);
  }
  return variant;
}

/** The component that a field names. @throws Problem Invalid */
export function componentNamed(prices: PriceList, id: string, field: string): Component {
  const component = prices.components.get(id);
  if (component === undefined) {
    throw invalid(field, `there is no component "${id}". Ids are listed at GET /api/v1/components.`);
  }
  return component;
}

export function getVariant(prices: PriceList, id: string): PlanVariant {
  const variant = prices.planVariants.get(id);
  if (variant === undefined) throw notFound('plan variant', id);
  return variant;
}

/** A plan variant with what belongs to it: looked up once, and handed on to whatever bills or shows it. */
export interface Offer {
  readonly variant: PlanVariant;
  readonly plan: Plan;
  readonly policy: TaxPolicy;
}

export function getOffer(prices: PriceList, variantId: string): Offer {
  const variant = getVariant(prices, variantId);
  const { TaxPolicyId } = getPlanGroup(prices, variant.PlanGroupId);
  return { variant, plan: getPlan(prices, variant), policy: getTaxPolicy(prices, TaxPolicyId) };
}

export function getPlan(prices: PriceList, variant: PlanVariant): Plan {
  const plan = prices.plans.get(variant.PlanId);
  if (plan === undefined) throw notFound('plan', variant.PlanId);
  return plan;
}

export function getPlanGroup(prices: PriceList, id: string): PlanGroup {
  const group = prices.planGroups.get(id);
  if (group === undefined) throw notFound('plan group', id);
  return group;
}

export function getTaxPolicy(prices: PriceList, id: string): TaxPolicy {
  const policy = prices.taxPolicies.get(id);
  if (policy === undefined) throw notFound('tax policy', id);
  return policy;
}
