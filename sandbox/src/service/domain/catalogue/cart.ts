import type { Component, Plan, PlanVariant } from '../../model/catalogue.ts';
import type { ProductOverride } from '../../model/contract.ts';
import type { OrderCart, ResolvedCart } from '../../model/order.ts';
import { invalid } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import type { OrderedReceipt } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { componentNamed, getPlan, variantNamed } from './catalogue.ts';

/** ClientLib can order only products that are open to self-service. */
export interface OrderOptions {
  readonly bySelfService: boolean;
  /** The store receipt from which the cart was created: the store has already sold it. */
  readonly receipt?: OrderedReceipt;
}

/** A cart with validated ids and quantities. */
export interface CheckedCart {
  readonly cart: ResolvedCart;
  readonly variant: PlanVariant | undefined;
  readonly plan: Plan | undefined;
  readonly planGroupId: string;
}

/**
 * Rejects a cart that cannot be ordered.
 * @param planGroupId the group of the contract to change; a signup takes that of its variant
 * @throws Problem Invalid that names the field
 */
export function checkCart(
  tx: Tx,
  input: OrderCart,
  planGroupId: string | undefined,
  options: OrderOptions,
): CheckedCart {
  const variant =
    input.PlanVariantId === undefined
      ? undefined
      : variantNamed(tx, input.PlanVariantId, 'Cart.PlanVariantId');
  const group = planGroupId ?? variant?.PlanGroupId;
  if (group === undefined) throw invalid('Cart.PlanVariantId', 'a signup requires a plan variant.');
  if (variant !== undefined) {
    if (variant.PlanGroupId !== group) {
      throw invalid(
        'Cart.PlanVariantId',
        `plan variant "${variant.Id}" belongs to plan group ${variant.PlanGroupId}, the contract to ${group}; a contract cannot change its plan group.`,
      );
    }
  }
  const cart = withComponentIds(tx, input, group);
  const plan = variant === undefined ? undefined : getPlan(tx, variant);
  if (cart.PlanId !== undefined && variant !== undefined && cart.PlanId !== variant.PlanId) {
    throw invalid(
      'Cart.PlanId',
      `plan variant "${variant.Id}" belongs to plan ${variant.PlanId}, not to this one.`,
    );
  }
  if (options.bySelfService && variant !== undefined) {
    if (!variant.AllowSelfService || variant.Hidden || plan?.Hidden === true) {
      throw invalid('Cart.PlanVariantId', `plan variant "${variant.Id}" is not available in self-service.`);
    }
  }
  checkQuantity(cart.Quantity, 'Cart.Quantity');
  if (cart.Quantity === 0) {
    throw invalid(
      'Cart.Quantity',
      planGroupId === undefined
        ? 'expected more than 0 units of the plan, got 0.'
        : 'expected more than 0 units of the plan, got 0; to have none, end the contract.',
    );
  }
  if (cart.Quantity !== undefined && cart.Quantity !== 1 && plan !== undefined && !plan.IsQuantityBased) {
    throw invalid(
      'Cart.Quantity',
      `plan "${plan.Name._c ?? plan.Id}" is not quantity-based; expected 1, got ${cart.Quantity}.`,
    );
  }
  cart.ComponentSubscriptions?.forEach((entry, at) => {
    const field = `Cart.ComponentSubscriptions[${at}]`;
    const component = checkComponent(tx, entry, field, group, options);
    if (component.ComponentType === 'Metered') {
      throw invalid(
        `${field}.ComponentId`,
        `component "${component.Id}" is metered; add it to Cart.MeteredUsages instead.`,
      );
    }
    if (component.ComponentType === 'OnOff' && entry.Quantity !== 0 && entry.Quantity !== 1) {
      throw invalid(
        `${field}.Quantity`,
        `component "${component.Id}" is on or off; expected 0 or 1, got ${entry.Quantity}.`,
      );
    }
    checkPeriod(entry.StartDate, entry.EndDate, `${field}.EndDate`);
    refuseOverride(component, entry.ProductOverride, field);
  });
  cart.MeteredUsages?.forEach((entry, at) => {
    const field = `Cart.MeteredUsages[${at}]`;
    const component = checkComponent(tx, entry, field, group, options);
    if (component.ComponentType !== 'Metered') {
      throw invalid(
        `${field}.ComponentId`,
        `component "${component.Id}" is not metered; add it to Cart.ComponentSubscriptions instead.`,
      );
    }
    refuseOverride(component, entry.ProductOverride, field);
  });
  cart.RatedItems?.forEach((item, at) => {
    const field = `Cart.RatedItems[${at}]`;
    checkQuantity(item.Quantity, `${field}.Quantity`);
    checkSpan(item.PeriodStart, item.PeriodEnd, `${field}.PeriodEnd`);
    if (item.TaxPolicyId !== undefined && !tx.taxPolicies.has(item.TaxPolicyId)) {
      throw invalid(`${field}.TaxPolicyId`, `there is no tax policy "${item.TaxPolicyId}".`);
    }
  });
  cart.DiscountSubscriptions?.forEach((entry, at) => {
    const discount = tx.discounts.get(entry.DiscountId);
    const field = `Cart.DiscountSubscriptions[${at}].DiscountId`;
    if (discount === undefined) throw invalid(field, `there is no discount "${entry.DiscountId}".`);
    if (discount.PlanGroupId !== group)
      throw invalid(field, `discount "${discount.Id}" does not belong to this plan group.`);
  });
  return { cart, variant, plan, planGroupId: group };
}

