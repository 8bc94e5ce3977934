import { describe, expect, test } from 'vitest';
import { roundedAmount } from '../../../../sandbox/src/service/domain/pricing/money.ts';
import { lineTotals } from '../../../../sandbox/src/service/domain/pricing/pricing.ts';

describe('an amount is rounded half up, away from zero', () => {
  test.each([
    // In whole numbers.
    ['EUR', [0.005], 0.01],
    ['EUR', [0.0025, 2], 0.01],
    ['EUR', [0.0049], 0],
    ['EUR', [-0.005], -0.01],
    ['JPY', [0.5], 1],
    ['JPY', [2.5], 3],
    ['KWD', [0.0005], 0.001],
    // With more than four decimals, by decimals.
    ['EUR', [0.00125, 4], 0.01],
    ['EUR', [0.02500001, 1], 0.03],
    ['EUR', [0.00125, 12], 0.02],
    ['EUR', [0.00125, 20], 0.03],
    ['EUR', [-0.00125, 4], -0.01],
    ['EUR', [0.00125, 3], 0],
    ['KWD', [0.000125, 4], 0.001],
    ['KWD', [0.000125, 12], 0.002],
  ] as const)('%s %j is %s', (currency, factors, amount) => {
    expect(roundedAmount(currency, factors)).toBe(amount);
  });
});

describe('a VAT rate can have any number of decimals', () => {
  test.each([
    // 100 − 100 / 1.0525 = 4.9881
    [5.25, 100, 4.99, 5.25],
    // 1000 − 1000 / 1.08125 = 75.1445
    [8.125, 1000, 75.14, 81.25],
    [0.5, 100, 0.5, 0.5],
  ])('%s %% of %s: %s included, %s added', (rate, amount, inside, onTop) => {
    const of = (gross: boolean) => lineTotals({ currency: 'EUR', gross }, amount, rate).TotalVat;
    expect([of(true), of(false)]).toEqual([inside, onTop]);
  });
});
