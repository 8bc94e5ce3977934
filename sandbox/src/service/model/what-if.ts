import * as z from 'zod';
import { objectId } from './fields.ts';

const document = z.looseObject({});

const future = z
  .object({
    Now: z.string(),
    Contract: document,
    Invoices: z.array(document),
    Transactions: z.array(document),
    Ledger: z.array(document),
    Events: z.array(document).meta({ description: 'Those of the contract since the start.' }),
    Mails: z.array(document).meta({ description: 'Those of the contract since the start.' }),
    Next: document.optional().meta({ description: 'As `previewNextRecurring` says it.' }),
    Cancellation: document.optional().meta({ description: 'As `cancellationPreview` says it.' }),
  })
  .meta({ id: 'Future', description: 'A contract and its documents, as the REST API shows them.' });

/** Paths that a copy serves: no pages, and no copies of the copy. */
export const COPY_PATH = /^\/(api\/v1|sandbox)\/(?!what-if)[^/]/i;

/** A comparison of a contract with and without a change. */
export const whatIfInput = z
  .object({
    ContractId: objectId('contract'),
    Row: z
      .string()
      .optional()
      .meta({ description: 'Row of the activity to start from, as for a rewind. Default: now.' }),
    Requests: z
      .array(
        z.object({
          Method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
          Path: z
            .string()
            .regex(COPY_PATH, 'expected a path of the REST or control API, such as /sandbox/payments/next')
            .meta({
              description:
                'A path of the REST or control API. `{{1.Id}}` is the `Id` in the response to the first request.',
              example: '/sandbox/payments/next',
            }),
          Body: z.unknown().optional(),
        }),
      )
      .min(1)
      .max(20)
      .meta({ description: 'The requests that make the difference, in order.' }),
    Advance: z.string().meta({ description: 'ISO 8601 duration by which both clocks move.', example: 'P3M' }),
    Keep: z.boolean().optional().meta({ description: 'Answer with the state of the other future.' }),
  })
  .meta({ id: 'WhatIfInput' });

export const whatIf = z
  .object({
    Present: future,
    Otherwise: future,
    Snapshot: document.optional().meta({ description: 'As `PUT /sandbox/snapshot` takes it.' }),
  })
  .meta({ id: 'WhatIf' });

export type WhatIfInput = z.output<typeof whatIfInput>;
export type WhatIf = z.output<typeof whatIf>;
export type Future = z.output<typeof future>;
