import * as z from 'zod';
import { eventNames } from './event-catalogue.ts';
import { objectId, timestamp } from './fields.ts';

/** The name of an event. */
export const eventName = z.enum(eventNames).meta({ id: 'EventName' });

export const webhookInput = z
  .object({
    Url: z.string().meta({
      description: 'The URL to which events are posted.',
      example: 'http://localhost:4402/webhooks',
    }),
    Events: z.array(z.string()).optional().meta({ description: 'Event names; empty means all.' }),
    Secret: z.string().optional().meta({
      description:
        'A signing secret of your own: `whsec_` and the Base64 of 24 to 64 bytes. One is made without it.',
    }),
    Signed: z.boolean().optional().meta({ description: 'Sign deliveries. Default: true.' }),
    BasicAuth: z
      .object({ Username: z.string(), Password: z.string() })
      .optional()
      .meta({ description: 'Sent as `Authorization: Basic`; never shown again.' }),
    Headers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Further headers of each delivery.', example: { 'X-Tenant': 'blue' } }),
  })
  .meta({ id: 'WebhookInput' });

export const webhook = z
  .object({
    Id: objectId('webhook'),
    Url: z.string(),
    Events: z.array(eventName).meta({ description: 'Empty means all.' }),
    Signed: z.boolean(),
    Headers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Names; the values are hidden.' }),
    CreatedAt: timestamp('When it was registered.'),
    DisabledAt: timestamp('Since when nothing is sent to it.').optional(),
    DisabledReason: z.string().optional().meta({ description: 'Why nothing is sent to it.' }),
  })
  .meta({ id: 'Webhook' });

const probability = (what: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: `${what}: a probability from 0 to 1.` });

/** Simulated delivery problems of an endpoint. */
export const rehearsal = z
  .object({
    Duplicate: probability('Deliver it twice'),
    Drop: probability('Lose it: it is never sent'),
    Delay: z.string().optional().meta({
      description: 'ISO 8601 duration on the sandbox clock before the first attempt.',
      example: 'PT10M',
    }),
    Reorder: z
      .boolean()
      .optional()
      .meta({ description: 'Send due webhooks in random order, one at a time.' }),
  })
  .meta({ id: 'RehearsalInput', outputId: 'Rehearsal' });

export type WebhookInput = z.infer<typeof webhookInput>;
export type Webhook = z.infer<typeof webhook>;
export type Rehearsal = z.infer<typeof rehearsal>;
