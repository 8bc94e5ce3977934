// Which discount applies when (docs/billing.md, "Discounts").
import { type Calendar, dayOf, later, type Stamp } from './calendar.ts';
import { type CouponCode, coupons } from './catalogue.ts';

interface Discount {
  readonly percent: number;
  readonly months: number;
  readonly ordered: Stamp;
}

/** They do not add up: the highest applies. Each starts when it is ordered, and not before the first paid day. */
export class Discounts {
  readonly #all: Discount[] = [];
  readonly #calendar: Calendar;
  readonly #firstPaid: () => Stamp;

  constructor(calendar: Calendar, firstPaid: () => Stamp) {
    this.#calendar = calendar;
    this.#firstPaid = firstPaid;
  }

  add(code: CouponCode, ordered: Stamp): void {
    const { percent, months } = coupons[code];
    this.#all.push({ percent, months, ordered });
  }

  /** Percent off the price of a day. */
  onDay(day: Stamp): number {
    return this.#highest((from, to) => dayOf(from) <= dayOf(day) && dayOf(day) < dayOf(to));
  }

  /** Percent off what is used at a time. */
  at(time: Stamp): number {
    return this.#highest((from, to) => from <= time && time < to);
  }

  #highest(holds: (from: Stamp, to: Stamp) => boolean): number {
    const percents = this.#all
      .map(({ ordered, ...one }) => ({ ...one, from: later(ordered, this.#firstPaid()) }))
      .filter(({ from, months }) => holds(from, this.#calendar.addMonths(from, months)))
      .map(({ percent }) => percent);
    return Math.max(0, ...percents);
  }
}
