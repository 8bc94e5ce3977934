import type { Component, Plan, PlanVariant } from '../../model/catalogue.ts';
import type { OrderCart } from '../../model/order.ts';
import { invalid } from '../problem.ts';
import type { OrderedReceipt } from '../records/order-record.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import { componentNamed, planOf, variantNamed } from './catalogue.ts';

/** Who orders: ClientLib may order only what is open to self-service. */
export interface OrderOptions {
  readonly bySelfService: boolean;
  /** The store's receipt that the cart stands for; the store has sold it already. */
  readonly receipt?: OrderedReceipt;
}

/** A cart whose ids and quantities have been checked. */
export interface CheckedCart {
  readonly cart: OrderCart;
  readonly variant: PlanVariant | undefined;
  readonly plan: Plan | undefined;
  readonly planGroupId: string;
}

/**
 * Refuses a cart that cannot be ordered.
 * @param planGroupId the group of the contract to change; a signup takes that of its variant
 * @throws Problem Invalid that names the field
 */
export function checkCart(
  tx: Tx,
  cart: OrderCart,
  planGroupId: string | undefined,
  options: OrderOptions,
): CheckedCart {
  const variant =
    cart.PlanVariantId === undefined ? undefined : variantNamed(tx, cart.PlanVariantId, 'Cart.PlanVariantId');
  const group = planGroupId ?? variant?.PlanGroupId;
  if (group === undefined)
    throw invalid('Cart.PlanVariantId', 'a signup needs the plan variant to subscribe to.');
  if (variant !== undefined) {
    if (variant.PlanGroupId !== group) {
      throw invalid(
        'Cart.PlanVariantId',
        `plan variant "${variant.Id}" belongs to plan group ${variant.PlanGroupId}, the contract to ${group}; a contract stays in its group.`,
      );
    }
  }
  const plan = variant === undefined ? undefined : planOf(tx, variant);
  if (options.bySelfService && variant !== undefined) {
    if (!variant.AllowSelfService || variant.Hidden || plan?.Hidden === true) {
      throw invalid('Cart.PlanVariantId', `plan variant "${variant.Id}" is not open to self-service.`);
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
        `component "${component.Id}" is metered; put it into Cart.MeteredUsages.`,
      );
    }
    if (component.ComponentType === 'OnOff' && entry.Quantity !== 0 && entry.Quantity !== 1) {
      throw invalid(
        `${field}.Quantity`,
        `component "${component.Id}" is on or off; expected 0 or 1, got ${entry.Quantity}.`,
      );
    }
  });
  cart.MeteredUsages?.forEach((entry, at) => {
    const field = `Cart.MeteredUsages[${at}]`;
    const component = checkComponent(tx, entry, field, group, options);
    if (component.ComponentType !== 'Metered') {
      throw invalid(
        `${field}.ComponentId`,
        `component "${component.Id}" is not metered; put it into Cart.ComponentSubscriptions.`,
      );
    }
  });
  cart.RatedItems?.forEach((item, at) => {
    const field = `Cart.RatedItems[${at}]`;
    checkQuantity(item.Quantity, `${field}.Quantity`);
    checkPeriod(item.PeriodStart, item.PeriodEnd, `${field}.PeriodEnd`);
    if (item.TaxPolicyId !== undefined && !tx.taxPolicies.has(item.TaxPolicyId)) {
      throw invalid(`${field}.TaxPolicyId`, `there is no tax policy "${item.TaxPolicyId}".`);
    }
  });
  cart.DiscountSubscriptions?.forEach((entry, at) => {
    const discount = tx.discounts.get(entry.DiscountId);
    const field = `Cart.DiscountSubscriptions[${at}].DiscountId`;
    if (discount === undefined) throw invalid(field, `there is no discount "${entry.DiscountId}".`);
    if (discount.PlanGroupId !== group)
      throw invalid(field, `discount "${discount.Id}" is not for plans of this group.`);
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
    throw invalid(`${field}.ComponentId`, `component "${component.Id}" is not for plans of this group.`);
  }
  if (options.bySelfService && (!component.AllowSelfService || component.Hidden)) {
    throw invalid(`${field}.ComponentId`, `component "${component.Id}" is not open to self-service.`);
  }
  checkQuantity(entry.Quantity, `${field}.Quantity`);
  return component;
}

/** @throws Problem Invalid when a quantity is negative or no number */
export function checkQuantity(quantity: number | undefined, field: string): void {
  if (quantity === undefined || (Number.isFinite(quantity) && quantity >= 0 && quantity <= 1e12)) return;
  throw invalid(field, `expected a number from 0 to 1000000000000, got ${quantity}.`);
}

/** @throws Problem Invalid when the end does not lie after the start */
export function checkPeriod(start: string | undefined, end: string | undefined, endField: string): void {
  if (start === undefined || end === undefined || instant(end) > instant(start)) return;
  throw invalid(endField, `"${end}" does not lie after the start, "${start}".`);
}
