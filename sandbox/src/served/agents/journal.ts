/** What an agent did, as a test can do it again. */
export type JournalEntry =
  | { readonly kind: 'signUp'; readonly input: object; readonly result: Readonly<Record<string, string>> }
  | { readonly kind: 'decide'; readonly decision: object }
  /** Decisions that wait are removed. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'fault'; readonly rule: object }
  | { readonly kind: 'clock'; readonly advance?: string; readonly to?: string }
  | {
      readonly kind: 'rest';
      readonly method: string;
      /** Below `/api/v1`. */
      readonly path: string;
      readonly body?: unknown;
      readonly status: number;
      readonly code?: string;
      /** Of what the response describes. */
      readonly id?: string;
      /** Of a GET: ids in the response, by where they are in it. */
      readonly found?: Readonly<Record<string, string>>;
    };

/** Steps that are kept: a test of more is read by nobody. */
export const MAX_STEPS = 100;
