import * as z from 'zod';
import { preciseInstant } from '../domain/time.ts';
import { instantOf } from '../model/iso-8601.ts';

/** Paging of every list: `take` at most 500, `skip` at most 1000, `from` an inclusive cursor (field notes 2.1). */
export const paging = z.object({
  take: z.coerce.number().int().min(0).max(500).default(20).meta({ description: 'Length of the page.' }),
  skip: z.coerce.number().int().min(0).max(1000).default(0).meta({ description: 'Entries before the page.' }),
  from: z.string().optional().meta({ description: 'Start at this id, inclusive: a stable cursor.' }),
});

/** Paging of the sandbox's own logs: a test reads them whole. */
export const logPaging = paging.extend({
  take: z.coerce.number().int().min(0).max(10_000).default(1000).meta({ description: 'Length of the page.' }),
  skip: z.coerce.number().int().min(0).default(0).meta({ description: 'Entries before the page.' }),
});

/** Search beside paging. */
export const searching = paging.extend({
  search: z.string().optional().meta({
    description: 'Words, in any case: entries in which each of them begins a word.',
    example: 'ada lov',
  }),
});

/** An instant or a day in a query. */
export const day = (what: string) =>
  z
    .string()
    .refine((text) => !Number.isNaN(instantOf(text)), 'expected an ISO 8601 date or time such as 2026-01-31')
    .optional()
    .meta({ description: what, example: '2026-01-31' });

/** A date window, inclusive at both ends; a bare date at the end means the whole day (UTC). */
export const dateWindow = z.object({
  dateFrom: day('First day or instant.'),
  dateTo: day('Last day or instant; a bare date is the whole day, UTC.'),
});

const bareDate = /^\d{4}-?\d\d-?\d\d$/;

/** The window as bounds of an order key. */
export function boundsOf(window: { dateFrom?: string | undefined; dateTo?: string | undefined }): {
  min?: number;
  max?: number;
} {
  const { dateFrom, dateTo } = window;
  return {
    ...(dateFrom === undefined ? {} : { min: preciseInstant(dateFrom) }),
    ...(dateTo === undefined ? {} : { max: lastOf(dateTo) }),
  };
}

/** The last instant of a bare date, or of the millisecond that a time names without a fraction of it. */
function lastOf(dateTo: string): number {
  const wholeDay = bareDate.test(dateTo) ? 86_400_000 - 1 : 0;
  const last = preciseInstant(dateTo) + wholeDay;
  return Number.isInteger(last) ? last + 0.9999 : last;
}
