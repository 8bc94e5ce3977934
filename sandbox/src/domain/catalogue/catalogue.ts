import type { Component, Plan, PlanGroup, PlanVariant, TaxPolicy } from '../../model/catalogue.ts';
import { invalid, notFound } from '../problem.ts';
import type { Tx } from '../tx.ts';

/** The plan variant that a field names. @throws Problem Invalid */
export function variantNamed(tx: Tx, id: string, field: string): PlanVariant {
  const variant = tx.planVariants.get(id);
  if (variant === undefined) {
    throw invalid(field, `there is no plan variant "${id}". Ids are listed at GET /api/v1/planVariants.`);
  }
  return variant;
}

/** The component that a field names. @throws Problem Invalid */
export function componentNamed(tx: Tx, id: string, field: string): Component {
  const component = tx.components.get(id);
  if (component === undefined) {
    throw invalid(field, `there is no component "${id}". Ids are listed at GET /api/v1/components.`);
  }
  return component;
}

export function variantOf(tx: Tx, id: string): PlanVariant {
  const variant = tx.planVariants.get(id);
  if (variant === undefined) throw notFound('plan variant', id);
  return variant;
}

export function planOf(tx: Tx, variant: PlanVariant): Plan {
  const plan = tx.plans.get(variant.PlanId);
  if (plan === undefined) throw notFound('plan', variant.PlanId);
  return plan;
}

export function planGroupOf(tx: Tx, id: string): PlanGroup {
  const group = tx.planGroups.get(id);
  if (group === undefined) throw notFound('plan group', id);
  return group;
}

export function taxPolicyOf(tx: Tx, id: string): TaxPolicy {
  const policy = tx.taxPolicies.get(id);
  if (policy === undefined) throw notFound('tax policy', id);
  return policy;
}
