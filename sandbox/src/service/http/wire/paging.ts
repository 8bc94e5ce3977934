import * as z from 'zod';
import { toInstant } from '../../model/iso-8601.ts';

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

/** Paging of the sandbox's own logs, which tests read completely. */
export const logPaging = paging.extend({
  take: z.coerce.number().int().min(0).max(10_000).default(1000).meta({ description: 'Page size.' }),
  skip: z.coerce.number().int().min(0).default(0).meta({ description: 'Number of entries to skip.' }),
});

/** Search in addition to paging. */
export const searching = paging.extend({
  search: z.string().optional().meta({
    description: 'Search words, case-insensitive: each must be the start of a word in the entry.',
    example: 'ada lov',
  }),
});

export const LAST_DAY =
  "Last date or time; a date without a time is the whole day in the account's time zone.";

/** An instant or a day in a query. */
export const day = (what: string) =>
  z
    .string()
    .refine((text) => !Number.isNaN(toInstant(text)), {
      error: ({ input }) =>
        / \d\d:?\d\d$/.test(String(input))
          ? 'expected an ISO 8601 date or time with an encoded offset: send + as %2B, as in 2026-01-31T12:00:00%2B01:00'
          : 'expected an ISO 8601 date or time such as 2026-01-31',
    })
    .optional()
    .meta({ description: what, example: '2026-01-31' });

/** A date window, inclusive at both ends; a bare date is a day of the account's zone. */
export const dateWindow = z.object({
  dateFrom: day('First date or time.'),
  dateTo: day(LAST_DAY),
});
