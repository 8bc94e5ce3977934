import { invalid } from '../basics/problem.ts';
import type { CustomFieldAccess } from '../records/account.ts';
import type { Tx } from '../records/tx.ts';

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

/** The custom fields of a contract as an order changes them; nothing where it names none. */
export function orderedFields(
  contract: { readonly CustomFields: CustomFields },
  { ContractCustomFields: change }: { readonly ContractCustomFields?: CustomFields },
): { CustomFields?: { [key: string]: unknown } } {
  return change === undefined ? {} : { CustomFields: changedCustomFields(contract.CustomFields, change) };
}

/**
 * The custom fields that ClientLib may set (spec: customerData rules 3). One without a value that it may not set is
 * ignored: pages send all the fields of a form.
 *
 * @param path where they stand in the request
 * @throws Problem Invalid that names the first one with a value
 */
export function grantedFields(
  tx: Tx,
  kind: keyof CustomFieldAccess,
  fields: CustomFields | undefined,
  path: string,
): CustomFields | undefined {
  const [first] = ungrantedFields(tx, kind, fields);
  if (first === undefined) return onlyGranted(tx, kind, fields);
  throw invalid(
    `${path}.${first}`,
    `ClientLib has no access to this custom field; grant it in the account's SelfService.CustomFields.${kind}.`,
  );
}

/** Returns the custom fields that ClientLib may set, and ignores all others. */
export function onlyGranted(
  tx: Tx,
  kind: keyof CustomFieldAccess,
  fields: CustomFields | undefined,
): CustomFields | undefined {
  const granted = tx.account.SelfService.CustomFields[kind];
  return fields && Object.fromEntries(Object.entries(fields).filter(([key]) => granted.includes(key)));
}

/** Names of custom fields with a value that ClientLib may not set. */
export function ungrantedFields(tx: Tx, kind: keyof CustomFieldAccess, fields: CustomFields = {}): string[] {
  const granted = tx.account.SelfService.CustomFields[kind];
  return Object.entries(fields)
    .filter(([key, value]) => !granted.includes(key) && value !== null && value !== undefined && value !== '')
    .map(([key]) => key);
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
