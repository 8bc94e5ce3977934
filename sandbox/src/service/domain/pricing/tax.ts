import { normalizedVatId, validateVatId } from '../../../../../sdk/src/input/vat-id.ts';
import type { TaxPolicy } from '../../model/catalogue.ts';
import { isCountry } from '../../model/countries.ts';
import type { CustomerData } from '../../model/customer.ts';
import { invalid } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import type { Account } from '../records/account.ts';

/** Members of the European Union, between which reverse charge applies. */
const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The facts that determine the taxes of a sale. */
export interface TaxSituation {
  /** ISO code of the country whose rates apply. */
  readonly Country: string;
  /** The country whose rates apply to policies without {@link Country}. If absent, such policies charge nothing. */
  readonly FallbackCountry?: string;
  /** The customer owes the tax: no VAT on the invoice. */
  readonly ReverseCharge: boolean;
}

/**
 * Rejects an invalid VAT id: the code of a country and 2 to 12 letters and digits are required (field notes 3.4); the
 * shortest issued one has two digits. Countries beyond the list are those of VAT alone: EL is Greece, XI Northern Ireland.
 * @throws Problem Invalid with code InvalidVatId
 */
export function checkVatId(vatId: string | undefined, field: string): void {
  if (vatId === undefined || vatId === '') return;
  const normalized = normalizedVatId(vatId);
  const prefix = normalized.slice(0, 2);
  if ((prefix === 'EL' || prefix === 'XI' || isCountry(prefix)) && validateVatId(vatId)) return;
  throw invalid(
    field,
    `expected a two-letter country code and 2 to 12 letters and digits, such as DE123456789, got ${normalized.length > 14 ? `${normalized.length} characters` : `"${vatId}"`}.`,
    'InvalidVatId',
  );
}

/** ISO country of a VAT id; Greece uses EL, Northern Ireland XI. */
function countryOfVatId(vatId: string | undefined): string | undefined {
  if (vatId === undefined || vatId === '') return undefined;
  const prefix = normalizedVatId(vatId).slice(0, 2);
  if (prefix === 'EL') return 'GR';
  return prefix === 'XI' ? 'GB' : prefix;
}

/** The country of the VAT id, else of the address, else of the merchant (spec: customerData rules 1). */
export function taxSituation(
  account: Account,
  customer: Pick<CustomerData, 'VatId' | 'Address'>,
): TaxSituation {
  const ofVatId = countryOfVatId(customer.VatId);
  const Country = ofVatId ?? customer.Address?.Country?.toUpperCase() ?? account.Country;
  const ReverseCharge = isReverseCharge(account, ofVatId);
  if (!fallsBack(account, Country)) return { Country, ReverseCharge };
  return { Country, FallbackCountry: account.Country, ReverseCharge };
}

/** Returns whether the customer owes the VAT of a sale (reverse charge). */
export function owesTax(account: Account, customer: Pick<CustomerData, 'VatId'>): boolean {
  return isReverseCharge(account, countryOfVatId(customer.VatId));
}

/**
 * Returns whether the domestic rate applies if a policy does not list the country (account setting UnlistedCountryTax).
 */
function fallsBack(account: Account, country: string): boolean {
  switch (account.UnlistedCountryTax) {
    case 'Domestic':
      return true;
    case 'TaxFree':
      return false;
    default:
      return country === account.Country || (EU.has(account.Country) && EU.has(country));
  }
}

/** Both in the European Union, in two countries. */
function isReverseCharge(account: Account, country: string | undefined): boolean {
  if (country === undefined) return false;
  const merchant = countryOfVatId(account.VatId);
  return merchant !== undefined && merchant !== country && EU.has(merchant) && EU.has(country);
}

/** VAT in percent at this instant. */
export function vatRate(policy: TaxPolicy, situation: TaxSituation, at: number): number {
  if (situation.ReverseCharge) return 0;
  let rate = 0;
  let since = Number.NEGATIVE_INFINITY;
  for (const entry of entriesFor(policy, situation)) {
    const from = entry.ValidFrom === undefined ? Number.NEGATIVE_INFINITY : instant(entry.ValidFrom);
    if (from <= at && from >= since) {
      rate = entry.Rate;
      since = from;
    }
  }
  return rate;
}

/** Instants at which the rate changes inside the span, for policies that split periods there. */
export function rateChanges(
  policy: TaxPolicy,
  situation: TaxSituation,
  start: number,
  end: number,
): number[] {
  if (!policy.SplitOnTaxChange || situation.ReverseCharge) return [];
  const changes: number[] = [];
  for (const entry of entriesFor(policy, situation)) {
    if (entry.ValidFrom === undefined) continue;
    const at = instant(entry.ValidFrom);
    if (at > start && at < end) changes.push(at);
  }
  return changes;
}

/** The policy's rates for the country, or for the fallback if it does not list the country. */
function entriesFor({ Entries }: TaxPolicy, situation: TaxSituation): TaxPolicy['Entries'] {
  let byCountry = entriesByCountry.get(Entries);
  if (byCountry === undefined) {
    byCountry = new Map<string, TaxPolicy['Entries']>();
    for (const entry of Entries) {
      const country = entry.Country.toUpperCase();
      byCountry.set(country, [...(byCountry.get(country) ?? []), entry]);
    }
    entriesByCountry.set(Entries, byCountry);
  }
  return byCountry.get(situation.Country) ?? byCountry.get(situation.FallbackCountry ?? '') ?? [];
}

/** Documents are never changed in place, so the entries of a policy are grouped only once. */
const entriesByCountry = new WeakMap<TaxPolicy['Entries'], Map<string, TaxPolicy['Entries']>>();
