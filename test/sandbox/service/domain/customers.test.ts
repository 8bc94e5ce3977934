// The documents of customers: what is kept, shown, changed field by field and deleted, and the events of it.
import { describe, expect, test } from 'vitest';
import {
  changedCustomFields,
  grantedFields,
  onlyGranted,
  orderedFields,
  ungrantedFields,
  withGranted,
} from '../../../../sandbox/src/service/domain/customers/custom-fields.ts';
import {
  createCustomer,
  customerView,
  deleteCustomer,
  getCustomer,
  ignoredBySelfService,
  patchCustomer,
  refuseLocked,
  replaceCustomer,
  replaceCustomerBySelfService,
} from '../../../../sandbox/src/service/domain/customers/customers.ts';
import type { CustomerInput } from '../../../../sandbox/src/service/model/customer.ts';
import { customerNames } from '../../../../sandbox/src/service/model/customer-name.ts';
import { ids, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const nobody = '0123456789abcdef01234567';

/** A shop with one customer, and the events that follow. */
function shopWith(input: CustomerInput, account: ConstructorParameters<typeof Shop>[1] = {}) {
  const shop = new Shop(now, account);
  const events: unknown[] = [];
  shop.core.feed.on('event', ({ Payload }) => void events.push(Payload));
  const { Id } = shop.core.transaction((tx) => createCustomer(tx, input));
  return {
    shop,
    Id,
    events,
    ids: { EntityId: shop.tx.account.Id, CustomerId: Id },
    stored: () => getCustomer(shop.tx, Id),
    patch: (change: CustomerInput) => shop.core.transaction((tx) => patchCustomer(tx, Id, change)),
    replace: (all: CustomerInput) => shop.core.transaction((tx) => replaceCustomer(tx, Id, all)),
  };
}

const ofMerchant: CustomerInput = {
  ExternalCustomerId: 'K-1',
  DebitorAccount: '10001',
  Language: 'fr',
  Notes: 'calls on Mondays',
  DefaultBearerMedium: 'SnailMail',
  CustomerType: 'Business',
  Hidden: true,
};
const ofCustomer: CustomerInput = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Tag: 'shop-1',
  CompanyName: 'Engines Ltd',
  VatId: 'DE123456789',
  PhoneNumber: '+49 30 1',
  Locale: 'de-DE',
};
const informational: CustomerInput = {
  ServiceCountry: 'DE',
  DestinationCountry: 'AT',
  TimeZoneKey: 'Europe/Vienna',
  PartnerCompanyCode: 'P-1',
  BuyerReference: 'B-1',
  AdditionalEmailAddresses: [{ EmailAddress: 'b@example.com' }],
};

describe('the name of a customer', () => {
  test.each([
    [{ FirstName: 'Ada', LastName: 'Lovelace' }, { CustomerName: 'Ada Lovelace' }],
    [{ LastName: 'Lovelace', EmailAddress: 'ada@example.com' }, { CustomerName: 'Lovelace' }],
    [{ EmailAddress: 'ada@example.com' }, { CustomerName: 'ada@example.com' }],
    [{}, { CustomerName: '' }],
    [{ CompanyName: 'Engines Ltd' }, { CustomerName: 'Engines Ltd' }],
    [{ CompanyName: '', FirstName: 'Ada' }, { CustomerName: 'Ada' }],
    [
      { CompanyName: 'Engines Ltd', FirstName: 'Ada', LastName: 'Lovelace' },
      { CustomerName: 'Engines Ltd', CustomerSubName: 'Ada Lovelace' },
    ],
  ])('of %j is %j', (input, names) => {
    expect(customerNames(input)).toEqual(names);
  });
});

