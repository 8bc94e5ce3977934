// Metered usage, which costs what holds at its time (docs/billing.md, "Metered usage").
import { type Variant, variants } from '../catalogue.ts';
import { last, type Wall } from './calendar.ts';
import type { Prices } from './prices.ts';
import { type Plan, Terms } from './terms.ts';

export class Usage {
  readonly #prices: Prices;
  #reported: readonly { readonly at: Wall; readonly quantity: number }[] = [];
  readonly #billed: { readonly at: Wall; readonly quantity: number }[] = [];

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  report(quantity: number, at: Wall): void {
    this.#reported = [...this.#reported, { at, quantity }].sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  /** Units that were used by a time and not billed: a line for each period, discount and, where the policy splits, rate. */
  take(terms: Terms, firstPaid: Wall, until: Wall) {
    const { billsInTrial, taxes } = this.#prices.world;
    const isDue = (at: Wall) => at <= until && (billsInTrial === true || terms.stateAt(at) !== 'Trial');
    const lines = new Map<string, { count: number; readonly percent: number; readonly rate: number }>();
    for (const { at, quantity } of this.#reported.filter((one) => isDue(one.at))) {
      const [percent, rate] = [this.#prices.percent(at, firstPaid), this.#prices.rate(at.slice(0, 10))];
      const [period] = this.#quotaAt(terms, at);
      let [used, free] = [0, 0];
      this.#billed.push({ at, quantity });
      for (const one of this.#billed) {
        const [other, quota] = this.#quotaAt(terms, one.at);
        free = other === period ? Math.max(0, Math.min(one.quantity, quota - used)) : 0;
        used += free;
      }
      const key = [period, percent, taxes.splits ? rate : ''].join(' ');
      const line = lines.get(key) ?? { count: 0, percent, rate };
      line.count += quantity - free;
      lines.set(key, line);
    }
    this.#reported = this.#reported.filter((one) => !isDue(one.at));
    return lines.values();
  }

  /** The start of its period, and the quota: the end of a period belongs to it, the time of a trial and its end to the first paid one. */
  #quotaAt(terms: Terms, at: Wall): readonly [Wall, number] {
    const { days, world } = this.#prices;
    const plan = terms.plans.findLast(({ from }) => from < at) ?? (terms.plans[0] as Plan);
    const { quota = 0 }: Partial<Variant> = plan.from < (terms.end ?? '9') ? variants[plan.variant] : {};
    const cycle = Terms.cycle(plan, world.aligned);
    const { from } = days.period(cycle, last(at, plan.from));
    return [from === at && plan.from < at ? days.period(cycle, days.plusDays(at, -1)).from : from, quota];
  }
}
