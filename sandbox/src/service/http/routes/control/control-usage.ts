import * as z from 'zod';
import { answer } from '../../answers/answer.ts';
import { control } from '../../zones/zones.ts';

const line = z.object({
  Used: z.number().int().meta({ example: 1250 }),
  Limit: z.number().int().optional().meta({ description: 'Absent where nothing limits it.' }),
});

const counted = [
  'customers',
  'contracts',
  'orders',
  'invoices',
  'paymentTransactions',
  'mails',
  'webhooks',
] as const;

/** Returns the workspace's usage of its quotas. */
export const usage = control('/sandbox/usage').get(
  '/',
  {
    tag: 'Control',
    summary: 'Get the quota usage of this workspace',
    description:
      'Beyond a limit a request gets 429 (requests) or 507 (documents, bytes, webhook endpoints) with `Retry-After`, and a webhook is tried again later. Minutes are of real time.',
    answers: {
      200: z
        .object({
          Documents: line.meta({ description: 'Documents of all kinds, events and deliveries included.' }),
          Bytes: line.optional().meta({ description: 'Size of the storage, if the state is kept.' }),
          Collections: z
            .record(z.enum(counted), z.number().int())
            .meta({ description: 'Number of documents of each kind.' }),
          RequestsPerMinute: line.meta({ description: 'In this minute.' }),
          WebhooksPerMinute: line.meta({ description: 'Attempts in this minute.' }),
          WebhookEndpoints: line.meta({ description: 'Endpoints that are registered.' }),
          IdleHours: z
            .number()
            .optional()
            .meta({ description: 'Hours without a request after which the workspace is deleted.' }),
        })
        .meta({ id: 'Usage' }),
    },
    whileClockMoves: true,
  },
  (c) => {
    const { core, traffic } = c.env;
    const sizes = counted.map((name) => [name, core.tx[name].size] as const);
    const Collections = Object.fromEntries(sizes) as Record<(typeof counted)[number], number>;
    return answer(c, { ...traffic.usage.lines, Collections });
  },
);
