// Which days are paid, by whom and at what price: every amount is the sum of days.
import { upTo } from './amounts.ts';
import { dayOf, type Wall } from './calendar.ts';

export type Product = 'RecurringFee' | 'Component';

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

/** A day that was credited. */
export interface CreditedDay {
  readonly stream: string;
  readonly day: number;
  readonly paid: PaidDay;
}

/** What a line charges: some days for one price at one rate. */
export interface Line extends Omit<PaidDay, 'line'> {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

/** A part of an invoice that a credit note credits. */
export interface CreditNote {
  readonly billed: Wall;
  readonly part: number;
  readonly spans: readonly { readonly component?: number; readonly from: Wall; readonly to: Wall }[];
}

export class Ledger {
  readonly #streams = new Map<string, Map<number, PaidDay>>();
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

  charge({ stream, from, to, amounts, ...line }: Line): void {
    const days = this.#days(stream);
    for (let day = from; day < to; day += 1) {
      if (days.has(day)) throw new Error(`The book of days pays ${stream} twice.`);
      const ofDay = (whole: number) =>
        upTo(whole, day + 1 - from, to - from) - upTo(whole, day - from, to - from);
      days.set(day, { ...line, amounts: amounts.map(ofDay), line: this.#lines });
    }
    this.#lines += 1;
  }

  /** Credits the days from one on. */
  credit(stream: string, from: number): CreditedDay[] {
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
      this.charge({ ...paid, stream, from, to: from + run.length, amounts });
    }
  }

  /** Each day that the invoice charged stands for less. */
  reduce({ billed, part, spans }: CreditNote, streamOf: (component?: number) => string): void {
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
    const totals = new Map<string, number>();
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
