// A calendar as one keeps it on the wall, for the independent book: local days and times as text, counted by hand. It
// shares no code with the sandbox.

/** A local time of the account, `2026-01-15T10:00:00`; such texts compare like the times they stand for. */
export type Stamp = string;

const HOUR = 3_600_000;
const two = (number: number) => String(number).padStart(2, '0');

/** The number of a day, so that days can be subtracted. */
export function dayOf(stamp: Stamp): number {
  return (
    Date.UTC(Number(stamp.slice(0, 4)), Number(stamp.slice(5, 7)) - 1, Number(stamp.slice(8, 10))) / 864e5
  );
}

/** Periods of some months, one after the other from an anchor. */
export interface Periods {
  readonly anchor: Stamp;
  readonly months: number;
}

/** The wall calendar of a time zone. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;
  readonly #real = new Map<Stamp, Stamp>();

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  local(instant: string | Date): Stamp {
    return this.#format.format(new Date(instant)).replace(' ', 'T');
  }

  /** The instant of a local time: of two, the first one; a time that a clock change skips comes as much later. */
  instantOf(stamp: Stamp): Date {
    const utc = Date.parse(`${stamp}Z`);
    const offsets = [-24, 24].map((hours) => {
      const near = utc + hours * HOUR;
      return Date.parse(`${this.local(new Date(near))}Z`) - near;
    });
    const [before = 0, after = 0] = offsets;
    const found = [utc - before, utc - after].filter((at) => this.local(new Date(at)) === stamp);
    return new Date(found.length === 0 ? utc - before : Math.min(...found));
  }

  addDays(stamp: Stamp, days: number): Stamp {
    return this.#shown(new Date((dayOf(stamp) + days) * 864e5).toISOString().slice(0, 10) + stamp.slice(10));
  }

  /** The same day of a later month, or that month's last day. */
  addMonths(stamp: Stamp, months: number): Stamp {
    const month = Number(stamp.slice(5, 7)) - 1 + months;
    const year = Number(stamp.slice(0, 4)) + Math.floor(month / 12);
    const inYear = ((month % 12) + 12) % 12;
    const last = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate();
    const day = Math.min(Number(stamp.slice(8, 10)), last);
    return this.#shown(`${year}-${two(inYear + 1)}-${two(day)}${stamp.slice(10)}`);
  }

  /** The day's first time, which is not midnight where a clock change skips that. */
  startOfDay(stamp: Stamp): Stamp {
    return this.#shown(`${stamp.slice(0, 10)}T00:00:00`);
  }

  /** The first end of a period after a time. */
  periodEndAfter({ anchor, months }: Periods, stamp: Stamp): Stamp {
    let count = 1;
    while (this.addMonths(anchor, count * months) <= stamp) count += 1;
    return this.addMonths(anchor, count * months);
  }

  /** First day of the period in which a day lies, which may be before the anchor, and of the period after it. */
  periodAround({ anchor, months }: Periods, day: number): { readonly start: number; readonly end: number } {
    const startOf = (count: number) => dayOf(this.addMonths(anchor, count * months));
    let count = 0;
    while (startOf(count + 1) <= day) count += 1;
    while (startOf(count) > day) count -= 1;
    return { start: startOf(count), end: startOf(count + 1) };
  }

  /** A time as the clock shows it that day. */
  #shown(stamp: Stamp): Stamp {
    const known = this.#real.get(stamp);
    if (known !== undefined) return known;
    const shown = this.local(this.instantOf(stamp));
    this.#real.set(stamp, shown);
    return shown;
  }
}

export const earlier = (one: Stamp, other: Stamp | undefined): Stamp =>
  other === undefined || one < other ? one : other;

export const later = (one: Stamp, other: Stamp | undefined): Stamp =>
  other === undefined || one > other ? one : other;
