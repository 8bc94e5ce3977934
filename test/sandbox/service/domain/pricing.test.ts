import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { totalsOfLines, vatDescriptors } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import { creditLine, standingIn } from '../../../../sandbox/src/service/domain/pricing/credit-lines.ts';
import type { Reduction } from '../../../../sandbox/src/service/domain/pricing/discounts.ts';
import {
  addAmounts,
  roundedAmount,
  subtractAmount,
} from '../../../../sandbox/src/service/domain/pricing/money.ts';
import { zoneCalendar } from '../../../../sandbox/src/service/domain/pricing/periods.ts';
import {
  type Product,
  priceTiers,
  recurringLines,
  singleLines,
  type Terms,
} from '../../../../sandbox/src/service/domain/pricing/pricing.ts';
import type { PriceScale } from '../../../../sandbox/src/service/model/catalogue.ts';
import { minorDigits } from '../../../../sandbox/src/service/model/currencies.ts';
import type { LineItem } from '../../../../sandbox/src/service/model/invoice.ts';
import { examples, fc } from '../../../properties.ts';
import { policyOf } from './tax-policy.ts';

const DAY = 86_400_000;
const calendar = zoneCalendar('Europe/Berlin');
const start = Date.parse('2026-01-31T09:00:00Z');
const month = { Unit: 'Month', Quantity: 1 } as const;
const grid = { anchor: start, period: month };

const productOf = (change: Partial<Product> = {}): Product => ({
  type: 'RecurringFee',
  id: 'b1',
  name: 'Basic',
  policy: policyOf([19]),
  pricePerUnit: 10,
  ...change,
});

const termsOf = (currency = 'EUR', gross = false): Terms => ({
  currency,
  gross,
  situation: { Country: 'DE', ReverseCharge: false },
  calendar,
});

const price = fc.integer({ min: 0, max: 5_000_000 }).map((value) => value / 1000);
const quantity = fc.integer({ min: 0, max: 200_000 }).map((value) => value / 100);
const rate = fc.constantFrom(0, 7, 8.1, 19, 20, 22.5, 25);
const currency = fc.constantFrom('EUR', 'JPY', 'KWD');

const reductions: fc.Arbitrary<Reduction[]> = fc
  .array(
    fc.record({
      percent: fc.integer({ min: 0, max: 100 }),
      start: fc.integer({ min: start - 60 * DAY, max: start + 60 * DAY }),
      length: fc.integer({ min: 1, max: 100 }),
      includesSetup: fc.boolean(),
      separateLine: fc.boolean(),
    }),
    { maxLength: 3 },
  )
  .map((all) => all.map(({ length, ...one }) => ({ ...one, end: one.start + length * DAY })));

const scale: fc.Arbitrary<PriceScale> = fc
  .tuple(
    fc.boolean(),
    fc.uniqueArray(fc.integer({ min: 1, max: 1500 }), { maxLength: 4 }),
    fc.array(fc.tuple(price, fc.boolean()), { minLength: 5, maxLength: 5 }),
  )
  .map(([IsCumulative, bounds, prices]) => ({
    IsCumulative,
    Items: [0, ...bounds.sort((a, b) => a - b)].map((From, at) => ({
      From,
      Value: prices[at]?.[0] ?? 0,
      IsBucketPrice: prices[at]?.[1] ?? false,
    })),
  }));

const whole = (value: number, code: string) => {
  const units = new Big(value).times(new Big(10).pow(minorDigits(code)));
  return units.eq(units.round());
};

