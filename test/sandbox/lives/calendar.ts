// A calendar as one keeps it on the wall, for the independent book: local days and times as text, counted by hand. It
// shares no code with the sandbox.

/** A local time of the account, `2026-01-15T10:00:00`; such texts compare like the times they stand for. */
export type Stamp = string;

const berlin = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
});

export const local = (instant: string | Date): Stamp => berlin.format(new Date(instant)).replace(' ', 'T');

/** The number of a day, so that days can be subtracted. */
export function dayOf(stamp: Stamp): number {
  return (
    Date.UTC(Number(stamp.slice(0, 4)), Number(stamp.slice(5, 7)) - 1, Number(stamp.slice(8, 10))) / 864e5
  );
}

const two = (number: number) => String(number).padStart(2, '0');

export function addDays(stamp: Stamp, days: number): Stamp {
  return new Date((dayOf(stamp) + days) * 864e5).toISOString().slice(0, 10) + stamp.slice(10);
}

/** The same day of a later month, or that month's last day. */
export function addMonths(stamp: Stamp, months: number): Stamp {
  const month = Number(stamp.slice(5, 7)) - 1 + months;
  const year = Number(stamp.slice(0, 4)) + Math.floor(month / 12);
  const inYear = ((month % 12) + 12) % 12;
  const last = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate();
  const day = Math.min(Number(stamp.slice(8, 10)), last);
  return `${year}-${two(inYear + 1)}-${two(day)}${stamp.slice(10)}`;
}

/** Periods of some months, one after the other from an anchor. */
export interface Periods {
  readonly anchor: Stamp;
  readonly months: number;
}

/** The first end of a period after a time. */
export function periodEndAfter({ anchor, months }: Periods, stamp: Stamp): Stamp {
  let count = 1;
  while (addMonths(anchor, count * months) <= stamp) count += 1;
  return addMonths(anchor, count * months);
}

/** How many days the period has in which a day lies. */
export function periodLength({ anchor, months }: Periods, day: number): number {
  let count = 1;
  while (dayOf(addMonths(anchor, count * months)) <= day) count += 1;
  return dayOf(addMonths(anchor, count * months)) - dayOf(addMonths(anchor, (count - 1) * months));
}

export const earlier = (one: Stamp, other: Stamp | undefined): Stamp =>
  other === undefined || one < other ? one : other;

export const later = (one: Stamp, other: Stamp | undefined): Stamp =>
  other === undefined || one > other ? one : other;
