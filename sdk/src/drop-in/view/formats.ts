import type { LocalizedText, Period } from 'clientlib';

/** Amounts, dates, periods and names of countries as the customer's language writes them. */
export class Formats {
  readonly locale: string;
  /** The account's zone, once it is known: days are those of its contracts, invoices and mails, not the browser's. */
  timeZone: string | undefined;
  private readonly _countries: Intl.DisplayNames;

  constructor(locale: string) {
    this.locale = locale;
    this._countries = new Intl.DisplayNames([locale], { type: 'region' });
  }

  /**
   * @param amount Major units.
   * @param digits Most digits behind the point, where a unit costs less than the smallest coin.
   */
  money(amount: number, currency: string, digits?: number): string {
    const options = {
      style: 'currency',
      currency,
      ...(digits && { maximumFractionDigits: digits }),
    } as const;
    // 4.50 with 19 percent is 5.355 and not 5.354999….
    const exact = Number(amount.toFixed(9));
    return new Intl.NumberFormat(this.locale, options).format(exact).replace('-', '−');
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  /** `−17%`; `8.1%` as it is. @param part Of one: `-0.17`. */
  percent(part: number): string {
    const options = { style: 'percent', maximumFractionDigits: 3 } as const;
    return new Intl.NumberFormat(this.locale, options).format(part).replace('-', '−');
  }

  /** @param timestamp ISO 8601. */
  date(timestamp: string): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: this.timeZone }).format(
      new Date(timestamp),
    );
  }

  /** `14 days`, `1 year` for twelve months; of one unit only its name, where `isRate`: `€9.90 / month`. */
  period(period: Period, isRate = false): string {
    const isYears = period.Unit === 'Month' && period.Quantity % 12 === 0;
    const { Unit, Quantity }: Period = isYears ? { Unit: 'Year', Quantity: period.Quantity / 12 } : period;
    const format = new Intl.NumberFormat(this.locale, {
      style: 'unit',
      unit: Unit.toLowerCase(),
      unitDisplay: 'long',
    });
    if (!isRate || Quantity !== 1) return format.format(Quantity);
    const unit = format.formatToParts(1).find(({ type }) => type === 'unit');
    return unit?.value.trim() ?? format.format(1);
  }

  /** `€9.90 / month`. */
  rate(price: number, currency: string, period: Period | undefined): string {
    const amount = this.money(price, currency);
    return period ? `${amount} / ${this.period(period, true)}` : amount;
  }

  country(code: string): string {
    return this._countries.of(code) ?? code;
  }

  /** Countries by name, in the order of the language. */
  countries(codes: readonly string[]): { readonly code: string; readonly name: string }[] {
    const { compare } = new Intl.Collator(this.locale);
    return codes
      .map((code) => ({ code, name: this.country(code) }))
      .sort((one, other) => compare(one.name, other.name));
  }

  /** A text of the catalogue, in the language that there is. */
  localized(text: LocalizedText | undefined): string {
    const language = this.locale.split('-')[0] ?? '';
    return text?.[this.locale] ?? text?.[language] ?? text?._c ?? '';
  }
}
