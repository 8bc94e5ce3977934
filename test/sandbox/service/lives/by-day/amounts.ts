// Exact amounts of the book of days (docs/billing.md, "Rounding", "Proration").

/** Numerator and denominator. */
export type Ratio = readonly [bigint, bigint];

export const ratio = (decimal: number): Ratio => [BigInt(decimal.toFixed(8).replace('.', '')), 100_000_000n];

export const times = (...factors: readonly Ratio[]): Ratio =>
  factors.reduce(([a, b], [c, d]) => [a * c, b * d], [1n, 1n]);

/** To a whole number, a half away from zero. */
function whole([numerator, denominator]: Ratio): number {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = Number((2n * size + denominator) / (2n * denominator));
  return numerator < 0n ? -rounded : rounded;
}

/** In minor units of a currency that has this many in one. */
export const units = (amount: Ratio, perOne: number): number => whole(times(amount, [BigInt(perOne), 1n]));

/** A part of an amount in minor units: some percent of a hundred, or the first days of more. */
export const partOf = (amount: number, part: number, of: number): number =>
  whole([BigInt(amount) * BigInt(part), BigInt(of)]);
