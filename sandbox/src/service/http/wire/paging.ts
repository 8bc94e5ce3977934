import * as z from 'zod';
import { instant, ticksOf } from '../../domain/basics/time.ts';
import { instantOf } from '../../model/iso-8601.ts';
import type { Moment } from '../../state/collection.ts';

/** Paging of every list: `take` at most 500, `skip` at most 1000, `from` an inclusive cursor (field notes 2.1). */
export const paging = z.object({
  take: z.coerce.number().int().min(0).max(500).default(20).meta({ description: 'Page size.' }),
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(0)
    .meta({ description: 'Number of entries to skip.' }),
  from: z.string().optional().meta({ description: 'Start at this id (inclusive); a stable cursor.' }),
});

/** Paging of the sandbox's own logs: a test reads them whole. */
export const logPaging = paging.extend({
  take: z.coerce.number().int().min(0).max(10_000).default(1000).meta({ description: 'Page size.' }),
  skip: z.coerce.number().int().min(0).default(0).meta({ description: 'Number of entries to skip.' }),
});

/** Search beside paging. */
export const searching = paging.extend({
  search: z.string().optional().meta({
    description: 'Search words, case-insensitive: each must be the start of a word in the entry.',
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
  dateFrom: day('First date or time.'),
  dateTo: day('Last date or time; a date without a time is the whole day (UTC).'),
});

const bareDate = /^\d{4}-?\d\d-?\d\d$/;
const DAY = 86_400_000;

/** The window half open: from its first moment on, before the one that follows its last. */
export function windowOf(window: { dateFrom?: string | undefined; dateTo?: string | undefined }): {
  since?: Moment;
  before?: Moment;
} {
  const { dateFrom, dateTo } = window;
  return {
    ...(dateFrom === undefined ? {} : { since: [instant(dateFrom), ticksOf(dateFrom)] }),
    ...(dateTo === undefined ? {} : { before: after(dateTo) }),
  };
}

/** What follows a bare date, or the millisecond that a time names without a fraction of it, or its very tick. */
function after(dateTo: string): Moment {
  if (bareDate.test(dateTo)) return [instant(dateTo) + DAY, 0];
  const ticks = ticksOf(dateTo);
  return ticks === 0 ? [instant(dateTo) + 1, 0] : [instant(dateTo), ticks + 1];
}
