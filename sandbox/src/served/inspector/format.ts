import { minorDigits } from '../../service/model/currencies.ts';
import type { Period } from '../../service/model/fields.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../service/model/milliseconds.ts';
import { settings } from './settings.ts';

/** The language of the page; names, months and separators follow it. */
const LANGUAGE = 'en-GB';

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** `29.75 EUR`, `1,200 JPY`: amounts of a currency align, and the currency is always visible. */
export function money(amount: number, currency: string = settings.currency): string {
  let format = moneyFormats.get(currency);
  if (format === undefined) {
    const digits = minorDigits(currency);
    format = new Intl.NumberFormat(LANGUAGE, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    moneyFormats.set(currency, format);
  }
  // A true minus has the width of a digit.
  return `${format.format(amount).replace('-', '−')} ${currency}`;
}

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: settings.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function fields(instant: number): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
}

/** `2026-02-15` in the account's time zone. */
export function day(instant: number | string): string {
  const { year, month, day: date } = fields(typeof instant === 'string' ? Date.parse(instant) : instant);
  return `${year}-${month}-${date}`;
}

/** `2026-02-15 09:00` in the account's time zone. */
export function time(instant: number | string): string {
  const at = fields(typeof instant === 'string' ? Date.parse(instant) : instant);
  return `${at['year']}-${at['month']}-${at['day']} ${at['hour']}:${at['minute']}`;
}

/** The instant of `2026-02-15 09:00` in the account's time zone, in ISO 8601; a text with an offset, or invalid, unchanged. */
export function instantInZone(text: string): string {
  const local = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
  return Number.isNaN(local) ? text : new Date(local - zoneOffset(local)).toISOString();
}

/** `09:00:12` in the account's time zone. */
export function clockTime(instant: number | string): string {
  const at = fields(typeof instant === 'string' ? Date.parse(instant) : instant);
  return `${at['hour']}:${at['minute']}:${at['second']}`;
}

/** `6 days overdue`. */
export const overdue = (due: string, now: number): string =>
  distance(Date.parse(due), now).replace(/ ago$|$/, ' overdue');

/** `in 3 days`, `2 hours ago`. */
export function distance(instant: number, from: number): string {
  const apart = Math.abs(instant - from);
  const [value, unit] =
    apart < HOUR_MS
      ? [apart / MINUTE_MS, 'minute']
      : apart < 2 * DAY_MS
        ? [apart / HOUR_MS, 'hour']
        : apart < 90 * DAY_MS
          ? [apart / DAY_MS, 'day']
          : apart < 730 * DAY_MS
            ? [apart / (30.44 * DAY_MS), 'month']
            : [apart / (365.25 * DAY_MS), 'year'];
  const count = Math.round(value as number);
  if (count === 0) return 'now';
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return instant > from ? `in ${words}` : `${words} ago`;
}

/** `a month`, `every 3 months`. */
export function everyPeriod({ Quantity, Unit }: Period = { Quantity: 1, Unit: 'Month' }): string {
  const unit = Unit.toLowerCase();
  return Quantity === 1 ? `a ${unit}` : `every ${Quantity} ${unit}s`;
}

/** `20 %` of a share from 0 to 1. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** Returns the offset of the account's time zone from UTC at an instant, in milliseconds. */
export const zoneOffset = (instant: number): number =>
  Date.parse(`${day(instant)}T${clockTime(instant)}Z`) - Math.floor(instant / 1_000) * 1_000;

/** A shortened id: its last characters, which differ. */
export const shortId = (id: string): string => (/^[0-9a-f]{24}$/i.test(id) ? `…${id.slice(-6)}` : id);

export function duration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `PaymentSucceeded` as words: `Payment succeeded`. */
export function words(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
    .replace('cancelled', 'canceled');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const taskNames: Readonly<Record<string, string>> = {
  lifecycle: 'Renewal',
  approaching: 'Renewal notice',
  collect: 'Payment',
  'payment-retry': 'Payment retry',
  escalation: 'Dunning step',
  'order-expiry': 'Order expiry',
  'card-expiring': 'Card expiry notice',
  'card-expired': 'Card expiry',
  'pay-out': 'Pay-out',
  'void-preauthorization': 'Void of a preauthorization',
  'provider-notification': 'Provider notification',
  'provider-visit': 'Provider visit',
  delivery: 'Webhook attempt',
};

export const taskName = (type: string): string => taskNames[type] ?? words(type);

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(LANGUAGE)} ${count === 1 ? one : many}`;
