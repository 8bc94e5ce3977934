// The VAT of a customer, as docs/billing.md ("VAT") says. It shares no code with the sandbox.
import type { Stamp } from './calendar.ts';

/** Rates with the local time from which each holds, oldest first. */
export type Rates = readonly (readonly [from: Stamp, percent: number])[];

/** What decides the VAT of a customer. */
export interface TaxFacts {
  /** Of the address; none without one. */
  readonly country: string;
  readonly vatId: string;
}

/** A merchant's tax policy. The merchant is German, with a German VAT ID. */
export interface TaxPolicy {
  readonly rates: { readonly [country: string]: Rates };
  readonly unlisted: 'DomesticInTaxArea' | 'Domestic' | 'TaxFree';
  /** A period is split where the rate changes. */
  readonly splits: boolean;
}

const merchant = 'DE';

/** The countries of the European Union among those of the lives. */
const union: readonly string[] = ['DE', 'AT', 'NL', 'FR', 'LU'];

const free: Rates = [['', 0]];

/** The rates that hold for a customer. */
export function ratesFor({ country, vatId }: TaxFacts, { rates, unlisted }: TaxPolicy): Rates {
  const ofId = vatId.slice(0, 2);
  if (vatId !== '' && ofId !== merchant && union.includes(ofId)) return free;
  const decides = ofId || country || merchant;
  const listed = rates[decides];
  if (listed !== undefined) return listed;
  const isDomestic =
    unlisted === 'Domestic' ||
    (unlisted === 'DomesticInTaxArea' && (decides === merchant || union.includes(decides)));
  return isDomestic ? (rates[merchant] ?? free) : free;
}

export const rateAt = (rates: Rates, at: Stamp): number => rates.findLast(([from]) => from <= at)?.[1] ?? 0;
