// What lists are searched by: words, their beginnings, and the fields of each kind of document.
import { describe, expect, test } from 'vitest';
import { normalizedCouponCode } from '../../../../sandbox/src/service/domain/records/orders.ts';
import { isUndecided, isUnderWay } from '../../../../sandbox/src/service/domain/records/payments.ts';
import {
  contractWords,
  customerStates,
  customerWords,
  invoiceWords,
  mailWords,
  orderWords,
  planGroupWords,
  searchMatch,
  searchQuery,
  searchWords,
  transactionWords,
  wordPrefixes,
} from '../../../../sandbox/src/service/domain/records/search.ts';
import {
  isOver,
  isRunning,
  possibleStates,
  storeStates,
} from '../../../../sandbox/src/service/domain/records/stores.ts';

test('a plan group is found by its name in each language', () => {
  const Name = { _c: 'Subscriptions', de: 'Abonnements', 'de-AT': 'Abos' };
  expect(planGroupWords({ Id: 'a1', Name } as never)).toEqual(['a1', 'subscriptions', 'abonnements', 'abos']);
});

test.each([
  ['Ada Lovelace', ['ada', 'lovelace']],
  ['  Müller-Söhne & Co. ', ['muller', 'sohne', 'co']],
  ['ada@Example.com', ['ada', 'example', 'com']],
  ['2026-000001', ['2026', '000001']],
  ['Ada ada', ['ada']],
  ['Łódź 東京', ['łodz', '東京']],
  ['', []],
])('the words of %j are %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
  expect(searchWords(undefined, text, text)).toEqual(words);
});

test('a word is found by each of its beginnings, up to eight letters in the index', () => {
  expect(wordPrefixes(['ada', 'al'])).toEqual(['a', 'ad', 'ada', 'al']);
  expect(wordPrefixes(['lovelaces'])).toEqual([
    'l',
    'lo',
    'lov',
    'love',
    'lovel',
    'lovela',
    'lovelac',
    'lovelace',
  ]);
});

describe('a search', () => {
  const words = (text: string) => searchWords(text);
  const finds = (search: string, text: string) => {
    const { where, match } = searchQuery<string>(search, words);
    const isIndexed = where.Search === undefined || wordPrefixes(words(text)).includes(where.Search);
    const found = isIndexed && (match?.(text) ?? true);
    expect(searchMatch<string>(search, words)?.(text) ?? true).toBe(found);
    return found;
  };

  test.each([
    ['lov', true],
    ['ada lov', true],
    ['LOV ADA', true],
    ['lovelaces', true],
    ['lovelacest', false],
    ['ada x', false],
    ['love lovelacesx', false],
    ['ove', false],
    ['', true],
    ['?', true],
  ])('for %j finds Ada Lovelaces: %s', (search, found) => {
    expect(finds(search, 'Ada Lovelaces')).toBe(found);
  });

  test('starts with its longest word, and compares what the index lacks', () => {
    expect(searchQuery('ad lovelace', words).where).toEqual({ Search: 'lovelace' });
    expect(searchQuery('lovelaces', words)).toEqual({
      where: { Search: 'lovelace' },
      match: expect.any(Function),
    });
    expect(searchQuery('lovelace', words)).toEqual({ where: { Search: 'lovelace' } });
    expect(searchQuery(undefined, words)).toEqual({ where: {} });
    expect(searchMatch(' ', words)).toBeUndefined();
  });
});

/** Each field holds its own name, so that what is found says where. */
const named = <T>(...fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, field])) as unknown as T;

test.each([
  [
    'customers',
    () =>
      customerWords(
        named(
          'Id',
          'CustomerName',
          'CustomerSubName',
          'EmailAddress',
          'ExternalCustomerId',
          'DebitorAccount',
          'Tag',
          'Notes',
        ),
      ),
    7,
  ],
  [
    'contracts',
    () => contractWords(named('Id', 'CustomerId', 'CustomerName', 'ReferenceCode', 'ExternalId', 'Notes')),
    5,
  ],
  [
    'invoices',
    () =>
      invoiceWords(
        named(
          'Id',
          'InvoiceNumber',
          'RecipientName',
          'RecipientSubName',
          'ExternalCustomerId',
          'DebitorAccount',
          'CustomerId',
          'Note',
        ),
      ),
    7,
  ],
  [
    'payments',
    () =>
      transactionWords(
        named(
          'Id',
          'CustomerName',
          'ProviderTransactionId',
          'PaymentProvider',
          'CustomerId',
          'ContractId',
          'Note',
        ),
      ),
    6,
  ],
  [
    'mails',
    () =>
      mailWords(
        named(
          'Id',
          'To',
          'Subject',
          'EventType',
          'TemplateName',
          'CustomerId',
          'ContractId',
          'OrderId',
          'InvoiceId',
          'Html',
        ),
      ),
    9,
  ],
])('%s are found by these fields', (_kind, words, count) => {
  expect(words()).toHaveLength(count);
  for (const other of ['note', 'notes', 'html']) expect(words()).not.toContain(other);
});

