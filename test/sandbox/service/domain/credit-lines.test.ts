import { describe, expect, test } from 'vitest';
import {
  creditLine,
  lineSpan,
  reversalLine,
  standingIn,
} from '../../../../sandbox/src/service/domain/pricing/credit-lines.ts';
import { zoneCalendar } from '../../../../sandbox/src/service/domain/pricing/periods.ts';
import type { Terms } from '../../../../sandbox/src/service/domain/pricing/pricing.ts';
import type { LineItem } from '../../../../sandbox/src/service/model/invoice.ts';

const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`);
const time = (day: string) => `2026-${day}T00:00:00.0000000Z`;

const termsOf = (gross = false, currency = 'EUR'): Terms => ({
  currency,
  gross,
  situation: { Country: 'DE', ReverseCharge: false },
  calendar: zoneCalendar('UTC'),
});

/** Ten days in January at 10.00 net. */
const line: LineItem = {
  Id: 'line',
  Description: 'Basic',
  Quantity: 2,
  PricePerUnit: 5,
  VatPercentage: 19,
  PeriodStart: time('01-01'),
  PeriodEnd: time('01-11'),
  PeriodMultiplier: 1,
  TotalNet: 10,
  TotalVat: 1.9,
  TotalGross: 11.9,
};

const oneOff: LineItem = {
  Id: 'setup',
  Description: 'Setup',
  Quantity: 1,
  PricePerUnit: 49,
  VatPercentage: 19,
  TotalNet: 49,
  TotalVat: 9.31,
  TotalGross: 58.31,
};

/** A credit of another line. */
const creditOf = (id: string, more: Partial<LineItem>): LineItem => ({
  ...line,
  Quantity: -2,
  CreditedLineItemId: id,
  ...more,
});

const none = standingIn('EUR', []);

describe('the period of a line', () => {
  test('is half-open, and empty without length, start or end', () => {
    expect(lineSpan(line)).toEqual({ start: at('01-01'), end: at('01-11') });
    const { PeriodStart: _start, ...withoutStart } = line;
    const { PeriodEnd: _end, ...withoutEnd } = line;
    expect(lineSpan(withoutStart)).toBeUndefined();
    expect(lineSpan(withoutEnd)).toBeUndefined();
    expect(lineSpan({ ...line, PeriodEnd: time('01-01') })).toBeUndefined();
    expect(lineSpan({ ...line, PeriodStart: time('01-12') })).toBeUndefined();
  });
});

describe('the remainder of a line', () => {
  test('is all of it without a credit', () => {
    expect(none(line)).toEqual({
      span: { start: at('01-01'), end: at('01-11') },
      TotalNet: 10,
      TotalVat: 1.9,
    });
    expect(none(oneOff)).toEqual({ span: undefined, TotalNet: 49, TotalVat: 9.31 });
  });

  test('loses the last days of each credit, and is not affected by credits of other lines', () => {
    const standing = standingIn('EUR', [
      creditOf('line', { Id: 'c1', PeriodStart: time('01-09'), TotalNet: -2, TotalVat: -0.38 }),
      creditOf('line', {
        Id: 'c2',
        PeriodStart: time('01-06'),
        PeriodEnd: time('01-09'),
        TotalNet: -3,
        TotalVat: -0.57,
      }),
      creditOf('other', { Id: 'c3' }),
      { ...line, Id: 'no credit' },
    ]);
    expect(standing(line)).toEqual({
      span: { start: at('01-01'), end: at('01-06') },
      TotalNet: 5,
      TotalVat: 0.95,
    });
  });

  test('grows by what is charged again: a credit loses its first days', () => {
    const credit = creditOf('line', { Id: 'c1', PeriodStart: time('01-06'), TotalNet: -5, TotalVat: -0.95 });
    const again = creditOf('c1', {
      Id: 'r1',
      PeriodStart: time('01-06'),
      PeriodEnd: time('01-08'),
      TotalNet: 2,
      TotalVat: 0.38,
    });
    const standing = standingIn('EUR', [credit, again]);
    expect(standing(credit)).toEqual({
      span: { start: at('01-08'), end: at('01-11') },
      TotalNet: -3,
      TotalVat: -0.57,
    });
    expect(standing(line)).toEqual({
      span: { start: at('01-01'), end: at('01-08') },
      TotalNet: 7,
      TotalVat: 1.33,
    });
  });

  test('loses money but no days through a credit of an amount', () => {
    const { PeriodStart: _start, PeriodEnd: _end, ...amount } = creditOf('line', { Id: 'c1' });
    expect(standingIn('EUR', [{ ...amount, TotalNet: -4, TotalVat: -0.76 }])(line)).toEqual({
      span: { start: at('01-01'), end: at('01-11') },
      TotalNet: 6,
      TotalVat: 1.14,
    });
  });

  test('of a line without an id is not reduced by credits without an id', () => {
    const { Id: _id, ...nameless } = line;
    const credits = [creditOf('line', { Id: 'c1', TotalNet: -10, TotalVat: -1.9 })];
    expect(standingIn('EUR', credits)(nameless).TotalNet).toBe(10);
  });
});

describe('a credit of days', () => {
  const credit = (from: string, to: string, terms = termsOf(), of = line, standing = none(of)) =>
    creditLine(terms, of, standing, { start: at(from), end: at(to) }, 'Credit');

  test('credits their share of the price, quantity and periods', () => {
    expect(credit('01-04', '01-07')).toEqual({
      CreditedLineItemId: 'line',
      Description: 'Credit: Basic',
      Quantity: -2,
      PricePerUnit: 5,
      VatPercentage: 19,
      PeriodStart: time('01-04'),
      PeriodEnd: time('01-07'),
      PeriodMultiplier: 0.3,
      TotalNet: -3,
      TotalVat: -0.57,
      TotalGross: -3.57,
      Id: 'line',
    });
  });

  test('of a line without an id and without a multiplier has neither', () => {
    const { Id: _id, PeriodMultiplier: _multiplier, ...plain } = line;
    const made = credit('01-04', '01-11', termsOf(), plain);
    expect(made).not.toHaveProperty('CreditedLineItemId');
    expect(made).not.toHaveProperty('PeriodMultiplier');
    expect(made).toMatchObject({ TotalNet: -7, TotalVat: -1.33, TotalGross: -8.33 });
  });

  test('multiplies the fee periods of the line', () => {
    expect(credit('01-06', '01-11', termsOf(), { ...line, PeriodMultiplier: 0.33333333 })).toMatchObject({
      PeriodMultiplier: 0.16666667,
    });
  });

  test('is limited to the remainder', () => {
    const standing = { span: { start: at('01-03'), end: at('01-06') }, TotalNet: 3, TotalVat: 0.57 };
    const made = credit('01-01', '01-31', termsOf(), line, standing);
    expect(made).toMatchObject({ PeriodStart: time('01-03'), PeriodEnd: time('01-06'), TotalNet: -3 });
  });

  test('is empty if none of its days remain', () => {
    const standing = { span: { start: at('01-01'), end: at('01-06') }, TotalNet: 5, TotalVat: 0.95 };
    expect(credit('01-06', '01-11', termsOf(), line, standing)).toBeUndefined();
    expect(credit('01-07', '01-11', termsOf(), line, standing)).toBeUndefined();
    expect(credit('01-05', '01-05')).toBeUndefined();
    expect(credit('01-01', '01-11', termsOf(), oneOff)).toBeUndefined();
    expect(credit('01-01', '01-11', termsOf(), line, { ...standing, span: undefined })).toBeUndefined();
  });

  test('of less than a day is empty, unless it is all that remains and has an amount', () => {
    const hour = { start: at('01-01'), end: at('01-01') + 3_600_000 };
    const standing = { span: hour, TotalNet: 0.01, TotalVat: 0 };
    expect(creditLine(termsOf(), line, none(line), hour, 'Credit')).toBeUndefined();
    expect(creditLine(termsOf(), line, standing, hour, 'Credit')).toMatchObject({ TotalNet: -0.01 });
    expect(creditLine(termsOf(), line, { ...standing, TotalNet: 0 }, hour, 'Credit')).toBeUndefined();
    expect(
      creditLine(termsOf(), line, { ...standing, TotalNet: 0, TotalVat: 0.01 }, hour, 'Credit'),
    ).toMatchObject({ TotalNet: 0, TotalVat: -0.01, TotalGross: -0.01 });
  });

  test('of gross prices credits its share of the gross amount', () => {
    const made = credit('01-06', '01-11', termsOf(true), line);
    expect(made).toMatchObject({ TotalNet: -5, TotalVat: -0.95, TotalGross: -5.95 });
    expect(credit('01-10', '01-11', termsOf(true), line)).toMatchObject({
      TotalNet: -1,
      TotalVat: -0.19,
      TotalGross: -1.19,
    });
  });

  test('is less for each day if an amount was credited before', () => {
    const standing = { ...none(line), TotalNet: 5, TotalVat: 0.95 };
    expect(credit('01-06', '01-11', termsOf(), line, standing)).toMatchObject({
      TotalNet: -2.5,
      TotalVat: -0.48,
      TotalGross: -2.98,
    });
    expect(credit('01-06', '01-11', termsOf(true), line, standing)).toMatchObject({ TotalGross: -2.97 });
  });

  test('of a free line is empty', () => {
    const free = { ...line, PricePerUnit: 0, TotalNet: 0, TotalVat: 0, TotalGross: 0 };
    expect(credit('01-06', '01-11', termsOf(), free)).toMatchObject({
      TotalNet: 0,
      TotalVat: 0,
      TotalGross: 0,
    });
  });
});

describe('a credit of the remainder', () => {
  test('credits exactly that, and says if VAT was rounded differently before', () => {
    const standing = { span: { start: at('01-01'), end: at('01-06') }, TotalNet: 5, TotalVat: 0.97 };
    expect(reversalLine(termsOf(), line, standing, 'Annulled')).toMatchObject({
      Description: 'Annulled: Basic (VAT with a rounding difference of -0.02)',
      TotalNet: -5,
      TotalVat: -0.97,
      TotalGross: -5.97,
      PeriodStart: time('01-01'),
      PeriodEnd: time('01-06'),
      PeriodMultiplier: 0.5,
    });
    expect(reversalLine(termsOf(), line, none(line), 'Annulled')).toMatchObject({
      Description: 'Annulled: Basic',
      TotalNet: -10,
      TotalVat: -1.9,
      TotalGross: -11.9,
    });
  });

  test('of gross prices uses the VAT included in them', () => {
    const standing = { span: undefined, TotalNet: 10.01, TotalVat: 1.89 };
    expect(reversalLine(termsOf(true), oneOff, standing, 'Annulled')?.Description).toBe(
      'Annulled: Setup (VAT with a rounding difference of 0.01)',
    );
    expect(
      reversalLine(termsOf(true), oneOff, { ...standing, TotalNet: 10, TotalVat: 1.9 }, 'Annulled')
        ?.Description,
    ).toBe('Annulled: Setup');
  });

  test('of a one-time charge has no period', () => {
    expect(reversalLine(termsOf(), oneOff, none(oneOff), 'Annulled')).toEqual({
      ...oneOff,
      Description: 'Annulled: Setup',
      Quantity: -1,
      TotalNet: -49,
      TotalVat: -9.31,
      TotalGross: -58.31,
      CreditedLineItemId: 'setup',
    });
  });

  test('is empty if no money remains, and never a negative zero if only VAT does', () => {
    const standing = { span: undefined, TotalNet: 0, TotalVat: 0 };
    expect(reversalLine(termsOf(), oneOff, standing, 'Annulled')).toBeUndefined();
    const onlyVat = reversalLine(termsOf(), oneOff, { ...standing, TotalVat: 0.01 }, 'Annulled');
    expect(onlyVat?.TotalNet).toBe(0);
    expect(onlyVat?.TotalVat).toBe(-0.01);
  });
});
