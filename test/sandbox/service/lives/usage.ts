// Metered usage, by its date of use, and rated items (docs/billing.md, "Metered usage", "Rated items").
import type { Account } from './account.ts';
import { type Fraction, fraction, product, shareOf } from './amounts.ts';
import type { Stamp } from './calendar.ts';
import { type Variant, variants } from './catalogue.ts';
import type { Charges } from './charges.ts';
import type { Discounts } from './discounts.ts';
import { type Phases, periodsOf } from './phases.ts';
import type { World } from './world.ts';

/** Something with a price of its own for some days. */
export interface RatedItem {
  readonly price: number;
  readonly from: Stamp;
  readonly days: number;
}

/** What usage is billed with. */
export interface Billing {
  readonly world: World;
  readonly account: Account;
  readonly charges: Charges;
  readonly discounts: Discounts;
  readonly phases: Phases;
}

export class Usage {
  readonly #billing: Billing;
  #reported: { readonly at: Stamp; readonly quantity: number }[] = [];
  #items: RatedItem[] = [];
  /** What was billed, in that order. */
  readonly #billed: { readonly at: Stamp; readonly quantity: number }[] = [];

  constructor(billing: Billing) {
    this.#billing = billing;
  }

  /** @param at when it was used, which may have passed */
  report(quantity: number, at: Stamp): void {
    this.#reported.push({ at, quantity });
    this.#reported.sort((one, other) => (one.at < other.at ? -1 : 1));
  }

  rate(item: RatedItem): void {
    this.#items.push(item);
  }

  /** @param each the price of a unit @param until only what was used by then; rated items in any case */
  bill(each: Fraction, now: Stamp, until?: Stamp): void {
    this.#billUsage(each, now, until);
    for (const item of this.#items) this.#billItem(item, now);
    this.#items = [];
  }

  /** Each line is for one billing period, one discount and, where the policy splits, one VAT rate. */
  #billUsage(each: Fraction, now: Stamp, until: Stamp | undefined): void {
    const { world, charges, discounts, phases } = this.#billing;
    // Usage in a trial is free, unless the component is billed in trials, or a change of then ends the trial before it.
    const isFree = (at: Stamp) => phases.at(at)?.kind === 'Trial' && world.billsInTrial !== true;
    const isDue = ({ at }: { readonly at: Stamp }) => !isFree(at) && (until === undefined || at <= until);
    const lines = new Map<string, { units: number; readonly percent: number; readonly rate: number }>();
    for (const { at, quantity } of this.#reported.filter(isDue)) {
      const { period, free } = this.#free(at, quantity);
      const [percent, rate] = [discounts.at(at), charges.rateAt(at)];
      const key = `${period} ${percent}${world.taxes.splits ? ` ${rate}` : ''}`;
      const line = lines.get(key) ?? { units: 0, percent, rate };
      lines.set(key, line);
      line.units += quantity - free;
    }
    this.#reported = this.#reported.filter((one) => !isDue(one));
    for (const { units, percent, rate } of lines.values()) {
      const price = product(each, fraction(units));
      charges.once({ product: 'MeteredUsage', price, percent, rate }, now);
    }
  }

  #billItem({ price, from, days: length }: RatedItem, now: Stamp): void {
    const { world, charges, account } = this.#billing;
    const rates = Array.from({ length }, (_, day) => charges.rateAt(world.calendar.addDays(from, day)));
    for (let before = 0; before < length; ) {
      let days = 1;
      while (before + days < length && (!world.taxes.splits || rates[before + days] === rates[before]))
        days += 1;
      const amount = shareOf(fraction(price), { before, days, length }, world.unit);
      account.once('RatedItem', amount, rates[before] as number, now);
      before += days;
    }
  }

  /** The quota is free once in each billing period, of which a change with a past date can begin another one. */
  #free(at: Stamp, quantity: number): { readonly period: Stamp; readonly free: number } {
    const { period, quota } = this.#quotaAt(at);
    let used = 0;
    const take = (units: number, upTo: number) => {
      const free = Math.max(0, Math.min(units, upTo - used));
      used += free;
      return free;
    };
    for (const billed of this.#billed) {
      const use = this.#quotaAt(billed.at);
      if (use.period === period) take(billed.quantity, use.quota);
    }
    this.#billed.push({ at, quantity });
    return { period, free: take(quantity, quota) };
  }

  /** The start of its billing period, and the quota of the plan of then. */
  #quotaAt(at: Stamp): { readonly period: Stamp; readonly quota: number } {
    const { phases, world } = this.#billing;
    const phase = phases.before(at) ?? phases.all[0];
    // In a pause, the plan before it; in a trial, the first paid period.
    const normal =
      phase?.kind === 'Normal'
        ? phase
        : (phases.all.findLast(({ kind, from }) => kind === 'Normal' && from < at) ?? phases.firstNormal);
    if (phase === undefined || normal === undefined) return { period: '', quota: 0 };
    const { quota = 0 }: Variant = variants[(phase.kind === 'Trial' ? normal : phase).variant];
    const periods = periodsOf(normal, world);
    let period = periods.anchor;
    for (;;) {
      const end = world.calendar.periodEndAfter(periods, period);
      // Usage of a trial shares the quota of the first paid period.
      if (at < normal.from ? end > normal.from : end >= at) return { period, quota };
      period = end;
    }
  }
}
