// What all rules share: instants and their texts, names that are misspelt, texts by language, documents without what is unset.
import { describe, expect, test } from 'vitest';
import { timingSafeEqual } from '../../../../sandbox/src/service/domain/basics/constant-time.ts';
import { changedBy, defined } from '../../../../sandbox/src/service/domain/basics/defined.ts';
import { refuseUnknown } from '../../../../sandbox/src/service/domain/basics/known-names.ts';
import { localized } from '../../../../sandbox/src/service/domain/basics/localized.ts';
import { nearestName } from '../../../../sandbox/src/service/domain/basics/nearest-name.ts';
import {
  conflict,
  invalid,
  keyNotFound,
  notFound,
  Problem,
} from '../../../../sandbox/src/service/domain/basics/problem.ts';
import { problemReference } from '../../../../sandbox/src/service/domain/basics/problem-reference.ts';
import {
  instant,
  readTicks,
  stampText,
  timestamp,
} from '../../../../sandbox/src/service/domain/basics/time.ts';
import { advanceInstant, instantAfter } from '../../../../sandbox/src/service/domain/records/clock-input.ts';
import { getContract, getOrder } from '../../../../sandbox/src/service/domain/records/lookups.ts';
import { taskHandlers } from '../../../../sandbox/src/service/domain/tasks.ts';
import { ids, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';

describe('an instant', () => {
  test.each([
    ['2026-05-22T13:33:30.9510000Z', Date.UTC(2026, 4, 22, 13, 33, 30, 951)],
    ['1969-12-31T23:59:59.9990000Z', -1],
    ['2000-02-29T00:00:00.0000000Z', Date.UTC(2000, 1, 29)],
    ['0099-01-01T00:00:00.0000000Z', Date.parse('0099-01-01T00:00:00Z')],
    ['9999-12-31T23:59:59.9990000Z', Date.parse('9999-12-31T23:59:59.999Z')],
  ])('is formatted and parsed: %s', (text, at) => {
    expect(timestamp(0)).toBe('1970-01-01T00:00:00.0000000Z');
    expect(instant(text)).toBe(at);
    expect(timestamp(at)).toBe(text);
    expect(instant(text)).toBe(at);
  });

  test.each([
    ['2026-05-22', Date.UTC(2026, 4, 22)],
    ['2026-05-22T13:33:30Z', Date.UTC(2026, 4, 22, 13, 33, 30)],
    ['2026-05-22T13:33:30.9510000+02', Date.UTC(2026, 4, 22, 11, 33, 30, 951)],
  ])('is parsed in other forms: %s', (text, at) => {
    expect(instant(text)).toBe(at);
  });

  test('of a record has microseconds, which order the records', () => {
    const at = Date.UTC(2026, 4, 22, 13, 33, 30, 951);
    expect(stampText([at, 0])).toBe('2026-05-22T13:33:30.9510000Z');
    expect(stampText([at, 7])).toBe('2026-05-22T13:33:30.9510070Z');
    expect(stampText([at, 999])).toBe('2026-05-22T13:33:30.9519990Z');
    expect(readTicks('2026-05-22T13:33:30.9510070Z')).toBe(70);
    expect(readTicks('2026-05-22T13:33:30.9519999Z')).toBe(9999);
    expect(readTicks('2026-05-22T13:33:30.951Z')).toBe(0);
    expect(readTicks('2026-05-22T13:33:30.9515Z')).toBe(5000);
    expect(readTicks('2026-05-22T15:33:30,95100708+02:00')).toBe(70);
    expect(readTicks('2026-05-22')).toBe(0);
  });
});

describe('the clock', () => {
  const { tx } = new Shop('2026-03-28T12:00:00Z');
  const field = (wanted: { Advance?: string; Now?: string }) => {
    try {
      return advanceInstant(tx, wanted);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return [error.fields[0]?.Field, error.message];
    }
  };

  test('moves by durations of the merchant’s calendar, or to an instant', () => {
    // The night in which summer time begins has 23 hours.
    expect(field({ Advance: 'P1D' })).toBe(Date.parse('2026-03-29T11:00:00Z'));
    expect(field({ Advance: 'PT24H' })).toBe(Date.parse('2026-03-29T12:00:00Z'));
    expect(field({ Advance: 'P1M' })).toBe(Date.parse('2026-04-28T11:00:00Z'));
    expect(field({ Advance: 'PT0S' })).toBe(tx.now);
    expect(field({ Now: '2026-03-28T12:00:00Z' })).toBe(tx.now);
    expect(field({ Now: '2027-01-01' })).toBe(Date.parse('2027-01-01T00:00:00Z'));
    expect(field({ Advance: 'P200Y' })).toBe(Date.parse('2226-03-28T11:00:00Z'));
    const farthest = tx.now + 200 * 366 * 86_400_000;
    expect(field({ Now: new Date(farthest).toISOString() })).toBe(farthest);
    expect(field({ Now: new Date(farthest + 1).toISOString() })).toEqual([
      'Now',
      'Now: at most 200 years at once',
    ]);
  });

  test.each([
    [{ Advance: 'P1D', Now: '2027-01-01' }, 'Now', 'either Advance or Now'],
    [{ Advance: '-P1D' }, 'Advance', 'cannot go back'],
    [{ Now: '2026-03-28T11:59:59Z' }, 'Now', 'cannot go back'],
    [{ Advance: 'P201Y' }, 'Advance', 'at most 200 years'],
    [{ Now: '2300-01-01' }, 'Now', 'at most 200 years'],
    [{ Advance: 'tomorrow' }, 'Advance', 'expected an ISO 8601 duration'],
    [{ Now: 'soon' }, 'Now', 'expected an ISO 8601 instant, got "soon"'],
    [{ Advance: 'P999999999Y' }, 'Advance', 'outside the supported dates'],
  ])('rejects %j', (wanted, name, words) => {
    expect(field(wanted)).toEqual([name, expect.stringContaining(words)]);
  });

  test('names the field of an invalid duration', () => {
    expect(() => instantAfter(tx, 'x', 'Delay')).toThrow(
      'Delay: expected an ISO 8601 duration such as P1M or PT36H, got "x"',
    );
  });
});

test.each([
  ['Quantty', ['Quantity', 'Name'], 'Quantity'],
  ['QUANTITY', ['Quantity'], 'Quantity'],
  ['Id', ['Ib'], 'Ib'],
  ['Colour', ['Quantity', 'Name'], undefined],
  ['ContractStart', ['ContractStartDate'], 'ContractStartDate'],
  ['x', [], undefined],
  ['configuration', ['seed', 'clock', 'config'], 'config'],
  ['Conf', ['seed', 'configuration'], 'configuration'],
  ['con', ['seed', 'configuration'], undefined],
  ['x'.repeat(301), ['x'.repeat(301)], undefined],
  ['x'.repeat(300), ['x'.repeat(300)], 'x'.repeat(300)],
])('finds the nearest name of %s if it is near', (text, names, nearest) => {
  expect(nearestName(text, names)).toBe(nearest);
});

test('rejects an unknown name, with the nearest one or all', () => {
  expect(refuseUnknown({ Name: 1 }, ['Name'], '')).toBeUndefined();
  const refusal = (given: object): unknown => {
    try {
      return refuseUnknown(given, ['Name', 'Quantity'], 'Cart.');
    } catch (error) {
      return error;
    }
  };
  expect(refusal({ Name: 1, Quantty: 2 })).toMatchObject({
    code: 'UnknownProperty',
    fields: [{ Field: 'Cart.Quantty', Message: 'is not known; did you mean Quantity?' }],
  });
  expect(refusal({ Colour: 1 })).toMatchObject({
    fields: [{ Field: 'Cart.Colour', Message: 'is not known; known are Name, Quantity' }],
  });
});

test.each([
  [{ _c: 'x', de: 'y', 'de-AT': 'z' }, 'de-AT', 'z'],
  [{ _c: 'x', de: 'y' }, 'de-AT', 'y'],
  [{ _c: 'x', de: 'y' }, 'en', 'x'],
  [{ fr: 'f' }, 'en', 'f'],
  [{}, 'en', ''],
  [undefined, 'en', ''],
])('the text %j in %s becomes %j', (text, locale, shown) => {
  expect(localized(text, locale)).toBe(shown);
});

test.each([
  ['secret', 'secret', true],
  ['secres', 'secret', false],
  ['aecret', 'secret', false],
  ['secre', 'secret', false],
  ['secretx', 'secret', false],
  ['secretsecret', 'secret', false],
  ['', 'secret', false],
  ['', '', true],
  ['ä', 'a', false],
])('the secret %j becomes %j: %s', (given, expected, same) => {
  expect(timingSafeEqual(given, expected)).toBe(same);
});

test('documents omit unset fields', () => {
  expect(Object.entries(defined({ a: 1, b: undefined, c: null, d: '' }))).toEqual([
    ['a', 1],
    ['c', null],
    ['d', ''],
  ]);
  const document: { a: number; b?: number; c?: number } = { a: 1, b: 2 };
  expect(Object.entries(changedBy(document, { a: 3, b: undefined, c: undefined }))).toEqual([['a', 3]]);
  expect(changedBy(document, { c: 0 })).toEqual({ a: 1, b: 2, c: 0 });
  expect(document).toEqual({ a: 1, b: 2 });
});

test('problems have kind, code and field', () => {
  expect(invalid('Cart.Quantity', 'wrong')).toMatchObject({
    kind: 'Invalid',
    code: 'InvalidData',
    fields: [{ Field: 'Cart.Quantity', Code: 'InvalidData', Message: 'wrong' }],
  });
  expect(invalid('A', 'wrong', 'InvalidVatId')).toMatchObject({
    message: 'A: wrong',
    code: 'InvalidVatId',
    fields: [{ Code: 'InvalidVatId' }],
  });
  expect(notFound('plan', 'p1')).toMatchObject({ kind: 'NotFound', code: 'NotFound', fields: [] });
  expect(notFound('plan', 'p1').message).toContain('no plan "p1"');
  expect(keyNotFound('token')).toMatchObject({ kind: 'NotFound', code: 'NotFound' });
  expect(conflict('no')).toMatchObject({ kind: 'Conflict', code: 'InvalidPreconditions', message: 'no' });
  expect(new Problem('TooManyRequests', 'RateLimitExceeded' as never, 'x', [], 7)).toMatchObject({
    name: 'Problem',
    retryAfter: 7,
  });
});

test('a problem repeats no line breaks and other control characters that were sent', () => {
  expect(notFound('plan', 'p\n1').message).toContain('no plan "p\ufffd1"');
  expect(conflict('a\u001b[2J').message).toBe('a\ufffd[2J');
  expect(invalid('T\tag', 'got "a\r\n"')).toMatchObject({
    message: 'T\ufffdag: got "a\ufffd\ufffd"',
    fields: [{ Field: 'T\ufffdag', Code: 'InvalidData', Message: 'got "a\ufffd\ufffd"' }],
  });
});

test('contracts and orders are found by id, or rejected', () => {
  const shop = new Shop(now);
  const { Id } = shop.signup(ids.basicMonthly);
  expect(getContract(shop.tx, Id).Id).toBe(Id);
  const [order] = [...shop.tx.orders];
  expect(getOrder(shop.tx, order?.Id as string)).toBe(order);
  expect(shop.refusal(() => getContract(shop.tx, 'x'))).toMatchObject({ kind: 'NotFound' });
  expect(shop.refusal(() => getContract(shop.tx, 'x')).message).toContain('contract "x"');
  expect(shop.refusal(() => getOrder(shop.tx, 'x')).message).toContain('order "x"');
});

test('every scheduled task has a handler', async () => {
  const shop = new Shop(now, { account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } });
  shop.signup(ids.basicMonthly);
  shop.signup(ids.proTrial);
  await shop.advanceTo('2026-03-15T09:00:00Z');
  const planned = [...shop.tx.tasks].map(({ Type }) => Type);
  expect(planned.length).toBeGreaterThan(0);
  for (const type of planned) expect(taskHandlers, type).toHaveProperty(type);
});

test('the statuses in the reference of errors are the reviewed ones', () => {
  const byStatus = new Map<number, string[]>();
  for (const [code, [, status]] of Object.entries(problemReference))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code].sort());
  expect(Object.fromEntries(byStatus)).toMatchInlineSnapshot(`
    {
      "400": [
        "InvalidFault",
        "InvalidJson",
      ],
      "405": [
        "MethodNotAllowed",
      ],
      "409": [
        "AdvanceCanceled",
        "AlreadyExists",
        "ClockMoving",
        "NotKept",
        "NotRecorded",
        "StateReplaced",
        "TooManyWorkspaces",
      ],
      "412": [
        "Changed",
      ],
      "413": [
        "TooLarge",
      ],
      "415": [
        "UnsupportedMediaType",
      ],
      "422": [
        "Duplicate",
        "ForeignApp",
        "InvalidReceipt",
        "Missing",
        "StoreConfiguration",
        "SubscriptionOver",
        "UnknownProduct",
        "UnknownProperty",
        "WrongEnvironment",
      ],
      "429": [
        "QuotaExceeded",
      ],
      "503": [
        "Closed",
        "StorageUnavailable",
        "StoreUnavailable",
      ],
    }
  `);
});