describe('spec: customerData, customerData Address, customerData rules 2, 5 — a new customer', () => {
  test('has the sent fields and defaults, without empty ones', () => {
    const { Id, stored, events, ids } = shopWith({
      ...ofCustomer,
      ...informational,
      Notes: '',
      Address: { Street: 'Main Street', City: '', Country: 'de' },
      CustomFields: { a: 1, b: '' },
    });
    expect(stored()).toEqual({
      Id,
      CreatedAt: '2026-01-15T09:00:00.0000000Z',
      IsDeletable: true,
      IsLocked: false,
      DefaultBearerMedium: 'Email',
      CustomerType: 'Consumer',
      Hidden: false,
      CustomerName: 'Engines Ltd',
      CustomerSubName: 'Ada Lovelace',
      ...ofCustomer,
      ...informational,
      Address: { Street: 'Main Street', Country: 'DE' },
      CustomFields: { a: 1, b: '' },
    });
    expect(events).toEqual([{ Event: 'CustomerCreated', ...ids, Tag: 'shop-1' }]);
  });

  test('keeps what the merchant sets; without data there is no address', () => {
    expect(shopWith({ ...ofMerchant, IsLocked: true }).stored()).toMatchObject({
      ...ofMerchant,
      IsLocked: true,
    });
    const { stored, events, ids } = shopWith({ Address: { City: '' } });
    expect(stored()).not.toHaveProperty('Address');
    expect(events).toEqual([{ Event: 'CustomerCreated', ...ids }]);
  });

  test('has a unique external id, now and later; its own may be sent again', () => {
    const { shop, Id, patch } = shopWith({ ExternalCustomerId: 'K-1' });
    const same = {
      kind: 'Conflict',
      code: 'AlreadyExists',
      fields: [{ Field: 'ExternalCustomerId', Code: 'AlreadyExists' }],
    };
    expect(shop.refusal((): unknown => createCustomer(shop.tx, { ExternalCustomerId: 'K-1' }))).toMatchObject(
      same,
    );
    const other = shop.core.transaction((tx) => createCustomer(tx, { ExternalCustomerId: 'K-2' }));
    expect(
      shop.refusal(() => patchCustomer(shop.tx, other.Id, { ExternalCustomerId: 'K-1' })).message,
    ).toContain(Id);
    expect(patch({ ExternalCustomerId: 'K-1' }).ExternalCustomerId).toBe('K-1');
    shop.core.transaction((tx) => createCustomer(tx, { ExternalCustomerId: '' }));
    expect(shop.core.transaction((tx) => createCustomer(tx, { ExternalCustomerId: '' }))).not.toHaveProperty(
      'ExternalCustomerId',
    );
  });

  test('has a unique external id by a rule of the state itself', () => {
    const { shop, Id, stored } = shopWith({ ExternalCustomerId: 'K-1' });
    const double = { ...getCustomer(shop.tx, Id), Id: nobody };
    expect(() => shop.core.transaction((tx) => tx.customers.insert(double))).toThrow(
      'Another of the customers has ExternalCustomerId "K-1".',
    );
    expect(shop.tx.customers.get(nobody)).toBeUndefined();
    expect(stored().ExternalCustomerId).toBe('K-1');
  });

  test.each([
    [{ VatId: 'XX1' }, 'VatId', 'InvalidVatId'],
    [{ Address: { Country: 'XX' } }, 'Address.Country', 'InvalidCountry'],
  ])('is rejected with %j', (input, Field, code) => {
    const shop = new Shop(now);
    expect(shop.refusal(() => createCustomer(shop.tx, input))).toMatchObject({
      kind: 'Invalid',
      code,
      fields: [{ Field }],
    });
  });
});

