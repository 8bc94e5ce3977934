import { describe, expect, it } from 'vitest';
import {
  AnonymousTexts,
  anonymousBooking,
  anonymousCustomer,
  anonymousFields,
  anonymousId,
  anonymousInvoice,
  anonymousVatId,
  wordsAbout,
} from '../../../../sandbox/src/clients/account/personal-data.ts';

const Id = '0123456789abcdef01234567';

describe('a customer of an import', () => {
  const customer = (fields: object) =>
    anonymousCustomer({ Id, CustomFields: {}, ...fields } as never) as object;

  it('has the same fields, with what an id says', () => {
    expect(
      customer({
        FirstName: 'Ada',
        LastName: 'Byron',
        CompanyName: 'Engines',
        EmailAddress: 'ada@mail.test',
        PhoneNumber: '+43 (1) 555-17',
        VatId: 'ATU12345678',
        DebitorAccount: 'D-7',
        ExternalCustomerId: 'Ada-1',
        Tag: 'crm:7',
        Address: { Street: 'Lange Gasse', HouseNumber: '7b', PostalCode: '1080', City: '', Country: 'AT' },
        CustomFields: { Dog: 'Rex' },
        Locale: 'de-AT',
      }),
    ).toEqual({
      Id,
      FirstName: 'Customer',
      LastName: Id,
      CompanyName: `Company ${Id}`,
      CustomerName: `Company ${Id}`,
      CustomerSubName: `Customer ${Id}`,
      EmailAddress: `${Id}@example.com`,
      PhoneNumber: '+65 (2) 543-10',
      VatId: 'ATX65432105',
      DebitorAccount: 'D-7',
      ExternalCustomerId: `external-${Id}`,
      Tag: 'crm:7',
      Address: { Street: `Street ${Id}`, HouseNumber: '7X', PostalCode: '7654', Country: 'AT' },
      CustomFields: { Dog: 'text' },
      Locale: 'de-AT',
    });
  });

  it('has no field more, and none for a text that is empty', () => {
    expect(customer({})).toEqual({ Id, CustomerName: '', CustomFields: {} });
    expect(customer({ FirstName: '', LastName: 'Byron', PhoneNumber: '', Tag: '' })).toEqual({
      Id,
      FirstName: '',
      LastName: Id,
      CustomerName: Id,
      PhoneNumber: '',
      Tag: '',
      CustomFields: {},
    });
    expect(customer({ CustomerSubName: 'Ada Byron', Notes: 'x', BuyerReference: 'y' })).toEqual({
      Id,
      CustomerName: '',
      CustomFields: {},
    });
    expect(customer({ Address: { City: 'Wien' } })).toMatchObject({ Address: { City: `City ${Id}` } });
  });
});

it.each([
  [undefined, undefined],
  ['AT', 'AT'],
  ['ATU12345678', 'ATX65432105'],
  ['de 811-907', 'de 654-210'],
  ['CHÄ-7 ßЖ', 'CHX-5 XX'],
])('the VAT id %s becomes %s', (text, expected) => {
  expect(anonymousVatId(text, Id)).toBe(expected);
});

it.each([
  [{ FirstName: 'Ada', LastName: 'O’Neil-Byron' }, ['ada', 'neil', 'byron']],
  [{ CompanyName: 'Zoë & Co KG' }, ['zoë']],
  [{ EmailAddress: 'Ada.B@Mail.Test' }, ['ada', 'mail', 'test']],
  [{ Address: { Street: 'Lange Gasse', City: 'Wien', Country: 'AUT' } }, ['lange', 'gasse', 'wien']],
  [{ FirstName: 'Ada', LastName: 'Ada' }, ['ada']],
  [{}, []],
])('%j may be known by %j', (customer, words) => {
  expect(wordsAbout(customer as never)).toEqual(words);
});

it.each([
  [undefined, undefined],
  ['', ''],
  ['crm:7/a.b-c_d', 'crm:7/a.b-c_d'],
  ['a b', `external-${Id}`],
  ['größe', `external-${Id}`],
  ['ADA-7', `external-${Id}`],
  ['Adx-7', 'Adx-7'],
])('the id %s of the merchant becomes %s', (text, expected) => {
  expect(anonymousId(text, Id, ['ada'])).toBe(expected);
});

it('custom fields keep their names and types', () => {
  const fields = {
    A: 'x',
    B: '',
    C: 7,
    D: true,
    E: null,
    F: ['x', 7, ['y']],
    G: { H: 'x', 'a@b': 1 },
    'a@b': 'x',
  };
  expect(anonymousFields(fields)).toEqual({
    A: 'text',
    B: '',
    C: 0,
    D: true,
    E: null,
    F: ['text', 0, ['text']],
    G: { H: 'text' },
  });
});

it('a document keeps amounts, periods and the country, and nothing of its recipient', () => {
  const line = {
    Description: 'For Ada',
    ProductDescription: 'Ada’s',
    ProductType: 'RecurringFee',
    TotalGross: 5,
  };
  const document = {
    Id: 'i1',
    CustomerId: Id,
    RecipientName: 'Ada',
    RecipientSubName: 'Byron',
    RecipientVatId: 'ATU12345678',
    RecipientAddress: { City: 'Wien', Country: 'AT' },
    ExternalCustomerId: 'x',
    DebitorAccount: 'y',
    TotalGross: 5,
    ItemList: [line, { Description: 'x', TotalGross: 1 }],
  };
  expect(anonymousInvoice(document as never, 'name')).toEqual({
    Id: 'i1',
    CustomerId: Id,
    RecipientName: 'name',
    RecipientVatId: 'ATX65432105',
    RecipientAddress: { Country: 'AT' },
    TotalGross: 5,
    ItemList: [
      { Description: 'RecurringFee', ProductType: 'RecurringFee', TotalGross: 5 },
      { Description: 'Item', TotalGross: 1 },
    ],
  });
  expect(anonymousInvoice({ ItemList: [], RecipientAddress: { City: 'x' } } as never, 'n')).toEqual({
    RecipientName: 'n',
    RecipientAddress: {},
    ItemList: [],
  });
  expect(anonymousInvoice({ ItemList: [] } as never, 'n')).toEqual({ RecipientName: 'n', ItemList: [] });
  expect(anonymousBooking({ Id: 'b', Type: 'Payment', Description: 'Ada', Amount: 1 } as never)).toEqual({
    Id: 'b',
    Type: 'Payment',
    Description: 'Payment',
    Amount: 1,
  });
});

it('texts of a contract are others where they were others, and the same where they were the same', () => {
  const texts = new AnonymousTexts();
  const override = (ProductOverride?: object) => ({
    Id: 'u1',
    ...(ProductOverride === undefined ? {} : { ProductOverride }),
  });
  expect([
    texts.item({ Description: 'x', Amount: 1 } as never),
    texts.item({ Description: 'y' } as never),
    texts.usage({ ...override({ Description: 'x', Price: 7 }), Key: 'k', Memo: 'm' } as never),
    texts.usage({ ...override(), Key: '', Memo: 'm' } as never),
    texts.subscription({ ...override({ Description: 'z' }), Memo: 'm' } as never),
    texts.subscription(override() as never),
  ]).toEqual([
    { Description: 'Item 1', Amount: 1 },
    { Description: 'Item 2' },
    { Id: 'u1', Key: 'u1', ProductOverride: { Description: 'Item 1', Price: 7 } },
    { Id: 'u1', Key: '' },
    { Id: 'u1', ProductOverride: { Description: 'Item 3' } },
    { Id: 'u1' },
  ]);
});
