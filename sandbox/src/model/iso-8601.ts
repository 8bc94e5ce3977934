import { Temporal } from 'temporal-polyfill';

const endsInOffset = /[T ].*(Z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * Epoch milliseconds of an ISO 8601 time in extended or basic form; without an offset it is UTC, and a date is its
 * midnight. NaN for anything else, the 30th of February included.
 */
export function instantOf(text: string): number {
  try {
    if (endsInOffset.test(text)) return Temporal.Instant.from(text).epochMilliseconds;
    return Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds;
  } catch {
    return Number.NaN;
  }
}
