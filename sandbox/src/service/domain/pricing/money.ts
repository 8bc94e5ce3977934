import Big from 'big.js';
import { minorDigits } from '../../model/currencies.ts';

/** Digits of a division, far more than any amount has. */
const Decimal = Big();
Decimal.DP = 30;
Decimal.RM = Big.roundHalfUp;

/** A share as a fraction of integers, so that a twelfth stays exact. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

export const NOTHING: Ratio = { numerator: 0, denominator: 1 };
export const WHOLE: Ratio = { numerator: 1, denominator: 1 };

/**
 * Multiplies decimals and ratios, rounded half up (away from zero) to the currency's minor unit, or to the given
 * digits.
 */
export function roundedAmount(
  currency: string,
  factors: readonly number[],
  ratios: readonly Ratio[] = [],
  digits = minorDigits(currency),
): number {
  return amountInWholeNumbers(factors, ratios, digits) ?? decimalAmount(factors, ratios, digits);
}

/** Prices and quantities in a billing run have at most four decimals; others use the slow path. */
const PARTS = 10_000;

/** The same in integers; `undefined` if they are too large, or a factor has too many decimals, to be exact. */
function amountInWholeNumbers(
  factors: readonly number[],
  ratios: readonly Ratio[],
  digits: number,
): number | undefined {
  const unit = 10 ** digits;
  let numerator = unit;
  let denominator = 1;
  for (const factor of factors) {
    const parts = Math.round(factor * PARTS);
    if (parts / PARTS !== factor) return undefined;
    numerator *= parts;
    denominator *= PARTS;
  }
  for (const ratio of ratios) {
    numerator *= ratio.numerator;
    denominator *= ratio.denominator;
  }
  if (!(Math.abs(numerator) <= Number.MAX_SAFE_INTEGER && denominator <= Number.MAX_SAFE_INTEGER / 2))
    return undefined;
  const rest = Math.abs(numerator % denominator);
  const whole = (Math.abs(numerator) - rest) / denominator;
  const units = rest * 2 >= denominator ? whole + 1 : whole;
  return numerator < 0 ? -units / unit + 0 : units / unit;
}

function decimalAmount(factors: readonly number[], ratios: readonly Ratio[], digits: number): number {
  let product = new Decimal(1);
  for (const factor of factors) product = product.times(factor);
  for (const { numerator } of ratios) product = product.times(numerator);
  for (const { denominator } of ratios) product = product.div(denominator);
  return product.round(digits, Big.roundHalfUp).toNumber() + 0;
}

/** The exact sum of rounded amounts. */
export function addAmounts(currency: string, amounts: Iterable<number>): number {
  const unit = 10 ** minorDigits(currency);
  let units = 0;
  for (const amount of amounts) units += Math.round(amount * unit);
  return units / unit;
}

/** The exact difference of rounded amounts. */
export function subtractAmount(currency: string, amount: number, subtracted: number): number {
  return addAmounts(currency, [amount, -subtracted]);
}

/** The exact sum of decimal quantities. */
export function sumOfQuantities(quantities: Iterable<number>): number {
  let sum = new Decimal(0);
  for (const quantity of quantities) sum = sum.plus(quantity);
  return sum.toNumber();
}

/** A ratio as the decimal in a document (eight digits). */
export function toDecimal(ratio: Ratio, ...more: Ratio[]): number {
  if (ratio.numerator === ratio.denominator && more.every((next) => next.numerator === next.denominator))
    return 1;
  let value = new Decimal(ratio.numerator).div(ratio.denominator);
  for (const next of more) value = value.times(next.numerator).div(next.denominator);
  return value.round(8).toNumber();
}
