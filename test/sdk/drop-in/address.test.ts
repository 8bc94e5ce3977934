// @vitest-environment happy-dom
import 'clientlib/drop-in';
import type { SignupOffer } from 'clientlib';
import { describe, expect, it } from 'vitest';
import { fieldsIn, labelsIn } from '../../../sdk/src/drop-in/address/address-fields.ts';
import {
  arrangements,
  postalNames,
  postcodes,
  stateNames,
} from '../../../sdk/src/drop-in/address/countries.ts';
import { stateWord } from '../../../sdk/src/drop-in/address/state-names.ts';
import { getTexts, languages } from '../../../sdk/src/drop-in/texts/languages.ts';
import { basic, key, type Page, pagesForEachTest } from './page.ts';

const newPage = pagesForEachTest();
const names = [
  'AddressLine1',
  'Street',
  'HouseNumber',
  'AddressLine2',
  'PostalCode',
  'City',
  'State',
  'Country',
] as const;
const SelfService = {
  SignupFields: Object.fromEntries([
    ['LastName', 'Required'],
    ...names.map((name) => [`Address.${name}`, name.startsWith('AddressLine') ? 'Optional' : 'Required']),
    ['PhoneNumber', 'Optional'],
  ]),
} as const;

const open = (more: Record<string, string> = {}, properties: object = {}): Promise<Page> =>
  newPage({ config: { Account: { SelfService } } }).ready(
    'clientlib-signup',
    {
      'public-api-key': key,
      'plan-variant-id': basic,
      locale: 'en',
      'payment-methods': 'InvoicePayment',
      ...more,
    },
    properties,
  );

const inputs = (page: Page) =>
  [...page.root.querySelectorAll<HTMLInputElement>('.details input, .details select')].filter(
    (input) => !input.closest('[hidden]'),
  );
const order = (page: Page) => inputs(page).map(({ name }) => name.replace('Address.', ''));
const label = (page: Page, name: string) => page.find(`label[for="Address-${name}"]`).textContent;
const choose = (page: Page, country: string) => page.type({ 'Address.Country': country });

const listed = [...arrangements.map(({ countries }) => countries), ...Object.values(stateNames)]
  .concat(Object.values(postalNames), postcodes)
  .map((countries) => countries.split(' '));

/** Each country by what is so there, against the table of the source, which has them by their order of fields. */
const facts: { readonly [fact: string]: readonly [countries: string, isSo: (fields: string[]) => boolean] } =
  {
    'no postal code': [
      'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN LY ML MO MR MW NR QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW',
      (fields) => !fields.includes('PostalCode'),
    ],
    'no state': [
      'AD AG AL AO AT AW AX BA BD BE BF BG BI BJ BL BN BO BQ BW BZ CD CF CG CH CI CM CW CY CZ DE DJ DK DM DZ EE ER FI FJ FK FO FR GA GD GF GH GI GL GM GP GQ GR GS GY HR HU IL IS JO KI KM KN LB LI LK LT LU LV LY MA MC ME MF MK ML MO MQ MR MT MW NC NL NO NP NR NZ PF PK PL PM PN PR PT QA RE RS RW SB SC SE SG SH SI SJ SK SL SM SR SS ST SX SY TD TG TK TL TN TO TV UG VA VU WF XK YE YT ZA ZW',
      (fields) => !fields.some((field) => field.startsWith('State')),
    ],
    'a state that is required': [
      'AS AU BR CA CN CO ES FM GU ID IN IT JP KR MH MP MX PW RU TW UA US VE VI',
      (fields) => fields.includes('State'),
    ],
    'the number of the house before the street': [
      'AE AG AO AS AU AW BD BF BI BJ BL BN BO BQ BS BW BZ CA CD CF CG CI CM CN CW DJ DM DZ ER FJ FK FM FR GA GB GD GF GG GH GI GM GP GQ GS GU GY HK IE IL IM IN JE JM JO JP KI KM KN KR LB LK LU LY MA MC MF MH ML MO MP MQ MR MT MW MY NC NG NP NR NZ PF PH PK PM PN PR PW QA RE RW SB SC SG SH SL SR SS ST SX SY TD TG TH TK TL TN TO TV TW UG US VI VU WF YE YT ZA ZW',
      (fields) => fields.indexOf('HouseNumber') < fields.indexOf('Street'),
    ],
    'the postal code after the city': [
      'AS AU BD BN BR BY CA CN CO FK FM GB GG GI GS GU HU ID IE IL IM IN JE JO JP KR LB LK LV MH MP MT NG NP NZ PH PK PN PR PW RU SG SH TH TW UA US VE VI VN ZA',
      (fields) => fields.indexOf('PostalCode') > fields.indexOf('City'),
    ],
    'the postal code after the state': [
      'AS AU BR BY CA CN CO FM GB GG GU ID IE IM JE JP KR MH MP PW RU TH TW UA US VI VN',
      (fields) =>
        fields.indexOf('PostalCode') > fields.findIndex((field) => field.startsWith('State')) &&
        fields.some((field) => field.startsWith('State')),
    ],
  };

