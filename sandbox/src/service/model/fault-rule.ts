import * as z from 'zod';
import { type FAULT_FIELDS, FAULT_LIMITS, NO_FAULT } from './fault-limits.ts';

const milliseconds = z.number().min(0).max(FAULT_LIMITS.maxDelayMs);

const fields = z.object({
  Status: z
    .number()
    .int()
    .min(FAULT_LIMITS.minStatus)
    .max(FAULT_LIMITS.maxStatus)
    .optional()
    .meta({ description: 'This status instead of the answer.' }),
  DelayMs: z
    .union([
      milliseconds,
      z.object({ Min: milliseconds, Max: milliseconds }),
      z.object({ Mean: milliseconds, Deviation: milliseconds }),
    ])
    .optional()
    .meta({ description: 'Real milliseconds: always, from Min to Max, or normally distributed.' }),
  Drop: z.boolean().optional().meta({ description: 'The connection breaks before anything is done.' }),
  DelayResponse: z
    .boolean()
    .optional()
    .meta({ description: 'With `DelayMs`: the response waits, not the request.' }),
  DropResponse: z.boolean().optional().meta({ description: 'All is done, but the answer is lost.' }),
  Truncate: z
    .boolean()
    .optional()
    .meta({ description: 'All is done, but the body breaks off in the middle.' }),
} satisfies Record<(typeof FAULT_FIELDS)[number], z.ZodType>);

const fault = fields
  .refine((given) => Object.keys(given).length > 0, NO_FAULT)
  .meta({ id: 'FaultInput', outputId: 'Fault' });

/** Which requests fail, and how. */
export const faultRuleInput = z.object({
  Method: z.string().max(FAULT_LIMITS.maxMethodLength).optional(),
  Path: z
    .string()
    .max(FAULT_LIMITS.maxPathLength)
    .optional()
    .meta({ description: '`*` matches anything.', example: '/api/v1/CustomerSelfService/*' }),
  Probability: z.number().min(0).max(1).optional(),
  Times: z.number().int().min(1).optional(),
  Fault: fault,
});

export const faultRule = faultRuleInput.extend({ Id: z.string() }).meta({ id: 'FaultRule' });
