import { toInstant } from '../../model/iso-8601.ts';
import { DAY_MS } from '../../model/milliseconds.ts';

const REMEMBERED = 20_000;

/** `2026-05-22` by day, and `T13:33:30.9510000Z` by time of day: many instants share a day, many a time of day. */
const days = new Map<number, string>();
const times = new Map<number, string>();
/** A document names the instant at which it is made several times, and is ordered by it. */
let last = { instant: Number.NaN, text: '' };

/** An instant in the form of the API: ISO 8601, UTC, seven fractional digits (`2026-05-22T13:33:30.9510000Z`). */
export function timestamp(instant: number): string {
  if (instant !== last.instant) last = { instant, text: written(instant) };
  return last.text;
}

function written(instant: number): string {
  const day = Math.floor(instant / DAY_MS);
  return dateText(day) + clockText(instant - day * DAY_MS);
}

/** The date of a day that is numbered from 1970-01-01: `2026-05-22`. */
export function dateText(day: number): string {
  return days.get(day) ?? remembered(days, day, new Date(day * DAY_MS).toISOString().slice(0, -14));
}

function clockText(time: number): string {
  return times.get(time) ?? remembered(times, time, `${new Date(time).toISOString().slice(10, -1)}0000Z`);
}

function remembered(known: Map<number, string>, key: number, text: string): string {
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, text);
  return text;
}

/** Returns a record's timestamp with microseconds, which differ for records of the same instant. */
export function stampText([instant, microseconds]: readonly [number, number]): string {
  const text = timestamp(instant);
  if (microseconds === 0) return text;
  // Joined, it is one string; as a sum it would keep its parts in memory beside it.
  return [text.slice(0, -5), String(microseconds).padStart(3, '0'), '0Z'].join('');
}

/** Ticks of 100 ns within the millisecond of an ISO 8601 text, by which records of one instant are ordered. */
export function readTicks(text: string): number {
  if (isOwn(text)) return two(text, 23) * 100 + two(text, 25);
  return Number((/[.,]\d{3}(\d{1,4})/.exec(text)?.[1] ?? '').padEnd(4, '0'));
}

/** Epoch milliseconds of an ISO 8601 text (see {@link toInstant}). */
export function instant(text: string): number {
  if (text === last.text) return last.instant;
  return isOwn(text) ? ownInstant(text) : toInstant(text);
}

/**
 * Returns whether a text is in the service's own format, which is parsed digit by digit because billing runs parse it a
 * million times. Years below 100 are left to Temporal, since `Date.UTC` maps them to the 20th century.
 */
function isOwn(text: string): boolean {
  return text.length === 28 && text.charCodeAt(27) === 90 && !text.startsWith('00');
}

function ownInstant(text: string): number {
  const year = two(text, 0) * 100 + two(text, 2);
  const seconds = two(text, 11) * 3600 + two(text, 14) * 60 + two(text, 17);
  const milliseconds = two(text, 20) * 10 + digit(text, 22);
  return Date.UTC(year, two(text, 5) - 1, two(text, 8)) + seconds * 1000 + milliseconds;
}

function two(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - 48;
}
