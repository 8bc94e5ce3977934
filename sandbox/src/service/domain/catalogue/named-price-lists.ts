import type { Component, PlanVariant } from '../../model/catalogue.ts';
import type { NamedPriceList, PriceListInput } from '../../model/price-list.ts';
import { defined } from '../basics/defined.ts';
import { invalid } from '../basics/problem.ts';
import type { PriceList } from '../records/kept-prices.ts';
import type { Tx } from '../records/tx.ts';
import { checkComponent } from './catalogue-checks.ts';
import type { CatalogueKind } from './catalogue-management.ts';
import { planGroupNamed, refused } from './unknown-references.ts';

/** Price lists as a part of the catalogue. */
export const priceListKind: CatalogueKind<NamedPriceList, PriceListInput> = {
  name: 'price list',
  collection: (tx) => tx.priceLists,
  make: (_tx, Id, input) => ({
    Description: {},
    PlanVariants: [],
    Components: [],
    Hidden: false,
    ...defined(input),
    PlanGroupId: input.PlanGroupId,
    InternalName: input.InternalName,
    IsDeletable: true,
    Id,
  }),
  check: checkPriceList,
  required: ['PlanGroupId', 'InternalName'],
  fixed: ['PlanGroupId'],
  usedBy: (tx, id) => {
    const contract = tx.contracts.find({ match: ({ PriceListId }) => PriceListId === id });
    if (contract !== undefined) return `contract "${contract.Id}"`;
    const order = tx.orders.find({
      match: ({ PriceListId, CompletedAt }) => PriceListId === id && CompletedAt === undefined,
    });
    return order === undefined ? undefined : `order "${order.Id}"`;
  },
};

/** @throws Problem Invalid when it names what its group does not sell, names it twice, or has a wrong scale */
function checkPriceList(tx: Tx, list: NamedPriceList): void {
  planGroupNamed(tx, list.PlanGroupId);
  const seen = new Set<string>();
  const sold = (field: string, what: string, id: string, product: { PlanGroupId: string } | undefined) => {
    if (product === undefined)
      throw refused(field, what, id, `${what === 'component' ? what : 'planVariant'}s`);
    if (product.PlanGroupId !== list.PlanGroupId)
      throw invalid(field, `${what} "${id}" does not belong to the plan group "${list.PlanGroupId}".`);
    if (seen.has(id)) throw invalid(field, `${what} "${id}" has two entries.`);
    seen.add(id);
  };
  list.PlanVariants.forEach(({ PlanVariantId }, at) => {
    const field = `PlanVariants[${at}].PlanVariantId`;
    sold(field, 'plan variant', PlanVariantId, tx.planVariants.get(PlanVariantId));
  });
  list.Components.forEach((entry, at) => {
    const component = tx.components.get(entry.ComponentId);
    sold(`Components[${at}].ComponentId`, 'component', entry.ComponentId, component);
    if (entry.PricePerUnit !== undefined && entry.PriceScale !== undefined)
      throw invalid(`Components[${at}]`, 'expected PricePerUnit or PriceScale, got both.');
    if (component !== undefined) checkComponent(tx, componentIn(entry, component));
  });
}

/** The list that an order names. @throws Problem Invalid */
export function priceListNamed(tx: Tx, id: string, planGroupId: string): NamedPriceList {
  const list = tx.priceLists.get(id);
  if (list === undefined) throw refused('PriceListId', 'price list', id, 'priceLists');
  if (list.PlanGroupId !== planGroupId)
    throw invalid('PriceListId', `price list "${id}" belongs to the plan group "${list.PlanGroupId}".`);
  if (list.Hidden)
    throw invalid('PriceListId', `price list "${id}" is hidden and cannot be used in new orders.`);
  return list;
}

/** Returns the prices of a price list, or of the catalogue if none is named. */
export function getPrices(tx: Tx, priceListId: string | undefined): PriceList {
  const list = tx.priceLists.get(priceListId);
  if (list === undefined) return tx;
  return {
    planGroups: tx.planGroups,
    plans: tx.plans,
    discounts: tx.discounts,
    taxPolicies: tx.taxPolicies,
    planVariants: {
      get: (id) => {
        const variant = tx.planVariants.get(id);
        const entry = list.PlanVariants.find(({ PlanVariantId }) => PlanVariantId === id);
        return variant === undefined || entry === undefined ? variant : variantIn(entry, variant);
      },
    },
    components: {
      get: (id) => {
        const component = tx.components.get(id);
        const entry = list.Components.find(({ ComponentId }) => ComponentId === id);
        return component === undefined || entry === undefined ? component : componentIn(entry, component);
      },
    },
  };
}

function variantIn(entry: NamedPriceList['PlanVariants'][number], variant: PlanVariant): PlanVariant {
  const { RecurringFee = variant.RecurringFee, SetupFee = variant.SetupFee } = entry;
  return { ...variant, RecurringFee, SetupFee };
}

function componentIn(entry: NamedPriceList['Components'][number], component: Component): Component {
  if (entry.PriceScale !== undefined) return { ...component, PriceScale: entry.PriceScale };
  if (entry.PricePerUnit === undefined) return component;
  const { PriceScale, ...perUnit } = component;
  return { ...perUnit, PricePerUnit: entry.PricePerUnit };
}
