// The price, discount and VAT rate of a day (docs/billing.md, "Prices and amounts").
import {
  type ComponentName,
  type CouponCode,
  components,
  coupons,
  priceList,
  type VariantName,
  variants,
} from '../catalogue.ts';
import type { World } from '../world.ts';
import { type Ratio, ratio, times } from './amounts.ts';
import { type Days, dayOf, last, startOf, type Wall } from './calendar.ts';
import type { Plan } from './terms.ts';

const european = new Set(['DE', 'AT', 'NL', 'FR', 'LU']);

export class Prices {
  readonly fees: Record<string, number> = {};
  isListed = false;
  country: string;
  vatId = '';
  readonly #world: World;
  readonly #days: Days;
  readonly #discounts: { readonly percent: number; readonly months: number; readonly ordered: Wall }[] = [];

  constructor(world: World, days: Days) {
    this.#world = world;
    this.#days = days;
    this.country = world.country;
    for (const name of Object.keys(variants) as VariantName[])
      this.fees[name] = this.#local(variants[name].fee);
  }

  #local(price: number): number {
    return Number((price * this.#world.scale).toFixed(8));
  }

  /** A list names some prices; the catalogue has the others. */
  #of(list: { readonly [name: string]: number }, name: string, price: number): number {
    const listed = this.isListed ? list[name] : undefined;
    return listed === undefined ? price : this.#local(listed);
  }

  /** Of a billing period of the plan. */
  fee({ variant, quantity }: Plan): Ratio {
    const { billed, feeMonths } = variants[variant];
    const fee = this.#of(priceList.fees, variant, this.fees[variant] ?? 0);
    return times(ratio(fee), ratio(quantity), [BigInt(billed), BigInt(feeMonths)]);
  }

  component(name: ComponentName, quantity: number, { variant }: Plan): Ratio {
    const price = this.#of(priceList.components, name, this.#local(components[name].price));
    return times(ratio(price), ratio(quantity), [BigInt(variants[variant].billed), 1n]);
  }

  addDiscount(code: CouponCode, ordered: Wall): void {
    this.#discounts.push({ ...coupons[code], ordered });
  }

  /** The highest discount of a day. @param firstPaid discounts start then at the earliest */
  percent(day: number, firstPaid: Wall): number {
    const percents = this.#discounts.flatMap(({ percent, months, ordered }) => {
      const from = last(ordered, firstPaid);
      const to = this.#days.plusMonths(from, months);
      return dayOf(from) <= day && day < dayOf(to) ? [percent] : [];
    });
    return Math.max(0, ...percents);
  }

  /** In percent, on a day. */
  rate(day: number): number {
    const { rates, unlisted } = this.#world.taxes;
    const ofId = this.vatId.slice(0, 2);
    if (ofId !== '' && ofId !== 'DE' && european.has(ofId)) return 0;
    const country = ofId || this.country || 'DE';
    const isTaxed = unlisted === 'Domestic' || (unlisted === 'DomesticInTaxArea' && european.has(country));
    const ofCountry = rates[country] ?? (isTaxed ? rates['DE'] : undefined) ?? [];
    return ofCountry.findLast(([from]) => from <= startOf(day))?.[1] ?? 0;
  }
}
