import { countryCodes } from '../../model/countries.ts';
import { selfServiceProducts } from '../catalogue/self-service-products.ts';
import type { SignupFields } from '../records/account.ts';
import type { Tx } from '../records/tx.ts';

/** The default fields of a signup. */
const usualFields: SignupFields = {
  EmailAddress: 'Required',
  FirstName: 'Required',
  LastName: 'Required',
  CompanyName: 'Optional',
  VatId: 'Optional',
  'Address.Street': 'Required',
  'Address.HouseNumber': 'Required',
  'Address.PostalCode': 'Required',
  'Address.City': 'Required',
  'Address.Country': 'Required',
};

/**
 * Returns the parts of the account that a signup page needs. Plans of app stores are left out, because they are bought
 * there.
 */
export function signupOffer(tx: Tx) {
  const { Name, Country, TimeZone, SelfService } = tx.account;
  const granted = SelfService.CustomFields.Customer.map((field) => `CustomFields.${field}`);
  const Fields = Object.entries(SelfService.SignupFields ?? usualFields)
    .filter(([field]) => !field.startsWith('CustomFields.') || granted.includes(field))
    .map(([field, need]) => ({ Name: field, Required: need === 'Required' }));
  const groups = tx.planGroups.list({ match: ({ Store }) => Store === undefined });
  const Products = selfServiceProducts(tx, groups);
  return { Name, Country, TimeZone, Countries: [...countryCodes], Fields, Products };
}