describe('rounding', () => {
  test('is half up to the minor unit, away from zero', () => {
    expect(roundedAmount('EUR', [1.005])).toBe(1.01);
    expect(roundedAmount('EUR', [-1.005])).toBe(-1.01);
    expect(roundedAmount('EUR', [1.0049])).toBe(1);
    expect(roundedAmount('JPY', [0.5])).toBe(1);
    expect(roundedAmount('KWD', [0.0005])).toBe(0.001);
  });

  test('a twelfth is a twelfth', () => {
    expect(roundedAmount('EUR', [100], [{ numerator: 1, denominator: 12 }])).toBe(8.33);
    expect(roundedAmount('EUR', [300], [{ numerator: 1, denominator: 12 }])).toBe(25);
  });

  test('property: amounts are exact whether or not they fit into whole numbers', () => {
    const factor = fc.oneof(
      fc.integer({ min: -1e7, max: 1e7 }).map((value) => value / 100),
      fc.integer({ min: -1e10, max: 1e10 }).map((value) => value / 1e5),
    );
    const ratio = fc.record({
      numerator: fc.integer({ min: 0, max: 400 }),
      denominator: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(
        fc.array(factor, { minLength: 1, maxLength: 2 }),
        fc.array(ratio, { maxLength: 2 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (factors, ratios, code) => {
          let numerator = new Big(1);
          for (const one of factors) numerator = numerator.times(one);
          for (const one of ratios) numerator = numerator.times(one.numerator);
          let denominator = new Big(1);
          for (const one of ratios) denominator = denominator.times(one.denominator);
          // Half up, away from zero, without any division that could round before: twice the amount is what counts.
          const units = numerator.times(10 ** minorDigits(code));
          // A number holds every amount of fifteen digits, and no invoice has more.
          fc.pre(units.abs().lt(denominator.times(1e15)));
          const given = new Big(roundedAmount(code, factors, ratios)).times(10 ** minorDigits(code));
          const off = units.minus(given.times(denominator)).abs().times(2);
          expect(off.lte(denominator)).toBe(true);
          if (off.eq(denominator)) expect(given.times(denominator).abs().gt(units.abs())).toBe(true);
        },
      ),
      { numRuns: examples(1000) },
    );
  });

  test('property: sums and differences of amounts are exact', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 50 }),
        currency,
        (units, code) => {
          const digits = minorDigits(code);
          const amounts = units.map((unit) => unit / 10 ** digits);
          const exact = units.reduce((sum, unit) => sum.plus(new Big(unit).div(10 ** digits)), new Big(0));
          expect(addAmounts(code, amounts)).toBe(exact.toNumber());
          expect(subtractAmount(code, addAmounts(code, amounts), amounts[0] ?? 0)).toBe(
            addAmounts(code, amounts.slice(1)),
          );
        },
      ),
    );
  });
});

describe('price models', () => {
  const cumulative = (IsBucketPrice: boolean, IsCumulative = true): PriceScale => ({
    IsCumulative,
    Items: [
      { From: 0, Value: 0.1, IsBucketPrice },
      { From: 100, Value: 0.08, IsBucketPrice },
      { From: 1000, Value: 0.05, IsBucketPrice },
    ],
  });

  test('per unit', () => {
    expect(priceTiers(2.5, 4, undefined)).toEqual([{ quantity: 2.5, price: 4 }]);
  });

  test('scale: all units at the price of the reached scale', () => {
    expect(priceTiers(99.9, 0, cumulative(false, false))).toEqual([{ quantity: 99.9, price: 0.1 }]);
    expect(priceTiers(100, 0, cumulative(false, false))).toEqual([{ quantity: 100, price: 0.08 }]);
    expect(priceTiers(5000, 0, cumulative(false, false))).toEqual([{ quantity: 5000, price: 0.05 }]);
  });

  test('cumulative intervals, each at its own price', () => {
    expect(priceTiers(1500, 0, cumulative(false))).toEqual([
      { quantity: 100, price: 0.1 },
      { quantity: 900, price: 0.08 },
      { quantity: 500, price: 0.05 },
    ]);
    expect(priceTiers(0, 0, cumulative(false))).toEqual([{ quantity: 0, price: 0.1 }]);
  });

  test('buckets: the price of each reached interval once, or of the reached one alone', () => {
    expect(priceTiers(150, 0, cumulative(true))).toEqual([
      { quantity: 1, price: 0.1 },
      { quantity: 1, price: 0.08 },
    ]);
    expect(priceTiers(150, 0, cumulative(true, false))).toEqual([{ quantity: 1, price: 0.08 }]);
  });

  test('property: cumulative intervals cover the quantity exactly', () => {
    fc.assert(
      fc.property(scale, quantity, (model, amount) => {
        const perUnit = {
          IsCumulative: true,
          Items: model.Items.map((item) => ({ ...item, IsBucketPrice: false })),
        };
        const covered = priceTiers(amount, 0, perUnit).reduce(
          (sum, tier) => sum.plus(tier.quantity),
          new Big(0),
        );
        expect(covered.toNumber()).toBe(amount);
      }),
    );
  });
});

