// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { taskHandlers } from '../../../../sandbox/src/service/domain/tasks.ts';

/* Amounts, instants and names as the inspector writes them, in the zone of the account. */

type Format = typeof import('../../../../sandbox/src/served/inspector/format.ts');
let format: Format;
beforeAll(async () => {
  Object.assign(document.body.dataset, { timeZone: 'America/New_York', currency: 'CHF' });
  vi.resetModules();
  format = await import('../../../../sandbox/src/served/inspector/format.ts');
});
afterAll(() => {
  for (const name of Object.keys(document.body.dataset)) Reflect.deleteProperty(document.body.dataset, name);
  vi.resetModules();
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it('an amount has the digits of its currency, groups, a true minus, and the currency of the account', () => {
  const { money } = format;
  expect([money(29.75, 'EUR'), money(1200, 'JPY'), money(1.5, 'KWD'), money(-3, 'EUR'), money(0)]).toEqual([
    '29.75 EUR',
    '1,200 JPY',
    '1.500 KWD',
    '−3.00 EUR',
    '0.00 CHF',
  ]);
  expect([money(1200, 'JPY'), money(1.006, 'EUR'), money(0.4, 'JPY')]).toEqual([
    '1,200 JPY',
    '1.01 EUR',
    '0 JPY',
  ]);
});

it('an instant is that of the zone of the account, with midnight as 00', () => {
  const at = '2026-02-15T05:00:12Z';
  for (const instant of [at, Date.parse(at)])
    expect([format.day(instant), format.time(instant), format.clockTime(instant)]).toEqual([
      '2026-02-15',
      '2026-02-15 00:00',
      '00:00:12',
    ]);
  expect(format.day('2026-02-15T04:59:00Z')).toBe('2026-02-14');
});

it('what is typed is an instant of that zone, unless it says its own or is none', () => {
  const { instantInZone } = format;
  expect(instantInZone(' 2026-02-15 09:00 ')).toBe('2026-02-15T14:00:00.000Z');
  expect(instantInZone('2026-07-15')).toBe('2026-07-15T04:00:00.000Z');
  for (const text of ['2026-02-15T09:00:00+01:00', '2026-02-15T09:00:00Z', 'soon'])
    expect(instantInZone(text)).toBe(text);
});

it('the offset of the zone is whole, also within a second', () => {
  expect(format.zoneOffset(Date.parse('2026-02-15T05:00:12.345Z'))).toBe(-5 * hour);
  expect(format.zoneOffset(Date.parse('2026-07-15T05:00:00Z'))).toBe(-4 * hour);
});

it.each([
  [20_000, 'now'],
  [minute, 'in 1 minute'],
  [hour - minute, 'in 59 minutes'],
  [hour, 'in 1 hour'],
  [2 * day - hour, 'in 47 hours'],
  [2 * day, 'in 2 days'],
  [89 * day, 'in 89 days'],
  [90 * day, 'in 3 months'],
  [729 * day, 'in 24 months'],
  [730 * day, 'in 2 years'],
  [-3 * day, '3 days ago'],
])('%d milliseconds from now is %s', (apart, text) => {
  expect(format.distance(1_000_000 + apart, 1_000_000)).toBe(text);
});

it('what is overdue says for how long', () => {
  const now = Date.parse('2026-02-15T00:00:00Z');
  expect(format.overdue('2026-02-09T00:00:00Z', now)).toBe('6 days overdue');
  expect(format.overdue('2026-02-15T00:00:00Z', now)).toBe('now overdue');
});

describe('words', () => {
  it('periods, shares, durations and counts', () => {
    const { everyPeriod, percent, duration, plural, shortId } = format;
    expect([everyPeriod(), everyPeriod({ Quantity: 1, Unit: 'Year' })]).toEqual(['a month', 'a year']);
    expect(everyPeriod({ Quantity: 3, Unit: 'Month' })).toBe('every 3 months');
    expect([percent(0.2), percent(0.12345), percent(1)]).toEqual(['20 %', '12.35 %', '100 %']);
    expect([duration(0.123), duration(9.96), duration(10.4), duration(999), duration(1_000)]).toEqual([
      ...['0.1 ms', '10.0 ms', '10 ms', '999 ms', '1.0 s'],
    ]);
    expect([plural(1, 'task'), plural(0, 'task'), plural(1_200, 'reply', 'replies')]).toEqual([
      ...['1 task', '0 tasks', '1,200 replies'],
    ]);
    expect([shortId('0123456789ABCDEF01234567'), shortId('whsec')]).toEqual(['…234567', 'whsec']);
  });

  it('names of events, statuses and tasks, each of which has one', () => {
    const { words, taskName } = format;
    expect(['PaymentSucceeded', 'ContractCancelled', 'card-expired'].map(words)).toEqual([
      'Payment succeeded',
      'Contract canceled',
      'Card expired',
    ]);
    const outside = ['provider-notification', 'provider-visit', 'delivery'];
    const names = Object.fromEntries(
      [...Object.keys(taskHandlers), ...outside].map((type) => [type, taskName(type)]),
    );
    expect(names).toEqual({
      lifecycle: 'Renewal',
      approaching: 'Renewal notice',
      pause: 'Pause',
      'pause-end': 'Pause end',
      'order-expiry': 'Order expiry',
      collect: 'Payment',
      'payment-retry': 'Payment retry',
      escalation: 'Dunning step',
      'card-expiring': 'Card expiry notice',
      'card-expired': 'Card expiry',
      'pay-out': 'Pay-out',
      'void-preauthorization': 'Void of a preauthorization',
      'store-check': 'Store check',
      'provider-notification': 'Provider notification',
      'provider-visit': 'Provider visit',
      delivery: 'Webhook attempt',
    });
  });
});
