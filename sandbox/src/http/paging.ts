import * as z from 'zod';

/** Paging of every list: `take` at most 500, `skip` at most 1000, `from` an inclusive cursor (field notes 2.1). */
export const paging = z.object({
  take: z.coerce.number().int().min(0).max(500).default(20).meta({ description: 'Length of the page.' }),
  skip: z.coerce.number().int().min(0).max(1000).default(0).meta({ description: 'Entries before the page.' }),
  from: z.string().optional().meta({ description: 'Start at this id, inclusive.' }),
});

const day = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'expected an ISO 8601 date');

/** A date window, inclusive at both ends; a bare date at the end means the whole day. */
export const dateWindow = z.object({ dateFrom: day.optional(), dateTo: day.optional() });

/** The window as bounds of an order key. */
export function boundsOf(window: { dateFrom?: string | undefined; dateTo?: string | undefined }): {
  min?: number;
  max?: number;
} {
  const wholeDay = window.dateTo !== undefined && !window.dateTo.includes('T') ? 86_400_000 - 1 : 0;
  return {
    ...(window.dateFrom === undefined ? {} : { min: Date.parse(window.dateFrom) }),
    ...(window.dateTo === undefined ? {} : { max: Date.parse(window.dateTo) + wholeDay }),
  };
}