function checkComponent(
  tx: Tx,
  entry: { readonly ComponentId: string; readonly Quantity: number },
  field: string,
  planGroupId: string,
  options: OrderOptions,
): Component {
  const component = componentNamed(tx, entry.ComponentId, `${field}.ComponentId`);
  if (component.PlanGroupId !== planGroupId) {
    throw invalid(`${field}.ComponentId`, `component "${component.Id}" does not belong to this plan group.`);
  }
  if (options.bySelfService && (!component.AllowSelfService || component.Hidden)) {
    throw invalid(`${field}.ComponentId`, `component "${component.Id}" is not available in self-service.`);
  }
  checkQuantity(entry.Quantity, `${field}.Quantity`);
  return component;
}

/** @throws Problem Invalid when a quantity is negative or no number */
export function checkQuantity(quantity: number | undefined, field: string): void {
  if (quantity === undefined || (Number.isFinite(quantity) && quantity >= 0 && quantity <= 1e12)) return;
  throw invalid(field, `expected a number from 0 to 1000000000000, got ${quantity}.`);
}

/** The components of the cart's plan group that the caller may book, without metered ones. */
export function bookableComponents(
  tx: Tx,
  { variant, planGroupId }: CheckedCart,
  { bySelfService }: OrderOptions,
): Component[] {
  if (variant === undefined) return [];
  return tx.components
    .where('PlanGroupId', planGroupId)
    .filter(
      ({ ComponentType, Hidden, AllowSelfService }) =>
        ComponentType !== 'Metered' && !Hidden && (AllowSelfService || !bySelfService),
    );
}

/** The cart with the merchant's ids replaced by the service's. */
function withComponentIds(tx: Tx, { MeteredUsages, ...cart }: OrderCart, group: string): ResolvedCart {
  if (MeteredUsages === undefined) return cart;
  return {
    ...cart,
    MeteredUsages: MeteredUsages.map(({ ExternalComponentId, ...usage }, at) => ({
      ...usage,
      ComponentId: resolveComponentId(
        tx,
        { ComponentId: usage.ComponentId, ExternalComponentId },
        group,
        `Cart.MeteredUsages[${at}].`,
      ),
    })),
  };
}

/**
 * The id of a component that is named by its id, or by the merchant's own.
 *
 * @param path of the fields in the request, with a dot at its end
 * @throws Problem Invalid when neither names one of the group
 */
export function resolveComponentId(
  tx: Tx,
  named: { readonly ComponentId?: string | undefined; readonly ExternalComponentId?: string | undefined },
  planGroupId: string,
  path: string,
): string {
  const { ComponentId, ExternalComponentId } = named;
  if (ComponentId !== undefined && ComponentId !== '') return ComponentId;
  if (ExternalComponentId === undefined || ExternalComponentId === '') {
    throw invalid(`${path}ComponentId`, 'is missing; set it, or ExternalComponentId.');
  }
  const found = tx.components.find({ where: { ExternalId: ExternalComponentId, PlanGroupId: planGroupId } });
  if (found !== undefined) return found.Id;
  throw invalid(
    `${path}ExternalComponentId`,
    `no component of the plan group has the ExternalId "${ExternalComponentId}".`,
  );
}

/** @throws Problem Invalid when a scale decides the price, which one price cannot stand in for */
export function refuseOverride(
  component: Component,
  override: ProductOverride | undefined,
  field: string,
): void {
  if (override?.PricePerUnit === undefined || component.PriceScale === undefined) return;
  throw invalid(
    `${field}.ProductOverride`.replace(/^\./, ''),
    `component "${component.Id}" has a price scale; only components with a unit price can have an override.`,
  );
}

/** @throws Problem Invalid when the end lies before the start */
export function checkSpan(start: string | undefined, end: string | undefined, endField: string): void {
  if (start === undefined || end === undefined || instant(end) >= instant(start)) return;
  throw invalid(endField, `"${end}" is before the start, "${start}".`);
}

/** @throws Problem Invalid when the end does not lie after the start */
export function checkPeriod(start: string | undefined, end: string | undefined, endField: string): void {
  if (start === undefined || end === undefined || instant(end) > instant(start)) return;
  throw invalid(endField, `"${end}" is not after the start, "${start}".`);
}