/** What English calls state and postal code in each country that has words of its own for them. */
const wordsOf =
  'AR Province, AS ZIP, AU State Postcode, BR State CEP, CA Province, CN Province, CR Province, CU Province, DO Province, EC Province, ES Province, FK Postcode, FM State ZIP, GB County Postcode, GG Postcode, GI Postcode, GU ZIP, ID Province, IE County Eircode, IM Postcode, IN State PIN, IR Province, IT Province, JE Postcode, JP Prefecture, KR Province, MH ZIP, MP ZIP, MX State, MY State Postcode, NG State, NZ Postcode, PH Province ZIP, PN Postcode, PR ZIP, PW ZIP, RO County, SH Postcode, TH Province, TR Province, TW County, US State ZIP, VE State, VI ZIP, VN Province';

/** How words begin that mean a state, a province, a county or a prefecture in many languages. */
const origins = [
  /^(st[aá]t|estad|état|Щат|štat)/i,
  /^(prov|prow|пров)/i,
  /^(count|cont|comt|cond|kont|gr[aāoóe][afv]|hrab|kra|krei|граф)/i,
  /^(pr[eéäæ]f|преф)/i,
];

describe('the width of the house number on phones', () => {
  it('follows all of its label, also what says that it is optional', async () => {
    const SignupFields = { 'Address.Street': 'Required', 'Address.HouseNumber': 'Optional' } as const;
    const page = newPage({ config: { Account: { SelfService: { SignupFields } } } });
    await page.ready('clientlib-signup', { 'public-api-key': key, 'plan-variant-id': basic, locale: 'en' });
    expect(label(page, 'HouseNumber')).toBe('House number (optional)');
    expect(page.find('#Address-HouseNumber').parentElement?.className).toBe('field third even');
  });

  const widths = (page: Page) =>
    ['Street', 'HouseNumber'].map((name) => page.find(`#Address-${name}`).parentElement?.className);

  it.each([
    ['House no.', ''],
    ['House number', ' fit'],
    ['Number of the house', ' even'],
  ])('follows the length of its label: %s', async (HouseNumber, width) => {
    const page = await open({}, { texts: { fields: { HouseNumber } } });
    expect(widths(page)).toEqual([`field rest${width}`, `field third${width}`]);
  });
});

