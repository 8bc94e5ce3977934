import { minorDigits } from '../../model/currencies.ts';
import type { Customer } from '../../model/customer.ts';
import { knownLanguage } from '../../model/known-language.ts';
import { instant } from '../basics/time.ts';
import type { Account } from '../records/account.ts';

/** Formats numbers and dates for a customer. */
export interface Writing {
  readonly locale: string;
  readonly money: (amount: number) => string;
  readonly price: (amount: number) => string;
  readonly number: (value: number) => string;
  readonly date: (timestamp: string) => string;
  /** A day by epoch milliseconds. */
  readonly day: (instant: number) => string;
}

/** Formats take longer to make than to use; there are few languages and currencies. */
const known = new Map<string, Writing>();

/** The language and formats in which a customer is written to. */
export function writingFor(
  { Locale, TimeZone }: Pick<Account, 'Locale' | 'TimeZone'>,
  customer: Customer | undefined,
  currency: string,
): Writing {
  const asked = customer?.Language ?? customer?.Locale;
  const key = JSON.stringify([asked, Locale, currency, TimeZone]);
  let writing = known.get(key);
  if (writing === undefined) {
    const locale = knownLanguage(asked ?? '') ?? knownLanguage(Locale) ?? 'en';
    writing = makeWriting(locale, currency, TimeZone);
    if (known.size >= 100) known.clear();
    known.set(key, writing);
  }
  return writing;
}

function makeWriting(locale: string, currency: string, timeZone: string): Writing {
  const digits = minorDigits(currency);
  const ofMoney = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const ofPrices = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: 8,
  });
  const ofNumbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 });
  const ofDates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  return {
    locale,
    money: (amount) => ofMoney.format(amount),
    price: (amount) => ofPrices.format(amount),
    number: (value) => ofNumbers.format(value),
    date: (timestamp) => ofDates.format(instant(timestamp)),
    day: (instant) => ofDates.format(instant),
  };
}
