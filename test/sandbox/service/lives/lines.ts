// Rounding, checked line by line in whole numbers: half up to the currency's minor unit, first the net amount, then its VAT.
import assert from 'node:assert/strict';
import { type Fraction, fraction, less, percentOf, product, rounded, unitsOf } from './amounts.ts';
import type { Json } from './merchant.ts';
import type { World } from './world.ts';

/** VAT on top of a net amount, or inside of a gross one. */
function vatOf(amount: number, rate: number, gross: boolean, unit: number): number {
  const [numerator, denominator] = fraction(rate);
  const share: Fraction = gross
    ? [numerator, 100n * denominator + numerator]
    : [numerator, 100n * denominator];
  return rounded(product(fraction(amount), share), unit);
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

/** What is charged once costs its quantity at its price; a discount on a line of its own is a part of that. */
function checkWhole(line: Json, amount: number, unit: number): void {
  const full = product(fraction(line.Quantity), fraction(line.PricePerUnit));
  const units = unitsOf(full, unit);
  const possible = percents.flatMap((percent) => [
    rounded(less(full, percent), unit),
    (-percentOf(units, percent) * Math.round(unit * 1000)) / 1000,
  ]);
  assert.ok(
    possible.some((one) => Math.abs(one - amount) < unit / 100),
    `${text(line)} is none of ${possible}`,
  );
}

const text = (line: Json) => JSON.stringify(line);
