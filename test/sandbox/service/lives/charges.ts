// Lines of a bill: for days, cut where price, discount or VAT rate change, and for what is charged once (docs/billing.md,
// "Rounding", "Proration", "VAT", "Discounts").
import type { Account } from './account.ts';
import { type Fraction, less, percentOf, product, shareOf, unitsOf } from './amounts.ts';
import { dayOf, type Stamp } from './calendar.ts';
import type { Discounts } from './discounts.ts';
import type { Product } from './entries.ts';
import { type Part, periodsOf } from './phases.ts';
import { rateAt, ratesFor, type TaxFacts } from './taxes.ts';
import type { World } from './world.ts';

/** The midnight of a day. */
const stampOf = (day: number): Stamp => `${new Date(day * 864e5).toISOString().slice(0, 10)}T00:00:00`;

/** What is charged once. */
export interface Once {
  readonly product: Product;
  readonly price: Fraction;
  readonly percent: number;
  readonly rate: number;
}

/** Days with a price per month. */
export interface Days extends Part {
  readonly product: Product;
  /** What has days of its own: the fee, or one component subscription. */
  readonly stream: string;
  readonly monthly: Fraction;
}

export class Charges {
  /** Country and VAT ID of the customer at present. */
  facts: TaxFacts;
  readonly #world: World;
  readonly #account: Account;
  readonly #discounts: Discounts;

  constructor(world: World, account: Account, discounts: Discounts) {
    this.facts = { country: world.country, vatId: '' };
    this.#world = world;
    this.#account = account;
    this.#discounts = discounts;
  }

  /** VAT in percent at a local time. */
  rateAt(at: Stamp): number {
    return rateAt(ratesFor(this.facts, this.#world.taxes), at);
  }

  /** Each line is for days of one billing period, under one discount and, where the policy splits, one VAT rate. */
  days({ product: of, stream, from, to, phase, monthly }: Days, now: Stamp): void {
    const { calendar, unit, taxes, discountsInPrice } = this.#world;
    const periods = periodsOf(phase, this.#world);
    const price = product(monthly, [BigInt(periods.months), 1n]);
    const factsOf = (day: number) => ({
      period: calendar.periodAround(periods, day),
      percent: this.#discounts.onDay(stampOf(day)),
      rate: this.rateAt(stampOf(day)),
    });
    for (let day = dayOf(from); day < dayOf(to); ) {
      const { period, percent, rate } = factsOf(day);
      let last = day + 1;
      for (; last < Math.min(dayOf(to), period.end); last += 1) {
        const facts = factsOf(last);
        if (facts.percent !== percent || (taxes.splits && facts.rate !== rate)) break;
      }
      const share = { before: day - period.start, days: last - day, length: period.end - period.start };
      const charge = (amount: number) => this.#account.days(of, stream, rate, now, [day, last], amount);
      const full = shareOf(price, share, unit);
      if (discountsInPrice === true) charge(shareOf(less(price, percent), share, unit));
      else for (const amount of [full, -percentOf(full, percent)]) charge(amount);
      day = last;
    }
  }

  once({ product: of, price, percent, rate }: Once, now: Stamp): void {
    const { unit, discountsInPrice } = this.#world;
    const charge = (amount: number) => this.#account.once(of, amount, rate, now);
    const full = unitsOf(price, unit);
    if (discountsInPrice === true) charge(unitsOf(less(price, percent), unit));
    else charge(full - percentOf(full, percent));
  }
}
