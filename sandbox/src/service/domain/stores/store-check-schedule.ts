import { zoneCalendar } from '../pricing/periods.ts';
import { STORE_CHECK } from '../records/store-links.ts';
import type { Tx } from '../records/tx.ts';
import type { Verdict } from './store-verdict.ts';

/** The store is queried once a day, and soon after an expected renewal or end. */
const CHECK_EVERY = { Unit: 'Day', Quantity: 1 } as const;
const CHECK_AFTER_EXPIRY = { Unit: 'Minute', Quantity: 5 } as const;
/** The delay after which the store is queried again after an error. */
const CHECK_AGAIN = { Unit: 'Hour', Quantity: 1 } as const;
/** How long after its end a subscription is still checked, because its store can still renew it. */
const FOLLOWED_AFTER_END = { Unit: 'Day', Quantity: 60 } as const;

/**
 * Schedules the next store check of a contract (field notes 3.6).
 *
 * @param overSince when the store first reported the end of the subscription
 */
export function scheduleCheck(
  tx: Tx,
  contractId: string,
  expiresAt: number,
  overSince: number | undefined,
): void {
  const calendar = zoneCalendar('UTC');
  if (overSince !== undefined && calendar.add(overSince, FOLLOWED_AFTER_END) <= tx.now) {
    tx.unschedule(STORE_CHECK, contractId);
    return;
  }
  const next = calendar.add(tx.now, CHECK_EVERY);
  const afterExpiry = calendar.add(expiresAt, CHECK_AFTER_EXPIRY);
  // At the moment of expiry the store may not have renewed yet, so the check waits until after it.
  tx.schedule(STORE_CHECK, contractId, expiresAt > tx.now && expiresAt <= next ? afterExpiry : next);
}

/** Schedules the next store check after one that has told nothing about the contract's subscription. */
export function repeatCheck(tx: Tx, contractId: string, verdict: Verdict): void {
  const again = verdict.Kind === 'Unavailable' ? CHECK_AGAIN : CHECK_EVERY;
  tx.schedule(STORE_CHECK, contractId, zoneCalendar('UTC').add(tx.now, again));
}