test('orders are found by these fields, also those of a known customer', () => {
  const Ordered = {
    ...named<object>('CustomerName', 'EmailAddress', 'DebitorAccount', 'Note'),
    Customer: {
      CompanyName: 'a',
      FirstName: 'b',
      LastName: 'c',
      EmailAddress: 'd',
      DebitorAccount: 'e',
      Notes: 'f',
    },
  };
  const order = { ...named<object>('Id', 'CustomerId', 'ContractId', 'CouponCode', 'Note'), Ordered };
  expect(orderWords(order as never)).toEqual([
    'id',
    'customerid',
    'contractid',
    'couponcode',
    'customername',
    'emailaddress',
    'debitoraccount',
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
});

test.each([
  [{}, ['All', 'Normal', 'Active']],
  [{ IsLocked: true }, ['All', 'Normal', 'Locked']],
  [{ Hidden: true }, ['All', 'Normal', 'Active', 'Hidden']],
  [{ DeletedAt: 'x', Hidden: true }, ['All', 'Deleted']],
])('a customer %j is found as %j', (customer, states) => {
  expect(customerStates(customer as never)).toEqual(states);
});

test.each([
  ['Created', undefined, true, false],
  ['RedirectUrlPrepared', undefined, true, false],
  ['ThreeDSecurePending', undefined, true, false],
  ['InProgress', undefined, true, false],
  ['InProgress', 'Recurring', true, true],
  ['InProgress', 'Payment', true, true],
  ['Pending', undefined, true, true],
  ['Succeeded', 'Recurring', false, false],
  ['Failed', 'Recurring', false, false],
])('a payment that is %s (%s) is undecided: %s, takes money: %s', (Status, Trigger, undecided, underWay) => {
  const payment = { Status: { Status }, Type: 'Payment', Trigger } as never;
  expect([isUndecided(payment), isUnderWay(payment)]).toEqual([undecided, underWay]);
  expect(isUnderWay({ Status: { Status }, Type: 'Preauthorization', Trigger } as never)).toBe(false);
});

test('codes of coupons are compared by letters and digits', () => {
  expect(['ab*c-1', ' ABC 1', 'äb'].map(normalizedCouponCode)).toEqual(['ABC1', 'ABC1', 'B']);
});

test('the states of a store: who has access, and what is over', () => {
  const states = Object.keys(storeStates) as (keyof typeof storeStates)[];
  expect(states.filter(isRunning)).toEqual(['Trial', 'Active', 'Canceled', 'Grace']);
  expect(states.filter(isOver)).toEqual(['Expired', 'Refunded', 'Revoked', 'Upgraded']);
  expect(possibleStates('AppleIap')).not.toContain('Paused');
  expect(possibleStates('AmazonIap')).not.toContain('BillingRetry');
  expect(possibleStates('GoogleIap')).toEqual(states);
});

describe('a long search', () => {
  test('looks at ten words, and at the first 1,000 characters of a text', () => {
    const found = (search: string, ...texts: string[]) =>
      searchMatch<readonly string[]>(search, (words) => searchWords(...words))?.(texts);
    expect(found('a b c d e f g h i j', 'a b c d e f g h i j')).toBe(true);
    expect(found('a b c d e f g h i j missing', 'a b c d e f g h i j')).toBe(true);
    expect(found('a b c d e f g h i missing', 'a b c d e f g h i j')).toBe(false);
    expect(searchWords(`${'x '.repeat(498)}last`)).toEqual(['x', 'last']);
    expect(searchWords(`${'x '.repeat(500)}last`)).toEqual(['x']);
  });
});
