/*
 * The limits of a fault rule. Separate from its schema, because the code loaded at the start has no schemas.
 */

export const FAULT_LIMITS = {
  minStatus: 400,
  maxStatus: 599,
  maxDelayMs: 600_000,
  /** Maximum characters of `Path` and `Method`. Each request is compared with those of all rules. */
  maxPathLength: 2_000,
  maxMethodLength: 20,
} as const;

export const FAULT_FIELDS = [
  'Status',
  'DelayMs',
  'DelayResponse',
  'Drop',
  'DropResponse',
  'Truncate',
] as const;

export const NO_FAULT = `expected at least one of ${FAULT_FIELDS.join(', ')}`;
