import { describe, expect, test } from 'vitest';
import { defaultAccount } from '../../../../sandbox/src/service/configuration/defaults/account.ts';
import {
  checkVatId,
  rateChanges,
  taxSituation,
  vatRate,
} from '../../../../sandbox/src/service/domain/pricing/tax.ts';
import type { Account } from '../../../../sandbox/src/service/domain/records/account.ts';
import type { TaxPolicy } from '../../../../sandbox/src/service/model/catalogue.ts';
import { normalizedVatId } from '../../../../sdk/src/input/vat-id.ts';
import { caught } from '../../caught.ts';
import { ids, Shop } from './billing-kit.ts';

type Rate = readonly [country: string, rate: number, from?: string];

const policyOf = (SplitOnTaxChange: boolean, ...rates: readonly Rate[]): TaxPolicy => ({
  Id: 'e1',
  Predefined: 'StandardRate',
  Name: 'Test',
  IsMossApplicable: true,
  SplitOnTaxChange,
  Entries: rates.map(([Country, Rate, ValidFrom]) => ({
    Country,
    Rate,
    TaxDefinitionId: 'e2',
    ...(ValidFrom === undefined ? {} : { ValidFrom }),
  })),
});

const account = (change: Partial<Account> = {}): Account => ({ ...defaultAccount, ...change });
const at = Date.parse;
const domestic = { Country: 'DE', FallbackCountry: 'DE', ReverseCharge: false };

describe('spec: customerData rules 1, customerData VatId — whose taxes hold', () => {
  test('is that of the VAT id, before that of the address, before the merchant’s', () => {
    const of = (customer: Parameters<typeof taxSituation>[1]) => taxSituation(account(), customer);
    expect(of({})).toEqual(domestic);
    expect(of({ VatId: '' })).toEqual(domestic);
    expect(of({ Address: { Country: 'at' } })).toEqual({ ...domestic, Country: 'AT' });
    expect(of({ VatId: 'DE123456789', Address: { Country: 'AT' } })).toEqual(domestic);
    expect(of({ VatId: ' el 123.456-789', Address: { Country: 'DE' } })).toEqual({
      Country: 'GR',
      FallbackCountry: 'DE',
      ReverseCharge: true,
    });
    expect(of({ VatId: 'CHE123456789' })).toEqual({ Country: 'CH', ReverseCharge: false });
    expect(of({ VatId: 'XI123456789' })).toEqual({ Country: 'GB', ReverseCharge: false });
    expect(of({ Address: {} })).toEqual(domestic);
  });

  test('reverse charge requires VAT ids of two countries of the European Union', () => {
    const reverse = (VatId: string | undefined, merchant: string | undefined) => {
      const { VatId: own, ...rest } = defaultAccount;
      expect(own).toBe('DE999999999');
      return taxSituation(merchant === undefined ? rest : { ...rest, VatId: merchant }, {
        ...(VatId === undefined ? {} : { VatId }),
        Address: { Country: 'AT' },
      }).ReverseCharge;
    };
    expect(reverse('ATU12345678', 'DE999999999')).toBe(true);
    expect(reverse('DE123456789', 'DE999999999')).toBe(false);
    expect(reverse(undefined, 'DE999999999')).toBe(false);
    expect(reverse('ATU12345678', undefined)).toBe(false);
    expect(reverse('ATU12345678', 'CHE123456789')).toBe(false);
    expect(reverse('CHE123456789', 'DE999999999')).toBe(false);
  });

  test.each([
    ['DomesticInTaxArea', 'DE', 'LU', 'DE'],
    ['DomesticInTaxArea', 'DE', 'DE', 'DE'],
    ['DomesticInTaxArea', 'DE', 'JP', undefined],
    ['DomesticInTaxArea', 'CH', 'CH', 'CH'],
    ['DomesticInTaxArea', 'CH', 'LU', undefined],
    ['Domestic', 'DE', 'JP', 'DE'],
    ['TaxFree', 'DE', 'LU', undefined],
    ['TaxFree', 'DE', 'DE', undefined],
  ] as const)(
    '%s: a merchant in %s and a customer in %s fall back to %s',
    (UnlistedCountryTax, Country, to, back) => {
      const situation = taxSituation(account({ Country, UnlistedCountryTax }), { Address: { Country: to } });
      expect(situation.FallbackCountry).toBe(back);
      expect(situation.Country).toBe(to);
    },
  );

  test('the European Union has 27 members', () => {
    const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
      ' ',
    );
    const backs = (Country: string) =>
      taxSituation(account(), { Address: { Country } }).FallbackCountry === 'DE';
    expect(members.filter(backs)).toHaveLength(27);
    expect(['CH', 'GB', 'NO', 'US', 'EL'].filter(backs)).toEqual([]);
  });
});

