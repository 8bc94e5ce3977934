// What things cost: by the price list of the contract, where it names them, else by the catalogue (docs/billing.md, "Prices",
// "Price lists").
import { type Fraction, fraction, product } from './amounts.ts';
import {
  apiCalls,
  type ComponentName,
  components,
  priceList,
  scaled,
  type Variant,
  type VariantName,
  variants,
} from './catalogue.ts';
import type { Phase } from './phases.ts';

export class Prices {
  /** Of the catalogue: merchants change them. */
  readonly fees: Record<VariantName, number>;
  /** The contract pays the prices of the list. */
  isListed = false;
  readonly #scale: number;

  constructor(scale: number) {
    this.#scale = scale;
    this.fees = Object.fromEntries(
      Object.entries(variants).map(([name, { fee }]) => [name, scaled(fee, scale)]),
    ) as Record<VariantName, number>;
  }

  /** The fee of a month. */
  monthly({ variant, quantity }: Pick<Phase, 'variant' | 'quantity'>): Fraction {
    const perMonth: Fraction = [1n, BigInt(variants[variant].feeMonths)];
    return product(fraction(this.#fee(variant)), perMonth, fraction(quantity));
  }

  setup(name: VariantName): Fraction {
    const { setup = 0 }: Variant = variants[name];
    return fraction(this.#priced(priceList.setup, name, setup));
  }

  /** A component for a month. */
  component(name: ComponentName, quantity: number): Fraction {
    return product(
      fraction(this.#priced(priceList.components, name, components[name].price)),
      fraction(quantity),
    );
  }

  get apiCall(): Fraction {
    return fraction(scaled(this.isListed ? priceList.apiCalls : apiCalls.price, this.#scale));
  }

  #fee(name: VariantName): number {
    const listed: { readonly [name: string]: number } = this.isListed ? priceList.fees : {};
    const fee = listed[name];
    return fee === undefined ? this.fees[name] : scaled(fee, this.#scale);
  }

  #priced(list: { readonly [name: string]: number }, name: string, usual: number): number {
    return scaled((this.isListed ? list[name] : undefined) ?? usual, this.#scale);
  }
}
