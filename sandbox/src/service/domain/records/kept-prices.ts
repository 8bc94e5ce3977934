import type { Component, Discount, Plan, PlanGroup, PlanVariant, TaxPolicy } from '../../model/catalogue.ts';

/** The catalogue entries that determine prices: the current ones, or those of an order that keeps its price. */
export interface PriceList {
  readonly planGroups: Entries<PlanGroup>;
  readonly plans: Entries<Plan>;
  readonly planVariants: Entries<PlanVariant>;
  readonly components: Entries<Component>;
  readonly discounts: Entries<Discount>;
  readonly taxPolicies: Entries<TaxPolicy>;
}

interface Entries<T> {
  get(id: string | undefined): T | undefined;
}

/** Entries of a catalogue at an earlier time. */
export type KeptPrices = {
  readonly [Kind in keyof PriceList]: readonly NonNullable<ReturnType<PriceList[Kind]['get']>>[];
};

/** Returns a price list that records which entries were read. */
export function notedPrices(prices: PriceList): { readonly prices: PriceList; kept(): KeptPrices } {
  const planGroups = notedEntries(prices.planGroups);
  const plans = notedEntries(prices.plans);
  const planVariants = notedEntries(prices.planVariants);
  const components = notedEntries(prices.components);
  const discounts = notedEntries(prices.discounts);
  const taxPolicies = notedEntries(prices.taxPolicies);
  return {
    prices: { planGroups, plans, planVariants, components, discounts, taxPolicies },
    kept: () => ({
      planGroups: planGroups.noted(),
      plans: plans.noted(),
      planVariants: planVariants.noted(),
      components: components.noted(),
      discounts: discounts.noted(),
      taxPolicies: taxPolicies.noted(),
    }),
  };
}

function notedEntries<T extends { readonly Id: string }>(entries: Entries<T>): Entries<T> & { noted(): T[] } {
  const known = new Map<string, T>();
  return {
    get(id) {
      const entry = entries.get(id);
      if (entry !== undefined) known.set(entry.Id, entry);
      return entry;
    },
    noted: () => [...known.values()],
  };
}

/** Returns stored prices, and the current ones for all other entries. */
export function keptPrices(kept: KeptPrices | undefined, inForce: PriceList): PriceList {
  if (kept === undefined) return inForce;
  return {
    planGroups: keptEntries(kept.planGroups, inForce.planGroups),
    plans: keptEntries(kept.plans, inForce.plans),
    planVariants: keptEntries(kept.planVariants, inForce.planVariants),
    components: keptEntries(kept.components, inForce.components),
    discounts: keptEntries(kept.discounts, inForce.discounts),
    taxPolicies: keptEntries(kept.taxPolicies, inForce.taxPolicies),
  };
}

function keptEntries<T extends { readonly Id: string }>(kept: readonly T[], inForce: Entries<T>): Entries<T> {
  return { get: (id) => kept.find((entry) => entry.Id === id) ?? inForce.get(id) };
}
