import { toAscii } from '../../input/ascii.ts';

/**
 * An expiry date as `MM / YY`, from what is typed, pasted or filled in: `1230`, `12/2030`, `2030-12`, `530`. A year of
 * four digits stays one.
 *
 * @param erasing While the customer erases nothing is added, or the slash could not be erased.
 */
export function formatExpiry(typed: string, erasing = false): string {
  const yearFirst = /^\s*(20\d\d)\D+(\d{1,2})\s*$/.exec(typed);
  if (yearFirst) return formatExpiry(`${yearFirst[2]}/${yearFirst[1]}`);
  let [, month = '', between = '', year = ''] = /^\D*(\d{0,2})(\D*)(\d*)/.exec(typed) ?? [];
  // 13 is January and the first digit of a year.
  if (Number(month) > 12) [month, year] = [month.slice(0, 1), month.slice(1) + year];
  // 2 to 9 can be nothing but a month; so can a 1 that something follows.
  if (/^[2-9]$/.test(month) || (/^1$/.test(month) && between + year)) month = `0${month}`;
  if (month.length < 2) return month;
  year = year.slice(0, year.startsWith('20') ? 4 : 2);
  return year || !erasing ? `${month} / ${year}` : month;
}

/** Returns month and year of an expiry date in the format of `secretPaymentData`. */
export function splitExpiry(shown: string): { expiryMonth: string; expiryYear: string } {
  const [expiryMonth = '', expiryYear = ''] = toAscii(shown)
    .split('/')
    .map((part) => part.trim());
  return { expiryMonth, expiryYear };
}