describe('spec: customerData rules 2, 4 — a change of a customer', () => {
  test('replaces everything that may change; id and time stay, and the lock', () => {
    const { stored, replace } = shopWith({
      ...ofCustomer,
      ...ofMerchant,
      IsLocked: true,
      Address: { Country: 'DE' },
      CustomFields: { a: 1 },
    });
    const before = stored();
    expect(replace({ LastName: 'Byron' })).toEqual({
      Id: before.Id,
      CreatedAt: before.CreatedAt,
      IsDeletable: true,
      IsLocked: true,
      CustomFields: {},
      DefaultBearerMedium: 'Email',
      CustomerType: 'Consumer',
      Hidden: false,
      CustomerName: 'Byron',
      LastName: 'Byron',
    });
    expect(replace({ LastName: 'Byron', IsLocked: false }).IsLocked).toBe(false);
  });

  test('field by field keeps the others, in address and custom fields too', () => {
    const { stored, patch } = shopWith({
      ...ofCustomer,
      ...ofMerchant,
      IsLocked: true,
      Address: { Street: 'Main Street', Country: 'DE' },
      CustomFields: { a: 1, b: 2 },
    });
    const before = stored();
    expect(patch({ LastName: 'Byron', Address: { Country: 'AT' }, CustomFields: { b: null, c: 3 } })).toEqual(
      {
        ...before,
        LastName: 'Byron',
        CustomerSubName: 'Ada Byron',
        Address: { Street: 'Main Street', Country: 'AT' },
        CustomFields: { a: 1, c: 3 },
      },
    );
    expect(patch({ Address: undefined, CustomFields: undefined })).toMatchObject({
      CustomFields: {},
      IsLocked: true,
    });
    expect(stored()).not.toHaveProperty('Address');
  });

  test("is announced, and updates the name on the customer's contracts only", () => {
    const { shop, Id, patch, events, ids: of } = shopWith({ LastName: 'Lovelace' });
    const other = shop.signup(ids.basicMonthly);
    const own = shop.order({ CustomerId: Id, Cart: { PlanVariantId: ids.basicMonthly } });
    events.length = 0;
    patch({ LastName: 'Byron' });
    expect(events).toEqual([{ Event: 'CustomerChanged', ...of }]);
    expect(shop.contract(own.Id)).toMatchObject({ CustomerName: 'Byron', CustomerIsLocked: false });
    expect(shop.contract(other.Id).CustomerName).toBe('Ada Lovelace');
  });

  test('that locks or unlocks is also announced as such, and the contracts show it', () => {
    const { shop, Id, patch, events, ids: of } = shopWith({ LastName: 'Lovelace' });
    const { Id: contract } = shop.order({ CustomerId: Id, Cart: { PlanVariantId: ids.basicMonthly } });
    events.length = 0;
    patch({ IsLocked: true });
    expect(shop.contract(contract).CustomerIsLocked).toBe(true);
    expect(shop.refusal(() => refuseLocked(shop.tx, Id))).toMatchObject({
      kind: 'Forbidden',
      code: 'PermissionDenied',
    });
    patch({ IsLocked: true });
    patch({ IsLocked: false });
    expect(shop.contract(contract).CustomerIsLocked).toBe(false);
    expect(refuseLocked(shop.tx, Id)).toBeUndefined();
    expect(events).toEqual(
      ['CustomerChanged', 'CustomerLocked', 'CustomerChanged', 'CustomerChanged', 'CustomerUnlocked'].map(
        (Event) => ({ Event, ...of }),
      ),
    );
  });
});

