import { toAscii } from '../input/ascii.ts';

/** A parsed expiry date. */
export interface Expiry {
  readonly month: number;
  readonly year: number;
  /** Number of further months in which the card is valid; negative if it has expired. */
  readonly monthsLeft: number;
}

/** Reads the month and year of a card's expiry date, if they are a date. Two-digit years belong to this century. */
export function readExpiry(typedMonth: string, typedYear: string, today = new Date()): Expiry | undefined {
  const [month, year] = [toAscii(typedMonth), toAscii(typedYear)];
  if (!/^(0?[1-9]|1[0-2])\/(\d\d){1,2}$/.test(`${month}/${year}`)) return undefined;
  const date = { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
  const monthsLeft = (date.year - today.getFullYear()) * 12 + date.month - 1 - today.getMonth();
  return { ...date, monthsLeft };
}