describe('the rate', () => {
  const change = '2026-07-01T00:00:00Z';
  const policy = policyOf(true, ['DE', 19], ['de', 16, change], ['AT', 20], ['US', 0]);

  test('is the newest valid one', () => {
    expect(vatRate(policy, domestic, at(change) - 1)).toBe(19);
    expect(vatRate(policy, domestic, at(change))).toBe(16);
    const backwards = policyOf(true, ['DE', 16, change], ['DE', 19, '2020-01-01T00:00:00Z']);
    expect(vatRate(backwards, domestic, at('2027-01-01'))).toBe(16);
    expect(vatRate(backwards, domestic, at('2019-01-01'))).toBe(0);
    expect(vatRate(policyOf(true, ['DE', 7], ['DE', 9]), domestic, 0)).toBe(9);
  });

  test('is that of the country if the policy names it, otherwise the fallback', () => {
    const rate = (Country: string, FallbackCountry?: string) =>
      vatRate(
        policy,
        { Country, ReverseCharge: false, ...(FallbackCountry === undefined ? {} : { FallbackCountry }) },
        0,
      );
    expect(rate('AT', 'DE')).toBe(20);
    expect(rate('US', 'DE')).toBe(0);
    expect(rate('LU', 'DE')).toBe(19);
    expect(rate('LU', 'LU')).toBe(0);
    expect(rate('LU')).toBe(0);
    expect(vatRate(policy, { ...domestic, ReverseCharge: true }, 0)).toBe(0);
  });

  test('changes inside a span for policies that split there', () => {
    const [start, end] = [at('2026-06-15'), at('2026-07-15')];
    expect(rateChanges(policy, domestic, start, end)).toEqual([at(change)]);
    expect(rateChanges(policy, domestic, at(change), end)).toEqual([]);
    expect(rateChanges(policy, domestic, start, at(change))).toEqual([]);
    expect(rateChanges(policy, { ...domestic, Country: 'AT' }, start, end)).toEqual([]);
    expect(rateChanges(policy, { ...domestic, Country: 'LU' }, start, end)).toEqual([at(change)]);
    expect(rateChanges(policy, { ...domestic, ReverseCharge: true }, start, end)).toEqual([]);
    expect(rateChanges({ ...policy, SplitOnTaxChange: false }, domestic, start, end)).toEqual([]);
  });
});

test('a consumer in the tax area pays the domestic rate, one outside of it none', () => {
  const gross = (Country: string, UnlistedCountryTax: Account['UnlistedCountryTax']) => {
    const shop = new Shop('2026-01-15T09:00:00Z', { account: { UnlistedCountryTax } });
    shop.signup(ids.basicMonthly, {}, { FirstName: 'Ada', Address: { Country } });
    return shop.invoices()[0]?.TotalGross;
  };
  expect(gross('LU', 'DomesticInTaxArea')).toBe(11.78);
  expect(gross('JP', 'DomesticInTaxArea')).toBe(9.9);
  expect(gross('JP', 'Domestic')).toBe(11.78);
  expect(gross('LU', 'TaxFree')).toBe(9.9);
  expect(gross('CH', 'Domestic')).toBe(10.7);
});

test('a VAT id is compared without spaces, dots and dashes, in capitals', () => {
  expect(normalizedVatId(' de 12.34-56\t789 ')).toBe('DE123456789');
  expect(normalizedVatId('CHE-123.456.788 TVA')).toBe('CHE123456788');
  expect(checkVatId(undefined, 'VatId')).toBeUndefined();
  expect(checkVatId('', 'VatId')).toBeUndefined();
  expect(checkVatId('XI123456789', 'VatId')).toBeUndefined();
});

describe('spec: customerData rules 5, customerData VatId — a VAT id', () => {
  test.each([
    undefined,
    '',
    'DE12',
    'de 123.456-789',
    'CHE-123.456.788 MWST',
    '\u200EDE123456789',
    'EL1A',
    'XI123456789012',
    'ATU12345678',
    'CH1B',
  ])('may be %s', (vatId) => {
    expect(caught(() => checkVatId(vatId, 'VatId'))).toBe('nothing was thrown');
  });

  test.each([
    'DE',
    'DE1',
    'DE1234567890123',
    'ZZ123456789',
    'DEABC',
    'DE12!',
    '!DE12',
    '1212',
    'DE1234567890/',
  ])('never equals %s', (vatId) => {
    expect(caught(() => checkVatId(vatId, 'Customer.VatId'))).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidVatId',
      fields: [{ Field: 'Customer.VatId' }],
    });
  });
});
