import { describe, expect, test } from 'vitest';
import {
  type Reduction,
  reductionAt,
  toReductions,
} from '../../../../sandbox/src/service/domain/pricing/discounts.ts';
import {
  addAmounts,
  roundedAmount,
  toDecimal,
} from '../../../../sandbox/src/service/domain/pricing/money.ts';
import { zoneCalendar } from '../../../../sandbox/src/service/domain/pricing/periods.ts';
import {
  lineTotals,
  MAX_PERIODS,
  type Product,
  priceTiers,
  type RecurringCharge,
  recurringLines,
  singleLines,
  type Terms,
} from '../../../../sandbox/src/service/domain/pricing/pricing.ts';
import type { PriceList } from '../../../../sandbox/src/service/domain/records/kept-prices.ts';
import { caught } from '../../caught.ts';
import { policyOf } from './tax-policy.ts';

const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`);
const time = (day: string) => `2026-${day}T00:00:00.0000000Z`;
const calendar = zoneCalendar('UTC');

const terms: Terms = {
  currency: 'EUR',
  gross: false,
  situation: { Country: 'DE', ReverseCharge: false },
  calendar,
};

const fee: Product = {
  type: 'RecurringFee',
  id: 'b1',
  name: 'Basic',
  policy: policyOf([19]),
  pricePerUnit: 31,
};

const month = { Unit: 'Month', Quantity: 1 } as const;

const charge = (from: string, to: string, more: Partial<RecurringCharge> = {}): RecurringCharge => ({
  product: fee,
  quantity: 1,
  feePeriod: month,
  grid: { anchor: at('01-01'), period: month },
  span: { start: at(from), end: at(to) },
  prorate: true,
  ...more,
});

const reduction = (more: Partial<Reduction> = {}): Reduction => ({
  percent: 10,
  start: at('01-01'),
  end: at('02-01'),
  includesSetup: false,
  separateLine: false,
  ...more,
});

describe('amounts', () => {
  test('are exact with more digits than a number holds, and with prices of more than four decimals', () => {
    expect(roundedAmount('EUR', [123456789.1234, 98765.4321])).toBe(12193263123451.18);
    expect(roundedAmount('EUR', [90071992547.0993, 1.5])).toBe(135107988820.65);
    expect(roundedAmount('EUR', [0.00004, 1000])).toBe(0.04);
    expect(roundedAmount('EUR', [1000.00004], [{ numerator: 1000, denominator: 1 }])).toBe(1000000.04);
    expect(roundedAmount('EUR', [1000.00004], [{ numerator: 1, denominator: 3 }])).toBe(333.33);
  });

  test('have no negative zero', () => {
    expect(roundedAmount('EUR', [-0.001])).toBe(0);
    expect(roundedAmount('EUR', [-0.00001])).toBe(0);
    expect(addAmounts('EUR', [-0.001, 0])).toBe(0);
    expect(addAmounts('EUR', [1, -1])).toBe(0);
  });

  test('of shares are shown with eight digits', () => {
    const half = { numerator: 1, denominator: 2 };
    const whole = { numerator: 3, denominator: 3 };
    expect(toDecimal({ numerator: 1, denominator: 12 })).toBe(0.08333333);
    expect(toDecimal(whole)).toBe(1);
    expect(toDecimal(whole, whole)).toBe(1);
    expect(toDecimal(whole, half)).toBe(0.5);
    expect(toDecimal(whole, whole, half)).toBe(0.5);
    expect(toDecimal(half, whole)).toBe(0.5);
    expect(toDecimal(half, half)).toBe(0.25);
  });

  test('that are gross include their VAT; without a rate there is none', () => {
    expect(lineTotals({ currency: 'EUR', gross: true }, 119, 19)).toEqual({
      TotalNet: 100,
      TotalVat: 19,
      TotalGross: 119,
    });
    expect(lineTotals({ currency: 'EUR', gross: true }, 108.1, 8.1).TotalVat).toBe(8.1);
    for (const gross of [true, false])
      expect(lineTotals({ currency: 'EUR', gross }, -100, 0)).toEqual({
        TotalNet: -100,
        TotalVat: 0,
        TotalGross: -100,
      });
  });
});

describe('tiers', () => {
  const item = (From: number, Value: number, IsBucketPrice = false) => ({ From, Value, IsBucketPrice });

  test('are sorted by their bounds, whatever the order of the list', () => {
    const Items = [item(100, 3), item(0, 5), item(10, 4)];
    expect(priceTiers(150, 0, { IsCumulative: true, Items })).toEqual([
      { quantity: 10, price: 5 },
      { quantity: 90, price: 4 },
      { quantity: 50, price: 3 },
    ]);
    expect(Items.map(({ From }) => From)).toEqual([100, 0, 10]);
  });

  test('below the first bound are those of the first, from zero on', () => {
    const Items = [item(10, 5), item(20, 4)];
    expect(priceTiers(5, 0, { IsCumulative: false, Items })).toEqual([{ quantity: 5, price: 5 }]);
    expect(priceTiers(15, 0, { IsCumulative: true, Items })).toEqual([{ quantity: 15, price: 5 }]);
  });

  test('that are just reached have no quantity, and no line', () => {
    const Items = [item(0, 5), item(10, 4)];
    expect(priceTiers(10, 0, { IsCumulative: true, Items })).toEqual([{ quantity: 10, price: 5 }]);
  });

  test('without any are the price per unit for quantity 0, otherwise empty', () => {
    expect(priceTiers(0, 7, { IsCumulative: false, Items: [] })).toEqual([{ quantity: 0, price: 7 }]);
    expect(priceTiers(5, 7, { IsCumulative: false, Items: [] })).toEqual([]);
  });
});

describe('the discount at an instant', () => {
  test('has started and not ended', () => {
    const one = reduction();
    expect(reductionAt([one], at('01-01') - 1, false)).toBeUndefined();
    expect(reductionAt([one], at('01-01'), false)).toBe(one);
    expect(reductionAt([one], at('02-01') - 1, false)).toBe(one);
    expect(reductionAt([one], at('02-01'), false)).toBeUndefined();
  });

  test('is the highest, the first of equal ones, and for a setup fee one that includes it', () => {
    const [low, high, same] = [reduction(), reduction({ percent: 20 }), reduction({ percent: 20 })];
    expect(reductionAt([low, high, same], at('01-02'), false)).toBe(high);
    expect(reductionAt([high, low], at('01-02'), false)).toBe(high);
    const setup = reduction({ percent: 5, includesSetup: true });
    expect(reductionAt([high, setup], at('01-02'), true)).toBe(setup);
  });

  test('applies to its products only', () => {
    const other = reduction({ percent: 50, targets: new Set(['other']) });
    const own = reduction({ percent: 20, targets: new Set(['other', 'b1']) });
    const net = (...reductions: Reduction[]) =>
      recurringLines(terms, charge('01-01', '02-01'), reductions).map(({ TotalNet }) => TotalNet);
    expect(net(other)).toEqual([31]);
    expect(net(other, own)).toEqual([24.8]);
    expect(net(other, reduction())).toEqual([27.9]);
    expect(singleLines(terms, fee, 1, at('01-02'), [other])[0]?.TotalNet).toBe(31);
  });
});

describe('spec: Order preview result line item — lines of a recurring fee', () => {
  test('are one for each billing period, and none for an empty span', () => {
    const lines = recurringLines(terms, charge('01-01', '04-01'), []);
    expect(lines.map(({ PeriodStart, PeriodEnd, TotalNet }) => [PeriodStart, PeriodEnd, TotalNet])).toEqual([
      [time('01-01'), time('02-01'), 31],
      [time('02-01'), time('03-01'), 31],
      [time('03-01'), time('04-01'), 31],
    ]);
    expect(recurringLines(terms, charge('01-01', '01-01'), [])).toEqual([]);
    expect(recurringLines(terms, charge('01-02', '01-01'), [])).toEqual([]);
  });

  test('have every field of their product', () => {
    const product: Product = {
      ...fee,
      description: 'For beginners',
      unit: 'seats',
      componentSubscriptionId: 'c1',
    };
    expect(recurringLines(terms, charge('01-01', '01-11', { product, quantity: 2 }), [])).toEqual([
      {
        Description: 'Basic',
        Quantity: 2,
        PricePerUnit: 31,
        VatPercentage: 19,
        PeriodStart: time('01-01'),
        PeriodEnd: time('01-11'),
        PeriodMultiplier: 0.32258065,
        ScaleAmount: 2,
        ProductId: 'b1',
        TotalNet: 20,
        TotalVat: 3.8,
        TotalGross: 23.8,
        ProductDescription: 'For beginners',
        ProductType: 'RecurringFee',
        ComponentSubscriptionId: 'c1',
        Unit: 'seats',
      },
    ]);
  });

  test('without a description, a unit or a subscription omit these fields', () => {
    const [line] = recurringLines(terms, charge('01-01', '02-01'), []);
    for (const field of ['ProductDescription', 'ComponentSubscriptionId', 'Unit'])
      expect(line).not.toHaveProperty(field);
    const described = charge('01-01', '02-01', { product: { ...fee, description: '' } });
    expect(recurringLines(terms, described, [])[0]).not.toHaveProperty('ProductDescription');
  });

  test('of a part of a period without prorating cost the full price', () => {
    const line = recurringLines(terms, charge('01-01', '01-11', { prorate: false }), [])[0];
    expect(line?.TotalNet).toBe(31);
    expect(line?.PeriodMultiplier).toBe(1);
  });

  test('are split where a rate or a discount changes within them, and nowhere else', () => {
    const cut = (reductions: Reduction[], product = fee) =>
      recurringLines(terms, charge('01-05', '01-25', { product }), reductions).map(({ PeriodStart }) =>
        PeriodStart?.slice(5, 10),
      );
    expect(cut([])).toEqual(['01-05']);
    expect(cut([reduction({ start: at('01-05'), end: at('01-25') })])).toEqual(['01-05']);
    expect(cut([reduction({ start: at('01-01'), end: at('01-31') })])).toEqual(['01-05']);
    expect(cut([reduction({ start: at('01-25') })])).toEqual(['01-05']);
    expect(cut([reduction({ end: at('01-05') })])).toEqual(['01-05']);
    expect(cut([reduction({ start: at('01-10'), end: at('01-20') })])).toEqual(['01-05', '01-10', '01-20']);
    // Below a higher discount, or where another one of the same percentage goes on, nothing changes.
    const half = reduction({ percent: 50 });
    expect(cut([half, reduction({ percent: 20, start: at('01-10'), end: at('01-20') })])).toEqual(['01-05']);
    const first = reduction({ percent: 20, end: at('01-15') });
    expect(cut([first, reduction({ percent: 20, start: at('01-10') })])).toEqual(['01-05']);
    expect(cut([first, reduction({ percent: 10, start: at('01-10') })])).toEqual(['01-05', '01-15']);
    const product = { ...fee, policy: policyOf([19], [16, time('01-15')]) };
    expect(cut([reduction({ start: at('01-10'), end: at('01-15') })], product)).toEqual([
      '01-05',
      '01-10',
      '01-15',
    ]);
    expect(cut([reduction({ start: at('01-20') })], product)).toEqual(['01-05', '01-15', '01-20']);
  });

  test('are rejected above the maximum number of periods of a document', () => {
    const grid = { anchor: 0, period: { Unit: 'Hour', Quantity: 1 } } as const;
    const hours = (count: number) => ({
      ...charge('01-01', '01-01'),
      grid,
      span: { start: 0, end: count * 3_600_000 },
    });
    expect(MAX_PERIODS).toBe(2000);
    expect(recurringLines(terms, hours(MAX_PERIODS), [])).toHaveLength(MAX_PERIODS);
    expect(caught(() => recurringLines(terms, hours(MAX_PERIODS + 1), []))).toMatchObject({
      kind: 'Invalid',
      fields: [{ Field: 'StartDate' }],
    });
  });
});

describe('spec: Order preview result line item — lines of something that is charged once', () => {
  const setup: Product = { ...fee, type: 'SetupFee' };

  test('have a period only if there is one, and a scale amount only with a scale', () => {
    const [plain] = singleLines(terms, setup, 2, at('01-02'), []);
    for (const field of ['PeriodStart', 'PeriodEnd', 'PeriodMultiplier', 'ScaleAmount'])
      expect(plain).not.toHaveProperty(field);
    const scale = { IsCumulative: false, Items: [{ From: 0, Value: 3, IsBucketPrice: false }] };
    const span = { start: at('01-01'), end: at('01-02') };
    expect(singleLines(terms, { ...setup, scale }, 2, at('01-02'), [], span)[0]).toMatchObject({
      PeriodStart: time('01-01'),
      PeriodEnd: time('01-02'),
      ScaleAmount: 2,
      TotalNet: 6,
    });
  });

  test('show their discount in the description, or on a separate line', () => {
    const off = reduction({ percent: 25, includesSetup: true });
    expect(singleLines(terms, { ...setup, pricePerUnit: 0.99 }, 1, at('01-02'), [off])).toMatchObject([
      { Description: 'Basic (−25 %)', PricePerUnit: 0.7425, TotalNet: 0.74 },
    ]);
    const lines = singleLines(terms, { ...setup, unit: 'seats' }, 2, at('01-02'), [
      { ...off, separateLine: true },
    ]);
    expect(
      lines.map(({ Description, Quantity, PricePerUnit }) => [Description, Quantity, PricePerUnit]),
    ).toEqual([
      ['Basic', 2, 31],
      ['Basic: −25 %', 1, -15.5],
    ]);
    expect(lines[1]).not.toHaveProperty('Unit');
  });
});

describe('spec: Order preview result line item — reductions of discount subscriptions', () => {
  const discounts = new Map([
    [
      'd1',
      {
        Effect: { ReductionPercent: 20 },
        Duration: { Unit: 'Month', Quantity: 2 },
        Targets: { b1: {}, c1: {} },
        IncludeSetup: true,
        CreateSeparateLineItem: false,
      },
    ],
    [
      'd2',
      {
        Effect: { ReductionPercent: 5 },
        Targets: {},
        IncludeSetup: false,
        CreateSeparateLineItem: true,
      },
    ],
  ]);
  const of = (DiscountId: string) =>
    toReductions({ discounts } as unknown as PriceList, calendar, [
      { Id: 's', DiscountId, StartDate: time('01-31') } as unknown as Parameters<typeof toReductions>[2][0],
    ]);

  test('last as long as their discount, for its products', () => {
    expect(of('d1')).toEqual([
      {
        percent: 20,
        start: at('01-31'),
        end: at('03-31'),
        targets: new Set(['b1', 'c1']),
        includesSetup: true,
        separateLine: false,
      },
    ]);
  });

  test('without a duration never end, without targets apply to everything', () => {
    expect(of('d2')).toEqual([
      {
        percent: 5,
        start: at('01-31'),
        end: Number.POSITIVE_INFINITY,
        includesSetup: false,
        separateLine: true,
      },
    ]);
    expect(of('d2')[0]).not.toHaveProperty('targets');
  });

  test('of a deleted discount do not exist', () => {
    expect(of('d3')).toEqual([]);
  });
});
