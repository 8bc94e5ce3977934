// What a contract has been charged, line by line in whole minor units, and what of it stands (docs/billing.md, "Proration").
import { type Fraction, shareOf } from './amounts.ts';
import { dayOf, type Stamp } from './calendar.ts';
import type { PartOfInvoice, Product } from './entries.ts';

/** A provider may take some minutes, after which the document of a change is made. */
const isNear = (one: Stamp, other: Stamp) => Math.abs(Date.parse(one) - Date.parse(other)) < 300_000;

/** A charge for some days, or for none. */
interface Line {
  readonly product: Product;
  /** What has days of its own: the fee, or one component subscription. */
  readonly stream: string;
  readonly rate: number;
  readonly billed: Stamp;
  /** Its first day, the day after its last one, and the day from which its days were given back. */
  readonly from: number;
  readonly to: number;
  until: number;
  /** In minor units. A credit note leaves a part of it. */
  amount: number;
}

/** Days that were given back, and what for. */
export interface Given {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
}

/** A line takes what is left of its amount when its last days are given back. */
function standing({ from, to, until, amount }: Line): number {
  if (until >= to) return amount;
  if (until <= from) return 0;
  if (!Number.isInteger(amount)) return (amount * (until - from)) / (to - from);
  const whole: Fraction = [BigInt(amount), 1n];
  return shareOf(whole, { before: 0, days: until - from, length: to - from }, 1);
}

export class Account {
  readonly #lines: Line[] = [];
  /** How often a part was split in a way that no rule fixes to the last minor unit, by product. */
  readonly #unsure = new Map<Product, number>();

  /** Minor units that are charged less those that are given back, by product and VAT rate. */
  get totals(): ReadonlyMap<string, number> {
    const totals = new Map<string, number>();
    for (const line of this.#lines) {
      const key = `${line.product} at ${line.rate} %`;
      totals.set(key, (totals.get(key) ?? 0) + standing(line));
    }
    return totals;
  }

  /** By how many minor units the total of a product may be off: half a one for each part that no rule fixes. */
  toleranceOf(key: string): number {
    const count = this.#unsure.get(key.split(' ')[0] as Product) ?? 0;
    return count === 0 ? 0 : 0.51 + count;
  }

  once(product: Product, amount: number, rate: number, billed: Stamp): void {
    this.#lines.push({ product, stream: '', rate, billed, from: 0, to: 0, until: 0, amount });
  }

  days(
    product: Product,
    stream: string,
    rate: number,
    billed: Stamp,
    days: readonly [number, number],
    amount: number,
  ) {
    const [from, to] = days;
    const isTwice = this.#lines.some(
      (line) =>
        line.stream === stream &&
        line.billed !== billed &&
        Math.max(from, line.from) < Math.min(to, line.until),
    );
    if (isTwice)
      throw new Error(`The book pays ${stream} twice for ${new Date(from * 864e5).toISOString()}.`);
    this.#lines.push({ product, stream, rate, billed, from, to, until: to, amount });
  }

  /** Gives the days from one on back. @returns what that was */
  giveBack(stream: string, day: number): Given[] {
    const given: Given[] = [];
    for (const line of this.#lines) {
      if (line.stream !== stream || line.until <= day || line.until === line.from) continue;
      const before = standing(line);
      const [from, to] = [Math.max(day, line.from), line.until];
      line.until = from;
      given.push({ line, from, to, amount: before - standing(line) });
    }
    return given;
  }

  /** Charges again what was given back, of which the days from another one on are given back again. */
  chargeAgain({ line, from, to, amount }: Given): void {
    this.#lines.push({ ...line, from, to, until: to, amount });
  }

  /** The line stands as before it was given back; what a credit note has changed meanwhile is charged again. */
  restore(given: Given): void {
    const { line, from, to, amount } = given;
    const isUnchanged = line.until === from && standing({ ...line, until: to }) - standing(line) === amount;
    if (isUnchanged) line.until = to;
    else this.chargeAgain(given);
  }

  /** From now on, the product's parts may be off by one unit more. */
  unsure(product: Product, times = 1): void {
    this.#unsure.set(product, (this.#unsure.get(product) ?? 0) + times);
  }

  /** A credit note: each day that the invoice billed stands for less, and so does what it charged once. */
  credit(
    given: PartOfInvoice,
    streamOf: (component: number | undefined) => string,
    unit: number,
    now: Stamp,
  ): void {
    const reduced = new Set<Line>();
    for (const { component, from, to } of given.spans) {
      const stream = streamOf(component);
      for (const line of this.#lines) {
        const isPart = line.stream === stream && isNear(line.billed, given.billed);
        if (!isPart || reduced.has(line) || line.to <= dayOf(from) || dayOf(to) <= line.from) continue;
        reduced.add(line);
        line.amount *= 1 - given.part;
        this.unsure(line.product);
      }
    }
    for (const { product, price, rate } of given.once) {
      this.once(product, (-price * given.part) / unit, rate, now);
      this.unsure(product);
    }
  }
}
