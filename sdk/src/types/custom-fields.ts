/**
 * Custom fields by key. Only those count that the account opens to ClientLib in its settings. A field that is not named
 * stays as it is; `null` removes it.
 */
export type CustomFields = Record<string, unknown>;
