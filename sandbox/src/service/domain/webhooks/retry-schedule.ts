import { DAY_MS } from '../../model/milliseconds.ts';
import { Random } from '../../state/random.ts';

/** Maximum number of attempts per delivery (field notes 4: about a dozen). */
export const MAX_ATTEMPTS = 12;

/** Maximum delay from the first to the last attempt, in milliseconds. */
export const RETRY_WINDOW_MS = 2 * DAY_MS;

/** Eleven doublings of this delay add up to two days. */
const FIRST_DELAY = 75_000;

/** Jitter as a share of the delay, so that a recovering receiver does not get all retries at once. */
const JITTER = 0.1;

/**
 * Returns when a delivery is retried, on the sandbox clock.
 *
 * @param failed number of the failed attempt: 1 for the first
 * @param firstAt epoch milliseconds of the first attempt
 * @param retryAfter milliseconds that the receiver requested
 * @param key decides the jitter: same key, same delay
 * @returns epoch milliseconds, or `undefined` if there are no more retries
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
