import * as z from 'zod';
import { countryOrNone, customFields, language, objectId, timestamp } from './fields.ts';

/** The delivery method of letters to the customer. */
export const bearerMedium = z.enum(['Email', 'SnailMail', 'ArchiveOnly']);

/** spec: customerData, field Address; the REST API has AddressLine2 and State besides. */
export const address = z
  .object({
    AddressLine1: z.string(),
    AddressLine2: z.string(),
    Street: z.string(),
    HouseNumber: z.string(),
    PostalCode: z.string(),
    City: z.string(),
    State: z.string(),
    Country: countryOrNone,
  })
  .partial()
  .meta({ description: 'Postal address. The country decides the VAT.' });

/** The customer data that the merchant or ClientLib sends. */
export const customerData = z
  .object({
    EmailAddress: z.string().meta({ description: 'E-mail address.', example: 'ada@example.com' }),
    FirstName: z.string(),
    LastName: z.string(),
    Tag: z
      .string()
      .meta({ description: "The merchant's own customer id during signup; webhooks deliver it back." }),
    CompanyName: z.string(),
    VatId: z
      .string()
      .meta({ description: 'VAT id; its country prefix beats the address.', example: 'DE123456789' }),
    PhoneNumber: z.string(),
    Address: address,
    Locale: language('Language and region.'),
    CustomFields: customFields,
  })
  .partial()
  .meta({ description: 'Customer data (spec: customerData).' });

const keptOnly = 'stored and returned; its effect is not specified.';

/** Additional fields of the REST API. */
export const customerInput = customerData
  .extend({
    ExternalCustomerId: z.string().meta({ description: "The merchant's own id, unique across customers." }),
    DebitorAccount: z.string(),
    Language: language('Of documents and mails; that of `Locale` by default.'),
    Notes: z.string(),
    DefaultBearerMedium: bearerMedium,
    CustomerType: z
      .enum(['Consumer', 'Business'])
      .meta({ description: 'Informational: VAT follows from country and VAT id.' }),
    Hidden: z.boolean(),
    ServiceCountry: z.string().meta({ description: `Informational: ${keptOnly}` }),
    DestinationCountry: z.string().meta({ description: `Informational: ${keptOnly}` }),
    TimeZoneKey: z
      .string()
      .meta({ description: 'Informational: periods follow the time zone of the account.' }),
    PartnerCompanyCode: z.string().meta({ description: `Informational: ${keptOnly}` }),
    BuyerReference: z.string().meta({ description: `Informational: ${keptOnly}` }),
    AdditionalEmailAddresses: z
      .array(z.object({ EmailAddress: z.string() }))
      .meta({ description: 'Informational: mails go to `EmailAddress`.' }),
    IsLocked: z.boolean().meta({
      description: 'A locked customer is not charged, and by self-service only reads and cancels.',
    }),
  })
  .partial()
  .meta({
    id: 'CustomerInput',
    description: 'A customer as the REST API takes it.',
    example: {
      FirstName: 'Ada',
      LastName: 'Lovelace',
      EmailAddress: 'ada@example.com',
      Address: { Country: 'DE' },
    },
  });

export const customer = customerInput
  .extend({
    Id: objectId('customer'),
    CreatedAt: timestamp('When the customer was created.'),
    IsDeletable: z.boolean(),
    DeletedAt: timestamp('When the customer was deleted.').optional(),
    IsLocked: z.boolean(),
    CustomerName: z.string().meta({ description: 'Company, or first and last name.' }),
    CustomerSubName: z.string().meta({ description: 'The person, when a company is set.' }),
    EmailAddress: z.string().meta({ description: 'E-mail address; empty if unknown.' }),
    Address: address,
    Language: z.string().meta({ description: 'Of documents and mails.', example: 'de-DE' }),
    Locale: z.string().meta({ description: 'Language and region.', example: 'de-DE' }),
    CustomFields: customFields,
    DefaultBearerMedium: bearerMedium,
    CustomerType: z.enum(['Consumer', 'Business']),
    Hidden: z.boolean(),
  })
  .meta({ id: 'Customer', description: 'A customer.' });

export type Address = z.infer<typeof address>;
export type CustomerData = z.infer<typeof customerData>;
export type CustomerInput = z.infer<typeof customerInput>;
/** Stored without what the API always shows, also where nothing is known. */
export type Customer = Omit<ShownCustomer, AlwaysShown> & Partial<Pick<ShownCustomer, AlwaysShown>>;
type AlwaysShown = 'CustomerSubName' | 'EmailAddress' | 'Address' | 'Language' | 'Locale';
/** A customer in API responses. */
export type ShownCustomer = z.infer<typeof customer>;
