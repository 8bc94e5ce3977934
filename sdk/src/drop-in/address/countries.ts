/**
 * Countries with the same address format, and its fields in order. Fields that are not listed do not exist there; those with
 * a question mark are optional, even if the account requires them.
 */
interface Arrangement {
  readonly countries: string;
  readonly fields: string;
}

const numberFirst = 'AddressLine1 HouseNumber Street AddressLine2';
const streetFirst = 'AddressLine1 Street HouseNumber AddressLine2';

/** The order for all other countries. */
export const usual = `${streetFirst} PostalCode City State?`;

/** Address fields by country, in the order of its postal service for Latin script. */
export const arrangements: readonly Arrangement[] = [
  {
    countries:
      'AD AL AT AX BA BE BG CH CY CZ DE DK EE FI FO GL GR HR IS LI LT ME MK NL NO PL PT RS SE SI SJ SK SM VA XK',
    fields: `${streetFirst} PostalCode City`,
  },
  {
    countries: 'BL DZ FR GF GP LU MA MC MF MQ NC PF PM RE TN WF YT',
    fields: `${numberFirst} PostalCode City`,
  },
  { countries: 'ES IT MX', fields: `${streetFirst} PostalCode City State` },
  { countries: 'MY', fields: `${numberFirst} PostalCode City State?` },
  {
    countries: 'AS AU CA CN FM GU JP KR MH MP PW TW US VI',
    fields: `${numberFirst} City State PostalCode`,
  },
  { countries: 'GB GG IE IM JE TH', fields: `${numberFirst} City State? PostalCode` },
  { countries: 'BR CO ID RU UA', fields: `${streetFirst} City State PostalCode` },
  { countries: 'BY VN', fields: `${streetFirst} City State? PostalCode` },
  { countries: 'IN', fields: `${numberFirst} City PostalCode State` },
  { countries: 'NG PH', fields: `${numberFirst} City PostalCode State?` },
  { countries: 'VE', fields: `${streetFirst} City PostalCode State` },
  {
    countries: 'BD BN FK GI GS IL JO LB LK MT NP NZ PK PN PR SG SH ZA',
    fields: `${numberFirst} City PostalCode`,
  },
  { countries: 'LV', fields: `${streetFirst} City PostalCode` },
  { countries: 'HU', fields: `City ${streetFirst} PostalCode` },
  { countries: 'AE BS HK JM', fields: `${numberFirst} City State?` },
  {
    countries:
      'AG AO AW BF BI BJ BO BQ BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GH GM GQ GY KI KM KN LY ML MO MR MW NR QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW',
    fields: `${numberFirst} City`,
  },
];

/** The word for `State` by country; elsewhere the general one of the language. */
export const stateNames = {
  State: 'AU BR FM IN MX MY NG US VE',
  Province: 'AR CA CN CR CU DO EC ES ID IR IT KR PH TH TR VN',
  County: 'GB IE RO TW',
  Prefecture: 'JP',
} as const;

/** Local names of postal codes by country, shown in every language. */
export const postalNames = {
  ZIP: 'AS FM GU MH MP PH PR PW US VI',
  PIN: 'IN',
  CEP: 'BR',
  Eircode: 'IE',
} as const;

/** Countries where English says "Postcode". */
export const postcodes = 'AU FK GB GG GI IM JE MY NZ PN SH';
