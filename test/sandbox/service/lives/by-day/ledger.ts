// Which days are paid, by whom and at what price: every amount is the sum of days.
import type { PartOfInvoice, Product } from '../entries.ts';
import { partOf } from './amounts.ts';
import { dayOf, type Wall } from './calendar.ts';

/** A day of the fee, or of one component subscription, as it was charged. */
interface PaidDay {
  readonly product: Product;
  readonly rate: number;
  /** In minor units; a discount on a line of its own is a second amount. A credit note leaves a part. */
  readonly amounts: readonly number[];
  readonly charged: Wall;
  /** Days of one line are credited, and charged again, as one amount. */
  readonly line: number;
}

export type CreditedDay = ReturnType<Ledger['credit']>[number];

export class Ledger {
  readonly #streams = new Map<string, Map<number, PaidDay>>();
  /** What was charged for no days, by product and rate. */
  readonly #once = new Map<string, number>();
  #lines = 0;
  readonly #loose = new Map<Product, number>();

  #days(stream: string): Map<number, PaidDay> {
    const days = this.#streams.get(stream) ?? new Map<number, PaidDay>();
    this.#streams.set(stream, days);
    return days;
  }

  isPaid(stream: string, day: number): boolean {
    return this.#days(stream).has(day);
  }

  /** What a line charges: some days for one price at one rate. */
  charge(stream: string, [from, to]: readonly [number, number], line: Omit<PaidDay, 'line'>): void {
    const days = this.#days(stream);
    for (let day = from; day < to; day += 1) {
      if (days.has(day)) throw new Error(`The book of days pays ${stream} twice.`);
      const ofDay = (whole: number) =>
        partOf(whole, day + 1 - from, to - from) - partOf(whole, day - from, to - from);
      days.set(day, { ...line, amounts: line.amounts.map(ofDay), line: this.#lines });
    }
    this.#lines += 1;
  }

  once(key: string, amounts: readonly number[]): void {
    for (const amount of amounts) this.#once.set(key, (this.#once.get(key) ?? 0) + amount);
  }

  credit(stream: string, from: number) {
    const days = this.#days(stream);
    const credited = [...days].filter(([day]) => day >= from);
    for (const [day] of credited) days.delete(day);
    return credited.map(([day, paid]) => ({ stream, day, paid }));
  }

  /** Days that were credited are charged again at their price. @param asLines each run of days is a line of its own now */
  again(credited: readonly CreditedDay[], asLines: boolean): void {
    for (const { stream, day, paid } of credited) this.#days(stream).set(day, paid);
    if (!asLines) return;
    for (const line of new Set(credited.map(({ paid }) => paid.line))) {
      const run = credited.filter(({ paid }) => paid.line === line);
      const [{ stream, day: from, paid }] = run as [CreditedDay];
      const amounts = paid.amounts.map((_, at) =>
        run.reduce((sum, one) => sum + (one.paid.amounts[at] ?? 0), 0),
      );
      if (!amounts.every(Number.isInteger)) continue;
      for (const { day } of run) this.#days(stream).delete(day);
      this.charge(stream, [from, from + run.length], { ...paid, amounts });
    }
  }

  /** Each day that the invoice charged stands for less. */
  reduce({ billed, part, spans }: PartOfInvoice, streamOf: (component?: number) => string): void {
    const reduced = new Set<string>();
    for (const { component, from, to } of spans) {
      const stream = streamOf(component);
      for (const [day, paid] of this.#days(stream)) {
        const isOfInvoice = Math.abs(Date.parse(paid.charged) - Date.parse(billed)) < 300_000;
        const isPart = isOfInvoice && dayOf(from) <= day && day < dayOf(to);
        if (!isPart || reduced.has(`${stream} ${day}`)) continue;
        reduced.add(`${stream} ${day}`);
        this.#days(stream).set(day, { ...paid, amounts: paid.amounts.map((amount) => amount * (1 - part)) });
      }
      this.loosen(component === undefined ? 'RecurringFee' : 'Component');
    }
  }

  /** No rule says in which part of a product a minor unit is from now on. */
  loosen(product: Product): void {
    this.#loose.set(product, (this.#loose.get(product) ?? 0) + 1);
  }

  /** Minor units by product and rate. */
  get totals(): ReadonlyMap<string, number> {
    const totals = new Map(this.#once);
    for (const days of this.#streams.values())
      for (const { product, rate, amounts } of days.values()) {
        const key = `${product} at ${rate} %`;
        for (const amount of amounts) totals.set(key, (totals.get(key) ?? 0) + amount);
      }
    return totals;
  }

  toleranceOf(key: string): number {
    const count = this.#loose.get(key.split(' ')[0] as Product) ?? 0;
    return count === 0 ? 0 : 0.51 + count;
  }
}
