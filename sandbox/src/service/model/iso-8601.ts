import { Temporal } from 'temporal-polyfill';

/** The supported instants: the years 0001 to 9999, written with four digits. In epoch milliseconds. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns whether an instant (epoch milliseconds) lies in the years 0001 to 9999. */
export function isKnownInstant(instant: number): boolean {
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/** Maximum length of a text that is parsed as a time; parsing longer ones would take seconds. */
const MAX_LENGTH = 100;

const endsInOffset = /[T ].*(Z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * Epoch milliseconds of an ISO 8601 time in extended or basic form; without an offset it is UTC, and a date is its
 * midnight. NaN for anything else: the 30th of February, years before 0001 or after 9999, long texts.
 */
export function toInstant(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN;
  try {
    const instant = endsInOffset.test(text)
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime('UTC');
    return isKnownInstant(instant.epochMilliseconds) ? instant.epochMilliseconds : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