describe('spec: customerData rules 4, Operation Portal.customerChange, Behaviour rules 8 — a change by self-service', () => {
  const account = {
    account: {
      SelfService: { CustomerChange: true, CustomFields: { Customer: ['a', 'b'], Contract: [], Order: [] } },
    },
  };

  test('replaces the standard fields and keeps the merchant’s', () => {
    const { shop, Id, stored } = shopWith(
      {
        ...ofCustomer,
        ...ofMerchant,
        ...informational,
        Address: { Country: 'DE' },
        CustomFields: { a: 1, b: 2, c: 3 },
      },
      account,
    );
    const before = stored();
    const data = { FirstName: 'Grace', EmailAddress: 'grace@example.com', CustomFields: { b: null } };
    expect(shop.core.transaction((tx) => replaceCustomerBySelfService(tx, Id, data))).toEqual({
      Id,
      CreatedAt: before.CreatedAt,
      IsDeletable: true,
      IsLocked: false,
      ...ofMerchant,
      ...informational,
      FirstName: 'Grace',
      EmailAddress: 'grace@example.com',
      CustomerName: 'Grace',
      CustomFields: { a: 1, c: 3 },
    });
    const all = { ...ofCustomer, Address: { City: 'Berlin', Country: 'DE' } };
    expect(shop.core.transaction((tx) => replaceCustomerBySelfService(tx, Id, all))).toMatchObject(all);
  });

  test.each([
    ['de-DE', 'de-DE'],
    ['', 'fr'],
    [undefined, 'fr'],
  ])('with the locale %j, letters are written in %s afterwards', (Locale, language) => {
    const { shop, Id, stored } = shopWith({ ...ofCustomer, ...ofMerchant }, account);
    shop.core.transaction((tx) => replaceCustomerBySelfService(tx, Id, { ...ofCustomer, Locale }));
    expect([stored().Language, stored().Locale]).toEqual([language, Locale || undefined]);
  });

  test('is rejected for a field without access, a locked customer, and if the account forbids it', () => {
    const open = shopWith({ LastName: 'Lovelace' }, account);
    const change = (one: typeof open, data: CustomerInput = {}) =>
      one.shop.refusal(() => replaceCustomerBySelfService(one.shop.tx, one.Id, data));
    expect(change(open, { CustomFields: { c: 1 } })).toMatchObject({
      kind: 'Invalid',
      fields: [{ Field: 'CustomFields.c' }],
    });
    expect(change(shopWith({ IsLocked: true }, account))).toMatchObject({
      kind: 'Forbidden',
      message: expect.stringContaining('is locked'),
    });
    const closed = { account: { SelfService: { ...account.account.SelfService, CustomerChange: false } } };
    expect(change(shopWith({}, closed))).toMatchObject({
      kind: 'Forbidden',
      code: 'PermissionDenied',
      message: expect.stringContaining('SelfService.CustomerChange'),
    });
  });

  test("names the merchant's fields that it ignores, unless they are unchanged", () => {
    const { shop, Id } = shopWith({
      ...ofMerchant,
      ...informational,
      AdditionalEmailAddresses: undefined,
    } as CustomerInput);
    const { AdditionalEmailAddresses, ...read } = { ...ofMerchant, ...informational, IsLocked: false };
    expect(ignoredBySelfService(shop.tx, Id, read)).toEqual([]);
    expect(ignoredBySelfService(shop.tx, Id, { Notes: '' })).toEqual([]);
    const other = {
      ExternalCustomerId: 'K-2',
      DebitorAccount: '2',
      Language: 'de',
      Notes: 'x',
      DefaultBearerMedium: 'Email',
      CustomerType: 'Consumer',
      Hidden: false,
      IsLocked: true,
      ServiceCountry: 'FR',
      DestinationCountry: 'FR',
      TimeZoneKey: 'Europe/Paris',
      PartnerCompanyCode: '2',
      BuyerReference: '2',
      AdditionalEmailAddresses: [],
    } as const;
    expect(
      ignoredBySelfService(shop.tx, Id, { ...other, AdditionalEmailAddresses: [], FirstName: 'x' }),
    ).toEqual(Object.keys(other));
  });
});

describe('spec: customerData rules 3, customerData CustomFields — custom fields', () => {
  const { tx } = new Shop(now, {
    account: {
      SelfService: {
        CustomerChange: true,
        CustomFields: { Customer: ['a', 'b'], Contract: ['c'], Order: [] },
      },
    },
  });

  test('change by name: a value sets, null removes, missing ones stay', () => {
    const before = { a: 1, b: 2, c: 3 };
    expect(Object.entries(changedCustomFields(before, { a: null, b: undefined, c: 4, d: '' }))).toEqual([
      ['b', 2],
      ['c', 4],
      ['d', ''],
    ]);
    expect(before).toEqual({ a: 1, b: 2, c: 3 });
    expect(orderedFields({ CustomFields: before }, {})).toEqual({});
    expect(orderedFields({ CustomFields: before }, { ContractCustomFields: { a: null } })).toEqual({
      CustomFields: { b: 2, c: 3 },
    });
  });

  test('in ClientLib require access; without it, a value is rejected', () => {
    const without = { a: 1, x: null, y: '', z: undefined };
    expect(grantedFields(tx, 'Customer', without, 'Customer.CustomFields')).toEqual({ a: 1 });
    expect(grantedFields(tx, 'Order', undefined, 'CustomFields')).toBeUndefined();
    expect(() => grantedFields(tx, 'Contract', { c: 1, a: 0, b: 1 }, 'ContractCustomFields')).toThrow(
      /^ContractCustomFields\.a: ClientLib has no access to this custom field; .+CustomFields\.Contract\.$/,
    );
    expect(onlyGranted(tx, 'Contract', { c: 1, a: 0 })).toEqual({ c: 1 });
    expect(onlyGranted(tx, 'Contract', undefined)).toBeUndefined();
    expect(ungrantedFields(tx, 'Contract', { ...without, c: 1, b: false })).toEqual(['a', 'b']);
    expect(ungrantedFields(tx, 'Contract', undefined)).toEqual([]);
  });

  test('in ClientLib are visible only with access', () => {
    const document = { Id: 'x', CustomFields: { a: 1, c: 2 } };
    expect(withGranted(tx, 'Customer', document)).toEqual({ Id: 'x', CustomFields: { a: 1 } });
    expect(withGranted(tx, 'Order', document)).toEqual({ Id: 'x', CustomFields: {} });
  });
});

