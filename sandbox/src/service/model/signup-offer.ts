import * as z from 'zod';
import { productInfo } from './catalogue.ts';
import { timeZone } from './fields.ts';

/** The fields of `customerData` that a signup can ask for, in the order in which a form has them. */
export const signupFieldNames = [
  'EmailAddress',
  'FirstName',
  'LastName',
  'CompanyName',
  'VatId',
  'PhoneNumber',
  'Address.AddressLine1',
  'Address.Street',
  'Address.HouseNumber',
  'Address.AddressLine2',
  'Address.PostalCode',
  'Address.City',
  'Address.State',
  'Address.Country',
] as const;

/** The account data that a signup page needs before the customer has entered anything. */
export const signupOffer = z
  .object({
    Name: z.string().meta({ description: 'The merchant.' }),
    Country: z.string().meta({ description: 'Of the merchant, ISO 3166-1 alpha-2.', example: 'DE' }),
    TimeZone: timeZone,
    Countries: z.array(z.string()).meta({
      description: 'Where customers can live, ISO 3166-1 alpha-2.',
      example: ['AT', 'DE'],
    }),
    Fields: z
      .array(
        z.object({
          Name: z.string().meta({
            description: 'Field of `customerData`; `Address.City`, `CustomFields.size`.',
            example: 'Address.City',
          }),
          Required: z.boolean(),
        }),
      )
      .meta({ description: 'The fields of the form, in this order.' }),
    Products: productInfo.meta({ description: 'All plans and components that are open to self-service.' }),
  })
  .meta({ id: 'SignupOffer' });