/** Lines of a month cut at random, of any price model, currency and tax. */
interface Charged {
  readonly code: string;
  readonly gross: boolean;
  readonly price: number;
  readonly quantity: number;
  readonly scale: PriceScale | undefined;
  /** The rate, the one after it, and the day on which it changes. */
  readonly rates: readonly [number, number, number];
  readonly reductions: readonly Reduction[];
  readonly days: number[];
}

const charged: fc.Arbitrary<Charged> = fc.record({
  code: currency,
  gross: fc.boolean(),
  price,
  quantity,
  scale: fc.option(scale, { nil: undefined }),
  rates: fc.tuple(rate, rate, fc.integer({ min: 1, max: 40 })),
  reductions,
  days: fc.uniqueArray(fc.integer({ min: 1, max: 27 }), { maxLength: 4 }),
});

const linesOf = (
  input: Charged,
  from: number,
  to: number,
): { readonly terms: Terms; readonly lines: LineItem[] } => {
  const terms = termsOf(input.code, input.gross);
  const [first, second, day] = input.rates;
  const product = productOf({
    pricePerUnit: input.price,
    scale: input.scale,
    policy: policyOf([first], [second, new Date(start + day * DAY).toISOString()]),
  });
  const charge = {
    product,
    quantity: input.quantity,
    feePeriod: month,
    grid,
    span: { start: from, end: to },
    prorate: true,
  };
  return { terms, lines: recurringLines(terms, charge, input.reductions) };
};

