import { DAY_MS } from '../../model/milliseconds.ts';
import type { Moment } from '../../state/collection.ts';
import { instant, readTicks } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';
import { zoneCalendar } from './periods.ts';

/** A half-open time range: start inclusive, end exclusive. */
export interface DateWindow {
  readonly since?: Moment;
  readonly before?: Moment;
}

/**
 * The first and last millisecond of an ISO 8601 text: a date without a time is a day of the account's zone, a
 * time is one millisecond long.
 */
export function dayBounds({ account }: Tx, text: string): readonly [first: number, last: number] {
  const at = instant(text);
  if (!/^\d{4}-?\d\d-?\d\d$/.test(text)) return [at, at];
  const calendar = zoneCalendar(account.TimeZone);
  const day = Math.floor(at / DAY_MS);
  return [calendar.dayStart(day), calendar.dayStart(day + 1) - 1];
}

/**
 * The window between two texts, both inclusive. Records are stamped a little ahead of a stopped clock; a window until now
 * includes them.
 */
export function toDateWindow(tx: Tx, from: string | undefined, to: string | undefined): DateWindow {
  return {
    ...(from === undefined ? {} : { since: [dayBounds(tx, from)[0], readTicks(from)] }),
    ...(to === undefined ? {} : { before: after(tx, to) }),
  };
}

function after(tx: Tx, to: string): Moment {
  const [, last] = dayBounds(tx, to);
  const ticks = readTicks(to);
  if (last === tx.now && ticks === 0) return [Math.max(last, tx.lastStamp) + 1, 0];
  return ticks === 0 ? [last + 1, 0] : [last, ticks + 1];
}

/** Returns whether a time lies in a window. */
export function isWithin({ since, before }: DateWindow, time: string): boolean {
  const moment: Moment = [instant(time), readTicks(time)];
  return (
    (since === undefined || !precedes(moment, since)) && (before === undefined || precedes(moment, before))
  );
}

function precedes([instant, ticks]: Moment, [other, otherTicks]: Moment): boolean {
  return instant < other || (instant === other && ticks < otherTicks);
}