describe('a customer in the API', () => {
  test('has texts that clients read without checks; the language follows the locale, then the account', () => {
    const { shop, stored } = shopWith({});
    const { Locale } = shop.tx.account;
    expect(customerView(shop.tx, stored())).toEqual({
      ...stored(),
      CustomerSubName: '',
      EmailAddress: '',
      Address: {},
      Language: Locale,
      Locale,
      IsDeletable: true,
    });
    const shownWith = (input: CustomerInput) => {
      const one = shopWith(input);
      const { Language, Locale: locale } = customerView(one.shop.tx, one.stored());
      return [Language, locale];
    };
    expect(shownWith({ Language: 'fr' })).toEqual(['fr', 'fr']);
    expect(shownWith({ Locale: 'en-GB' })).toEqual(['en-GB', 'en-GB']);
    expect(shownWith({ Language: 'fr', Locale: 'de-CH' })).toEqual(['fr', 'de-CH']);
  });
});

describe('a deleted customer', () => {
  test('keeps the id without personal data, and is not found', () => {
    const {
      shop,
      Id,
      stored,
      events,
      ids: of,
    } = shopWith({
      ...ofCustomer,
      ...ofMerchant,
      ...informational,
      // It is hidden then, whatever it was.
      Hidden: false,
      IsLocked: true,
      Address: { Country: 'DE' },
      CustomFields: { a: 1 },
    });
    const { CreatedAt } = stored();
    events.length = 0;
    shop.core.transaction((tx) => deleteCustomer(tx, Id));
    expect(shop.tx.customers.get(Id)).toEqual({
      Id,
      CreatedAt,
      DeletedAt: '2026-01-15T09:00:00.0000000Z',
      IsDeletable: false,
      IsLocked: true,
      CustomerName: '',
      CustomFields: {},
      DefaultBearerMedium: 'SnailMail',
      CustomerType: 'Business',
      Hidden: true,
    });
    expect(events).toEqual([{ Event: 'CustomerDeleted', ...of }]);
    for (const id of [Id, nobody]) {
      expect(shop.refusal(() => getCustomer(shop.tx, id))).toMatchObject({ kind: 'NotFound' });
      expect(shop.refusal(() => deleteCustomer(shop.tx, id))).toMatchObject({ kind: 'NotFound' });
    }
  });

  test('must not have an active contract', async () => {
    const { shop, Id } = shopWith({ LastName: 'Lovelace' });
    const { Id: contract } = shop.order({
      CustomerId: Id,
      Cart: { PlanVariantId: ids.basicMonthly },
      EndDate: '2026-02-15T09:00:00Z',
    });
    const refused = shop.refusal(() => deleteCustomer(shop.tx, Id));
    expect(refused).toMatchObject({ kind: 'Conflict', message: expect.stringContaining(contract) });
    const isDeletable = () => customerView(shop.tx, getCustomer(shop.tx, Id)).IsDeletable;
    expect(isDeletable()).toBe(false);
    await shop.advanceTo('2026-02-16T00:00:00Z');
    expect([shop.contract(contract).LifecycleStatus, isDeletable()]).toEqual(['Ended', true]);
    shop.core.transaction((tx) => deleteCustomer(tx, Id));
    expect(shop.tx.customers.get(Id)?.DeletedAt).toBe('2026-02-16T00:00:00.0000000Z');
  });
});
