// Amounts as exact fractions, rounded as docs/billing.md ("Rounding", "Proration") says. It shares no code with the sandbox.

/** A number as a fraction of whole numbers. */
export type Fraction = readonly [numerator: bigint, denominator: bigint];

export function fraction(number: number): Fraction {
  const [whole = '', decimals = ''] = number.toFixed(8).split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

export const product = (...factors: readonly Fraction[]): Fraction =>
  factors.reduce<Fraction>(([a, b], [c, d]) => [a * c, b * d], [1n, 1n]);

/** What is left of a price after a discount. */
export const less = (price: Fraction, percent: number): Fraction =>
  product(price, [BigInt(100 - percent), 100n]);

/** A discount of an amount that is rounded already, in whole minor units. */
export const percentOf = (units: number, percent: number): number =>
  unitsOf([BigInt(units) * BigInt(percent), 100n], 1);

/** To whole minor units, a half away from zero. */
export function unitsOf([numerator, denominator]: Fraction, unit: number): number {
  const perUnit = BigInt(Math.round(1 / unit));
  const doubled = 2n * (numerator < 0n ? -numerator : numerator) * perUnit;
  const units = (doubled + denominator) / (2n * denominator);
  return Number(units) * (numerator < 0n ? -1 : 1);
}

/** An amount in the currency, rounded to its minor unit. */
export const rounded = (amount: Fraction, unit: number): number =>
  unitsOf(amount, unit) / Math.round(1 / unit);

/** Some days of a price for more days, which is rounded first: up to their end, rounded, less up to their start, rounded. */
export function shareOf(
  price: Fraction,
  { before, days, length }: { readonly before: number; readonly days: number; readonly length: number },
  unit: number,
): number {
  const whole = BigInt(unitsOf(price, unit));
  const upTo = (count: number) => unitsOf([whole * BigInt(count), BigInt(length)], 1);
  return upTo(before + days) - upTo(before);
}
