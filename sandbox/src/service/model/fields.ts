import * as z from 'zod';
import { isCountry } from './countries.ts';
import { toInstant } from './iso-8601.ts';
import { knownLanguage } from './known-language.ts';

/** A 24-hex ObjectId. */
export const objectId = (of: string) =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{24}$/, 'expected 24 hexadecimal digits such as b00000000000000000000001')
    .meta({ description: `Id of the ${of} (24 hexadecimal digits).`, example: 'b00000000000000000000001' });

/** An instant in responses: ISO 8601, UTC, seven fractional digits. */
export const timestamp = (what: string) =>
  z.string().meta({ description: what, format: 'date-time', example: '2026-05-22T13:33:30.9510000Z' });

/** An instant or a day in requests: ISO 8601, extended or basic; without an offset it is UTC. */
export const timestampInput = (what: string) =>
  z
    .string()
    .refine(
      (text) => !Number.isNaN(toInstant(text)),
      'expected an ISO 8601 time of the years 0001 to 9999, such as 2026-05-22T13:33:30Z',
    )
    .meta({ description: what, example: '2026-05-22T13:33:30Z' });

/** A day in responses, in the account's time zone. */
export const day = (what: string) =>
  z.string().meta({ description: what, format: 'date', example: '2026-05-22' });

/** The time zone of the dates, for pages that show them to customers. */
export const timeZone = z.string().meta({
  description: 'Of the account, IANA name: the days of its contracts and invoices are those of this zone.',
  example: 'Europe/Berlin',
});

/** An amount in major units of the currency. */
export const money = (what: string) =>
  z.number().meta({ description: `${what}, in major units of the currency.`, example: 29.75 });

/** A text of the merchant in several languages: `_c` is the default. */
export const localizedText = (what: string) =>
  z
    .object({ _c: z.string().optional() })
    .catchall(z.string())
    .meta({
      description: `${what}, by language; \`_c\` is the default.`,
      example: { _c: 'Basic', de: 'Basis' },
    });

export const periodUnits = ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Year'] as const;

/** A calendar period in the account's time zone. */
export const period = (what: string) => periodFrom(0, what);

/** A period of positive length. */
export const lastingPeriod = (what: string) => periodFrom(1, what);

const periodUnit = z.enum(periodUnits).meta({ id: 'PeriodUnit' });

function periodFrom(min: number, description: string) {
  return z
    .object({ Unit: periodUnit, Quantity: z.number().int().min(min).max(10_000) })
    .meta({ description, example: { Unit: 'Month', Quantity: 1 } });
}

export type Period = { readonly Unit: (typeof periodUnits)[number]; readonly Quantity: number };

/** A language, with or without a region. An invalid text is read as the tag that was meant, or ignored. */
export const language = (description: string) =>
  z
    .string()
    .refine((text) => knownLanguage(text)?.toLowerCase() === text.toLowerCase(), {
      error: 'expected a language tag such as en-US',
      params: { readAs: knownLanguage },
    })
    .meta({ description, example: 'de-DE' });

/** Key-value pairs set by the merchant. */
export const customFields = z.record(z.string(), z.unknown()).meta({
  description: 'Custom fields, key to value. `null` removes a field.',
  example: { CustomerSegment: 'Trade' },
});

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'expected a three-letter currency code such as EUR')
  .meta({ description: 'ISO 4217 currency code.', example: 'EUR' });

const otherNames: { readonly [code: string]: string } = { UK: 'GB', EL: 'GR' };

const noCountry = {
  error: ({ input }: { readonly input?: unknown }) => {
    const meant = otherNames[String(input).toUpperCase()];
    return `expected a two-letter country code such as ${meant === undefined ? 'DE' : `${meant} (the ISO code of ${String(input)})`}`;
  },
  params: { code: 'InvalidCountry' },
};

export const country = z
  .string()
  .refine(isCountry, noCountry)
  .meta({ description: 'ISO 3166-1 alpha-2 country code, in any case.', example: 'DE' });

/** A country that the empty string unsets. */
export const countryOrNone = z
  .string()
  .refine((text) => text === '' || isCountry(text), noCountry)
  .meta({
    description: 'ISO 3166-1 alpha-2 country code, in any case; an empty text unsets it.',
    example: 'DE',
  });
