import { invalid } from '../problem.ts';
import type { CustomFieldAccess } from '../records/account.ts';
import type { Tx } from '../tx.ts';

/** Custom fields, key to value. */
export interface CustomFields {
  readonly [key: string]: unknown;
}

/** Named fields change, a field named with `null` goes, the others stay (spec: customerData rules 3). */
export function changedCustomFields(before: CustomFields, change: CustomFields): { [key: string]: unknown } {
  const after: { [key: string]: unknown } = { ...before };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete after[key];
    else if (value !== undefined) after[key] = value;
  }
  return after;
}

/**
 * Refuses custom fields that ClientLib may not set (spec: customerData rules 3).
 *
 * @param path where they stand in the request
 * @throws Problem Invalid that names the first one
 */
export function refuseUngranted(
  tx: Tx,
  kind: keyof CustomFieldAccess,
  fields: CustomFields | undefined,
  path: string,
): void {
  const granted = tx.account.SelfService.CustomFields[kind];
  for (const key of Object.keys(fields ?? {})) {
    if (granted.includes(key)) continue;
    throw invalid(
      `${path}.${key}`,
      `ClientLib has no access to this custom field; grant it in the account's SelfService.CustomFields.${kind}.`,
    );
  }
}

/** The document as ClientLib sees it: with the custom fields that are granted to it. */
export function withGranted<T extends { readonly CustomFields: CustomFields }>(
  tx: Tx,
  kind: keyof CustomFieldAccess,
  document: T,
): T {
  const granted = tx.account.SelfService.CustomFields[kind];
  const seen = Object.entries(document.CustomFields).filter(([key]) => granted.includes(key));
  return { ...document, CustomFields: Object.fromEntries(seen) };
}
