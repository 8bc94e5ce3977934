import { DAY_MS } from '../../model/milliseconds.ts';
import { Random } from '../../state/random.ts';

/** Attempts of one delivery at most (field notes 4: about a dozen). */
export const MAX_ATTEMPTS = 12;

/** Nothing is tried later than this after the first attempt, in milliseconds. */
export const RETRY_WINDOW_MS = 2 * DAY_MS;

/** Eleven doublings of this fill two days. */
const FIRST_DELAY = 75_000;

/** Share by which a delay is longer or shorter, so that a receiver that comes back is not met by everything at once. */
const JITTER = 0.1;

/**
 * Returns when a delivery is retried, on the sandbox clock.
 *
 * @param failed number of the failed attempt: 1 for the first
 * @param firstAt epoch milliseconds of the first attempt
 * @param retryAfter milliseconds that the receiver requested
 * @param key decides the jitter: same key, same delay
 * @returns epoch milliseconds, or `undefined` when it is given up
 */
export function nextAttemptAt(
  failed: number,
  {
    now,
    firstAt,
    retryAfter = 0,
    key,
  }: { now: number; firstAt: number; retryAfter?: number | undefined; key: string },
): number | undefined {
  const last = firstAt + RETRY_WINDOW_MS;
  if (failed >= MAX_ATTEMPTS || now >= last) return undefined;
  const jitter = 1 + JITTER * (2 * new Random(`${key}/${failed}`).fraction() - 1);
  const delay = Math.round(FIRST_DELAY * 2 ** (failed - 1) * jitter);
  return Math.min(now + Math.max(delay, retryAfter), last);
}
