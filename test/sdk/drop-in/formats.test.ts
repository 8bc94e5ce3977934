import { expect, it } from 'vitest';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';

const en = new Formats('en');
const de = new Formats('de-AT');
const months = (Quantity: number) => ({ Unit: 'Month', Quantity }) as const;

it('money has the digits of its currency, more where a unit is cheaper, and a minus sign', () => {
  expect([en.money(9.9, 'EUR'), en.money(1200, 'JPY'), en.money(1.005, 'KWD').replace(/\s/, ' ')]).toEqual([
    '€9.90',
    '¥1,200',
    'KWD 1.005',
  ]);
  expect([en.money(0.0015, 'EUR', 4), en.money(-3, 'EUR'), en.percent(-0.17)]).toEqual([
    '€0.0015',
    '−€3.00',
    '−17%',
  ]);
});

it.each([
  [19, '19%'],
  [8.1, '8.1%'],
  [5.5, '5.5%'],
  [8.875, '8.875%'],
  [0, '0%'],
  [-12.5, '−12.5%'],
])('a rate or a discount of %d percent is not rounded', (percent, shown) => {
  expect(en.percent(percent / 100)).toBe(shown);
  expect(new Formats('de').percent(percent / 100)).toBe(shown.replace('.', ',').replace('%', '\u00a0%'));
});

it('a price with VAT is rounded as the invoice is', () => {
  expect([en.money(4.5 * 1.19, 'EUR'), en.money(29 * 1.19, 'EUR'), en.money(-4.5 * 1.19, 'EUR')]).toEqual([
    '€5.36',
    '€34.51',
    '−€5.36',
  ]);
});

it('twelve months are a year, and the rate of one unit has only its name', () => {
  expect([1, 3, 12, 24, 18].map((quantity) => en.period(months(quantity)))).toEqual([
    '1 month',
    '3 months',
    '1 year',
    '2 years',
    '18 months',
  ]);
  expect([1, 3, 12, 24].map((quantity) => en.period(months(quantity), true))).toEqual([
    'month',
    '3 months',
    'year',
    '2 years',
  ]);
  expect([en.rate(9.9, 'EUR', months(1)), en.rate(9.9, 'EUR', undefined)]).toEqual([
    '€9.90 / month',
    '€9.90',
  ]);
});

it('a day is that of the zone that is set', () => {
  const formats = new Formats('en');
  formats.timeZone = 'Pacific/Auckland';
  expect(formats.date('2026-01-15T12:30:00Z')).toBe('January 16, 2026');
  formats.timeZone = 'America/Los_Angeles';
  expect(formats.date('2026-01-15T02:30:00Z')).toBe('January 14, 2026');
});

it('countries stand in the order of the language', () => {
  expect(de.countries(['US', 'EG', 'AT']).map(({ name }) => name)).toEqual([
    'Ägypten',
    'Österreich',
    'Vereinigte Staaten',
  ]);
  expect(en.countries(['EG', 'AT']).map(({ code }) => code)).toEqual(['AT', 'EG']);
});

it('a text of the catalogue is that of the locale, of its language, or the one for all', () => {
  expect([
    de.localized({ _c: 'all', de: 'language', 'de-AT': 'locale' }),
    de.localized({ _c: 'all', de: 'language' }),
    de.localized({ _c: 'all', en: 'other' }),
    de.localized(undefined),
  ]).toEqual(['locale', 'language', 'all', '']);
});