it('postal code, city and state share a row; of three, a first or last city has its own on phones', async () => {
  const page = await open();
  const widths = (country: string) => {
    choose(page, country);
    const row = order(page).filter((name) => ['PostalCode', 'City', 'State'].includes(name));
    return row.map((name) => `${name} ${page.find(`#Address-${name}`).parentElement?.className}`);
  };
  const postal = 'PostalCode field third even';
  expect(['DE', 'HU', 'US', 'IN', 'KE', 'HK', 'AG'].map(widths)).toEqual([
    [postal, 'City field rest even'],
    ['City field rest even', postal],
    ['City field third apart', 'State field third even', postal],
    ['City field third apart', postal, 'State field third even'],
    [postal, 'City field third even', 'State field third apart'],
    ['City field half', 'State field half'],
    ['City field'],
  ]);
});

describe('the data of addresses by country', () => {
  it('has each country in one group at most, and only countries of the service', async () => {
    const page = await open();
    const [, { offer }] = page.events.find(([event]) => event === 'ready') as [
      string,
      { offer: SignupOffer },
    ];
    const { Countries } = offer;
    const grouped = listed.slice(0, arrangements.length).flat();
    expect(grouped).toEqual([...new Set(grouped)]);
    expect(listed.flat().filter((country) => !Countries.includes(country))).toEqual([]);
  });

  it.each(Object.entries(facts))('knows each country with %s', (_, [countries, isSo]) => {
    const all = [...new Set([...listed.flat(), ...countries.split(' ')])].sort();
    const fields = (country: string) =>
      [...fieldsIn(country)].map(([name, isOptional]) => (isOptional ? `${name}?` : name));
    expect(all.filter((country) => isSo(fields(country))).join(' ')).toBe(countries);
  });

  it('knows what state and postal code are called in each country', async () => {
    const texts = await getTexts('en');
    const general = [texts.fields.State, texts.fields.PostalCode];
    const words = [...new Set(listed.flat())].sort().flatMap((country) => {
      const { State = '', PostalCode = '' } = labelsIn(country, 'en', texts);
      const own = [State, PostalCode].filter((word) => !general.includes(word));
      return own.length > 0 ? [[country, ...own].join(' ').replace(' code', '')] : [];
    });
    expect(words.join(', ')).toBe(wordsOf);
  });

  it.each(Object.keys(languages))(
    'has each word for the state in %s at the place of its kind',
    (language) => {
      const words = origins.map((_, kind) => stateWord(language, kind) ?? '');
      for (const [kind, origin] of origins.entries())
        expect(words.filter((word, at) => origin.test(word) && at !== kind)).toEqual([]);
    },
  );

  it('has the usual fields where the country is not known, or is none', () => {
    for (const country of ['', 'A', 'XX', ' '])
      expect([country, ...fieldsIn(country).keys()].join(' ')).toBe(
        `${country} Country AddressLine1 Street HouseNumber AddressLine2 PostalCode City State`,
      );
  });

  it('names a word for the state only where there is one', () => {
    const states = Object.values(stateNames).flatMap((countries) => countries.split(' '));
    expect(states).toEqual([...new Set(states)]);
    expect(states.filter((country) => !fieldsIn(country).has('State'))).toEqual([]);
  });

  it.each(Object.keys(languages))('has words for the state in %s', async (language) => {
    const texts = await getTexts(language);
    const of = (country: string) => labelsIn(country, language, texts)['State'];
    const words = ['US', 'IT', 'GB', 'JP'].map(of);
    expect(words).toEqual(words.map(() => expect.stringMatching(/^[^|]{3,}$/)));
    // One word for each kind of state that there is: one too few, and the others mean something else.
    const kinds = Object.keys(stateNames).length;
    expect([stateWord(language, kinds - 1), stateWord(language, kinds)]).toEqual([
      expect.any(String),
      undefined,
    ]);
    if (language !== 'en') expect(words).not.toEqual(['State', 'Province', 'County', 'Prefecture']);
    expect(of('DE')).toBe(texts.fields.State);
  });
});

describe('the address', () => {
  it.each([
    ['DE', 'Country AddressLine1 Street HouseNumber AddressLine2 PostalCode City'],
    ['FR', 'Country AddressLine1 HouseNumber Street AddressLine2 PostalCode City'],
    ['US', 'Country AddressLine1 HouseNumber Street AddressLine2 City State PostalCode'],
    ['IN', 'Country AddressLine1 HouseNumber Street AddressLine2 City PostalCode State'],
    ['HU', 'Country City AddressLine1 Street HouseNumber AddressLine2 PostalCode'],
    ['HK', 'Country AddressLine1 HouseNumber Street AddressLine2 City State'],
    ['KE', 'Country AddressLine1 Street HouseNumber AddressLine2 PostalCode City State'],
  ])('stands in the order of %s', async (country, expected) => {
    const page = await open({ country });
    expect(order(page)).toEqual(['LastName', ...expected.split(' '), 'PhoneNumber']);
  });

  it('has the fields of each group of countries, in its order, and asks for those alone', async () => {
    const page = await open();
    await page.until(() => page.happened('change') > 0);
    for (const { countries, fields } of arrangements) {
      choose(page, countries.split(' ')[0] as string);
      const shown = fields.replaceAll('?', '').split(' ');
      expect(order(page)).toEqual(['LastName', 'Country', ...shown, 'PhoneNumber']);
      const required = inputs(page).filter((input) => input.required);
      expect(required.map(({ name }) => name.replace('Address.', ''))).toEqual([
        'LastName',
        'Country',
        ...fields.split(' ').filter((name) => !name.endsWith('?') && !name.startsWith('AddressLine')),
      ]);
      expect(page.root.querySelectorAll('.details input[autocomplete=address-level2]')).toHaveLength(1);
    }
  });

  it.each([
    ['US', 'ZIP code', 'State'],
    ['GB', 'Postcode', 'County (optional)'],
    ['IE', 'Eircode', 'County (optional)'],
    ['IN', 'PIN code', 'State'],
    ['IT', 'Postal code', 'Province'],
    ['JP', 'Postal code', 'Prefecture'],
    ['UA', 'Postal code', 'State or region'],
    ['KE', 'Postal code', 'State or region (optional)'],
  ])('is labeled as in %s', async (country, postal, state) => {
    const page = await open({ country });
    expect([label(page, 'PostalCode'), label(page, 'State')]).toEqual([postal, state]);
  });

  it('has words of English only in English', async () => {
    const texts = await getTexts('de');
    const postal = (country: string) => labelsIn(country, 'de', texts)['PostalCode'];
    expect(['GB', 'IE', 'IN', 'BR', 'DE'].map(postal)).toEqual([
      ...[
        'Postleitzahl',
        'Postleitzahl (Eircode)',
        'Postleitzahl (PIN)',
        'Postleitzahl (CEP)',
        'Postleitzahl',
      ],
    ]);
  });

  it('is labeled in the language of the customer, and as the page says', async () => {
    const page = await open({ country: 'US', locale: 'de' });
    expect([label(page, 'PostalCode'), label(page, 'State')]).toEqual(['Postleitzahl (ZIP)', 'Bundesstaat']);
    Object.assign(page.element, { texts: { fields: { State: 'Region' } } });
    await page.until(() => label(page, 'State') === 'Region');
    choose(page, 'CA');
    expect([label(page, 'PostalCode'), label(page, 'State')]).toEqual(['Postleitzahl', 'Region']);
  });

  it('keeps what is typed, and the focus, when the country changes', async () => {
    const page = await open({ country: 'US' });
    const typed = { 'Address.Street': 'Main St', 'Address.State': 'NY', 'Address.PostalCode': '10001' };
    page.type(typed);
    const street = page.find('#Address-Street');
    street.focus();
    let blurs = 0;
    street.addEventListener('blur', () => blurs++);
    for (const country of ['DE', 'GB', 'HU', 'US']) {
      choose(page, country);
      expect([page.root.activeElement, blurs]).toEqual([street, 0]);
    }
    for (const [name, value] of Object.entries(typed))
      expect(page.find<HTMLInputElement>(`[name="${name}"]`).value).toBe(value);
  });

  it('is sent without what its country does not have', async () => {
    const page = await open({ country: 'US', 'plan-variant-id': 'b00000000000000000000006' });
    await page.until(() => page.find('.pay').hidden === true);
    page.type({
      LastName: 'Byron',
      'Address.Street': 'Hauptstraße',
      'Address.HouseNumber': '1',
      'Address.PostalCode': '10115',
      'Address.City': 'Berlin',
      'Address.State': 'NY',
    });
    choose(page, 'DE');
    page.submit();
    await page.untilText('Thank you!');
    const [customer] = await page.rest<{ Address: object }[]>('customers');
    expect(customer?.Address).toEqual({
      Street: 'Hauptstraße',
      HouseNumber: '1',
      PostalCode: '10115',
      City: 'Berlin',
      Country: 'DE',
    });
  });

  it('shows what a known address has and its country does not, and keeps it', async () => {
    const Address = { Country: 'DE', State: 'Bayern' };
    const page = await open({}, { customer: { Address } });
    expect(page.find<HTMLInputElement>('[name="Address.State"]').value).toBe('Bayern');
    expect(order(page)).toContain('State');
    expect(page.find<HTMLInputElement>('[name="Address.State"]').required).toBe(false);
    choose(page, 'FR');
    expect(order(page)).not.toContain('State');
    choose(page, 'DE');
    expect(order(page)).toContain('State');
  });
});
