// Rounding, checked line by line in whole numbers: half up to the currency's minor unit, first the net amount, then its VAT.
import assert from 'node:assert/strict';
import type { Json } from './merchant.ts';
import type { World } from './world.ts';

/** A number as a fraction of whole numbers. */
type Fraction = readonly [numerator: bigint, denominator: bigint];

function fraction(number: number): Fraction {
  const [whole = '', decimals = ''] = number.toFixed(8).split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

const product = (factors: readonly Fraction[]): Fraction =>
  factors.reduce<Fraction>(([a, b], [c, d]) => [a * c, b * d], [1n, 1n]);

/** To whole minor units, a half away from zero. */
function rounded([numerator, denominator]: Fraction, unit: number): number {
  const perUnit = BigInt(Math.round(1 / unit));
  const doubled = 2n * (numerator < 0n ? -numerator : numerator) * perUnit;
  const units = (doubled + denominator) / (2n * denominator);
  return (Number(units) * (numerator < 0n ? -1 : 1)) / Number(perUnit);
}

/** VAT on top of a net amount, or inside of a gross one. */
function vatOf(amount: number, rate: number, gross: boolean, unit: number): number {
  const [numerator, denominator] = fraction(rate);
  const share: Fraction = gross
    ? [numerator, 100n * denominator + numerator]
    : [numerator, 100n * denominator];
  return rounded(product([fraction(amount), share]), unit);
}

/** Discounts of the catalogue; usage has them in its price. */
const percents = [0, 20, 50];

export function checkLines(documents: readonly Json[], { gross, unit }: World): void {
  for (const line of documents.flatMap(({ ItemList }) => ItemList)) {
    // A credit takes what is left, also of what was rounded before.
    if (line.CreditedLineItemId !== undefined) continue;
    const amount = gross ? line.TotalGross : line.TotalNet;
    assert.equal(line.TotalVat, vatOf(amount, line.VatPercentage, gross, unit) + 0, `VAT of ${text(line)}`);
    if (line.ProductType === 'SetupFee' || line.ProductType === 'MeteredUsage')
      checkWhole(line, amount, unit);
  }
}

/** What is charged once costs its quantity at its price. */
function checkWhole(line: Json, amount: number, unit: number): void {
  const full = product([fraction(line.Quantity), fraction(line.PricePerUnit)]);
  const possible = percents.flatMap((percent) => [
    rounded(product([full, [BigInt(100 - percent), 100n]]), unit),
    // A discount that is a line of its own is what the full price is more than the reduced one.
    rounded(product([full, [BigInt(100 - percent), 100n]]), unit) - rounded(full, unit),
  ]);
  assert.ok(
    possible.some((one) => Math.abs(one - amount) < unit / 100),
    `${text(line)} is none of ${possible}`,
  );
}

const text = (line: Json) => JSON.stringify(line);