describe('lines', () => {
  const end = calendar.boundary(grid, 1);

  test('property: net plus VAT is gross, in whole minor units, and totals are sums of lines', () => {
    fc.assert(
      fc.property(charged, (input) => {
        const { lines } = linesOf(input, start, end);
        for (const line of lines) {
          expect(addAmounts(input.code, [line.TotalNet, line.TotalVat])).toBe(line.TotalGross);
          for (const amount of [line.TotalNet, line.TotalVat, line.TotalGross])
            expect(whole(amount, input.code)).toBe(true);
        }
        const totals = totalsOfLines(input.code, lines);
        expect(addAmounts(input.code, [totals.TotalNet, totals.TotalVat])).toBe(totals.TotalGross);
        const rates = vatDescriptors(input.code, lines);
        expect(
          addAmounts(
            input.code,
            rates.map((one) => one.TotalNet),
          ),
        ).toBe(totals.TotalNet);
        expect(
          addAmounts(
            input.code,
            rates.map((one) => one.TotalVat),
          ),
        ).toBe(totals.TotalVat);
      }),
      { numRuns: examples(300) },
    );
  });

  test('property: parts of a period cost what the whole costs', () => {
    fc.assert(
      fc.property(charged, (input) => {
        // Without a change of rate or reduction, so that the whole is one line a tier.
        const plain: Charged = {
          ...input,
          reductions: [],
          rates: [input.rates[0], input.rates[0], 60],
        };
        const cuts = [start, ...input.days.sort((a, b) => a - b).map((day) => start + day * DAY), end];
        const parts = cuts.slice(1).flatMap((to, at) => linesOf(plain, cuts[at] as number, to).lines);
        const amount = (lines: LineItem[]) =>
          addAmounts(
            input.code,
            lines.map((line) => (input.gross ? line.TotalGross : line.TotalNet)),
          );
        expect(amount(parts)).toBe(amount(linesOf(plain, start, end).lines));
      }),
      { numRuns: examples(300) },
    );
  });

  test('property: credited and remaining parts add up to the line, however often it is shortened', () => {
    fc.assert(
      fc.property(charged, (input) => {
        const { terms, lines } = linesOf(input, start, end);
        for (const made of lines) {
          const line = { ...made, Id: 'line' };
          const credits: LineItem[] = [];
          for (const day of [...input.days.sort((a, b) => b - a), 0]) {
            const span = { start: start + day * DAY, end: Number.POSITIVE_INFINITY };
            const standing = standingIn(input.code, credits)(line);
            const credit = creditLine(terms, line, standing, span, 'Credit');
            if (credit !== undefined) credits.push({ ...credit, Id: `credit ${day}` });
          }
          for (const field of ['TotalNet', 'TotalVat', 'TotalGross'] as const) {
            expect(addAmounts(input.code, [line[field], ...credits.map((credit) => credit[field])])).toBe(0);
          }
        }
      }),
      { numRuns: examples(300) },
    );
  });

  test('property: a price never depends on the order of what is charged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(price, quantity, rate), { minLength: 2, maxLength: 6 }),
        currency,
        (items, code) => {
          const all = items.map(([pricePerUnit, amount, percent]) =>
            singleLines(
              termsOf(code),
              productOf({ pricePerUnit, policy: policyOf([percent]) }),
              amount,
              start,
              [],
            ),
          );
          const forward = totalsOfLines(code, all.flat());
          expect(totalsOfLines(code, [...all].reverse().flat())).toEqual(forward);
          const descriptors = (lines: LineItem[]) => vatDescriptors(code, lines);
          expect(descriptors([...all].reverse().flat())).toEqual(descriptors(all.flat()));
        },
      ),
    );
  });

  test('property: a gross price is what the customer pays, whatever the rate', () => {
    fc.assert(
      fc.property(price, rate, currency, (pricePerUnit, percent, code) => {
        const product = productOf({ pricePerUnit, policy: policyOf([percent]) });
        const line = singleLines(termsOf(code, true), product, 1, start, [])[0] as LineItem;
        expect(line.TotalGross).toBe(roundedAmount(code, [pricePerUnit]));
        const exactVat = new Big(line.TotalGross).times(percent).div(new Big(100).plus(percent));
        expect(Math.abs(exactVat.minus(line.TotalVat).toNumber())).toBeLessThanOrEqual(
          0.5 / 10 ** minorDigits(code) + 1e-9,
        );
      }),
    );
  });
});

describe('reductions', () => {
  const reduction = (change: Partial<Reduction>): Reduction => ({
    percent: 20,
    start,
    end: Number.POSITIVE_INFINITY,
    includesSetup: false,
    separateLine: true,
    ...change,
  });
  const end = calendar.boundary(grid, 1);
  const charge = {
    product: productOf(),
    quantity: 1,
    feePeriod: month,
    grid,
    span: { start, end },
    prorate: true,
  };

  test('do not add up: the highest wins', () => {
    const lines = recurringLines(termsOf(), charge, [reduction({ percent: 10 }), reduction({ percent: 30 })]);
    expect(lines.map((line) => line.TotalNet)).toEqual([10, -3]);
  });

  test('reduce the price, or appear as a separate line', () => {
    const lines = recurringLines(termsOf(), charge, [reduction({ separateLine: false })]);
    expect(lines.map((line) => [line.PricePerUnit, line.TotalNet])).toEqual([[8, 8]]);
  });

  test('that end within a period apply to the days until then', () => {
    const lines = recurringLines(termsOf(), charge, [reduction({ end: start + 14 * DAY })]);
    // 28 days: 14 of them at 5.00 less 20 %, 14 at 5.00.
    expect(lines.map((line) => line.TotalNet)).toEqual([5, -1, 5]);
  });

  test('exclude the setup fee unless it is included', () => {
    const setup = productOf({ type: 'SetupFee', pricePerUnit: 49 });
    expect(singleLines(termsOf(), setup, 1, start, [reduction({})]).map((line) => line.TotalNet)).toEqual([
      49,
    ]);
    const included = singleLines(termsOf(), setup, 1, start, [reduction({ includesSetup: true })]);
    expect(included.map((line) => line.TotalNet)).toEqual([49, -9.8]);
  });
});
