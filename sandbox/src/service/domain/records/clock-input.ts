import { Temporal } from 'temporal-polyfill';
import { toInstant } from '../../model/iso-8601.ts';
import { DAY_MS } from '../../model/milliseconds.ts';
import { invalid } from '../basics/problem.ts';
import type { Tx } from './tx.ts';

/** Farthest that one advance may go. */
const MAX_YEARS = 200;

/** The instant that a clock request names: an ISO 8601 duration from now in the account's calendar, or an instant. */
export function advanceInstant(
  tx: Tx,
  wanted: { Advance?: string | undefined; Now?: string | undefined },
): number {
  if (wanted.Advance !== undefined && wanted.Now !== undefined) {
    throw invalid('Now', 'send either Advance or Now, not both');
  }
  const target =
    wanted.Advance === undefined
      ? namedInstant(wanted.Now as string)
      : instantAfter(tx, wanted.Advance, 'Advance');
  const limit = tx.now + MAX_YEARS * 366 * DAY_MS;
  if (target > limit)
    throw invalid(wanted.Now === undefined ? 'Advance' : 'Now', `at most ${MAX_YEARS} years at once`);
  if (target < tx.now) {
    throw invalid(
      wanted.Now === undefined ? 'Advance' : 'Now',
      'the clock cannot go back; to start again, POST /sandbox/reset or PUT /sandbox/snapshot',
    );
  }
  return target;
}

/** Returns the start time of a stopped clock, in epoch milliseconds. */
export function startInstant(clock: string | Date | undefined): number | undefined {
  if (clock === undefined) return undefined;
  const at = typeof clock === 'string' ? toInstant(clock) : clock.getTime();
  if (Number.isNaN(at)) throw invalid('clock', `expected an ISO 8601 time or a Date, got "${clock}"`);
  return at;
}

function namedInstant(text: string): number {
  const at = toInstant(text);
  if (Number.isNaN(at)) throw invalid('Now', `expected an ISO 8601 instant, got "${text.slice(0, 40)}"`);
  return at;
}

/**
 * Returns the instant after a duration from now, in the account's calendar.
 *
 * @param text an ISO 8601 duration
 * @param field of the input, for the message
 * @throws Problem Invalid for anything else
 */
export function instantAfter(tx: Tx, text: string, field: string): number {
  let duration: Temporal.Duration;
  try {
    duration = Temporal.Duration.from(text);
  } catch {
    throw invalid(field, `expected an ISO 8601 duration such as P1M or PT36H, got "${text.slice(0, 40)}"`);
  }
  const now = Temporal.Instant.fromEpochMilliseconds(tx.now).toZonedDateTimeISO(tx.account.TimeZone);
  try {
    return now.add(duration).epochMilliseconds;
  } catch {
    throw invalid(field, `"${text.slice(0, 40)}" is outside the supported dates`);
  }
}
