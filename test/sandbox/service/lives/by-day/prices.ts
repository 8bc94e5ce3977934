// The price, discount and VAT rate of a day (docs/billing.md, "Prices and amounts").
import type { ComponentName, CouponCode, VariantName } from '../catalogue.ts';
import { apiCalls, components, coupons, priceList, scaled, variants } from '../catalogue.ts';
import type { World } from '../world.ts';
import { type Ratio, ratio, times } from './amounts.ts';
import { type Days, last, type Wall } from './calendar.ts';
import type { Plan } from './terms.ts';

const european = new Set(['DE', 'AT', 'NL', 'FR', 'LU']);

export class Prices {
  readonly fees: Record<string, number> = {};
  isListed = false;
  country: string;
  vatId = '';
  readonly world: World;
  readonly days: Days;
  readonly #discounts: { readonly percent: number; readonly months: number; readonly ordered: Wall }[] = [];

  constructor(world: World, days: Days) {
    [this.world, this.days, this.country] = [world, days, world.country];
    for (const name of Object.keys(variants) as VariantName[])
      this.fees[name] = scaled(variants[name].fee, world.scale);
  }

  /** A list names some prices; the catalogue has the others. */
  #of(list: { readonly [name: string]: number }, name: string, price: number): Ratio {
    return ratio(scaled((this.isListed ? list[name] : undefined) ?? price, this.world.scale));
  }

  /** Of a billing period of the plan. */
  fee({ variant, quantity }: Plan): Ratio {
    const { billed, feeMonths } = variants[variant];
    const isListed = this.isListed && variant in priceList.fees;
    const fee = isListed ? this.#of(priceList.fees, variant, 0) : ratio(this.fees[variant] ?? 0);
    return times(fee, ratio(quantity), [BigInt(billed), BigInt(feeMonths)]);
  }

  component(name: ComponentName, quantity: number, { variant }: Plan): Ratio {
    const price = this.#of(priceList.components, name, components[name].price);
    return times(price, ratio(quantity), [BigInt(variants[variant].billed), 1n]);
  }

  addDiscount(code: CouponCode, ordered: Wall): void {
    this.#discounts.push({ ...coupons[code], ordered });
  }

  get apiCall(): Ratio {
    return this.#of({ apiCall: priceList.apiCalls }, 'apiCall', apiCalls.price);
  }

  setup(name: VariantName, price: number): Ratio {
    return this.#of(priceList.setup, name, price);
  }

  /** The highest discount of a date or time. @param firstPaid discounts start then at the earliest */
  percent(at: Wall, firstPaid: Wall): number {
    const percents = this.#discounts.map(({ percent, months, ordered }) => {
      const from = last(ordered, firstPaid);
      const ends = this.days.plusMonths(from, months);
      return from.slice(0, at.length) <= at && at < ends.slice(0, at.length) ? percent : 0;
    });
    return Math.max(0, ...percents);
  }

  /** In percent, on a date. */
  rate(date: string): number {
    const { rates, unlisted } = this.world.taxes;
    const ofId = this.vatId.slice(0, 2);
    if (ofId !== '' && ofId !== 'DE' && european.has(ofId)) return 0;
    const country = ofId || this.country || 'DE';
    const isTaxed = unlisted === 'Domestic' || (unlisted === 'DomesticInTaxArea' && european.has(country));
    const ofCountry = rates[country] ?? (isTaxed ? rates['DE'] : undefined) ?? [];
    return ofCountry.findLast(([from]) => from.slice(0, 10) <= date)?.[1] ?? 0;
  }
}
