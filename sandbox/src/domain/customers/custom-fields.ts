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
