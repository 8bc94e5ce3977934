import { refuseUnknown } from '../domain/basics/known-names.ts';
import { Problem } from '../domain/basics/problem.ts';
import {
  type CatalogueKind,
  componentKind,
  couponKind,
  discountKind,
  planGroupKind,
  planKind,
  planVariantKind,
  taxPolicyKind,
} from '../domain/catalogue/catalogue-management.ts';
import { priceListKind } from '../domain/catalogue/named-price-lists.ts';
import type { Tx } from '../domain/records/tx.ts';
import type { Configuration } from './configuration.ts';

// biome-ignore lint/suspicious/noExplicitAny: each list has a kind of its own
const kinds: { readonly [list: string]: CatalogueKind<any, any> } = {
  TaxPolicies: taxPolicyKind,
  PlanGroups: planGroupKind,
  Plans: planKind,
  Components: componentKind,
  PlanVariants: planVariantKind,
  Discounts: discountKind,
  Coupons: couponKind,
  PriceLists: priceListKind,
};

/**
 * Applies the configured catalogue: an entry with a known id changes it, any other is added. No events.
 *
 * @throws Problem Invalid with the path of the field, `Catalogue.PlanVariants[0].PlanId`, or of an unknown list
 */
export function applyCatalogue(tx: Tx, configuration: Configuration = {}): void {
  refuseUnknown(configuration.Catalogue ?? {}, ['Defaults', ...Object.keys(kinds)], 'config.Catalogue.');
  for (const [list, kind] of Object.entries(kinds)) {
    const entries = (configuration.Catalogue as Record<string, unknown> | undefined)?.[list] ?? [];
    (entries as readonly { readonly Id?: string }[]).forEach((entry, at) => {
      try {
        put(tx, kind, entry);
      } catch (error) {
        throw error instanceof Problem ? located(error, `Catalogue.${list}[${at}]`) : error;
      }
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function put(tx: Tx, kind: CatalogueKind<any, any>, entry: { readonly Id?: string }): void {
  const collection = kind.collection(tx);
  const before = collection.get(entry.Id);
  const document = kind.make(tx, entry.Id ?? tx.newId(), { ...before, ...entry });
  kind.check(tx, document);
  if (before === undefined) collection.insert(document);
  else collection.replace(document);
}

function located(problem: Problem, path: string): Problem {
  const fields = problem.fields.map((field) => ({
    ...field,
    Field: field.Field === '' ? path : `${path}.${field.Field}`,
  }));
  return new Problem(problem.kind, problem.code, `${path}: ${problem.message}`, fields);
}
