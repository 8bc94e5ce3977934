import * as z from 'zod';
import { objectId, timestamp } from './fields.ts';

/** Every event of the service (one table; docs and tests are made from `domain/events/catalogue.ts`). */
export const eventNames = [
  'OrderSucceeded',
  'ContractCreated',
  'ContractChanged',
  'ContractDataChanged',
  'ContractCancelled',
  'ContractDeleted',
  'CustomerCreated',
  'CustomerChanged',
  'CustomerDeleted',
  'CustomerLocked',
  'CustomerUnlocked',
  'AccountCreated',
  'RecurringBillingApproaching',
  'TrialEndApproaching',
  'InvoiceCreated',
  'InvoiceCorrected',
  'DunningCreated',
  'PaymentBearerExpiring',
  'PaymentBearerExpired',
  'DebitAuthCancelled',
  'PaymentDataChanged',
  'PaymentEscalated',
  'PaymentEscalationReset',
  'PaymentSucceeded',
  'PaymentFailed',
  'PaymentProcessStatusChanged',
  'PaymentRegistered',
  'PlanCreated',
  'PlanChanged',
  'PlanDeleted',
  'PlanVariantCreated',
  'PlanVariantChanged',
  'PlanVariantDeleted',
  'ComponentCreated',
  'ComponentChanged',
  'ComponentDeleted',
] as const;

export type EventName = (typeof eventNames)[number];

/** What a webhook carries: ids only, so that the receiver reads the current state by REST. */
export interface EventPayload {
  readonly Event: EventName;
  readonly EntityId: string;
  readonly ContractId?: string;
  readonly CustomerId?: string;
  readonly OrderId?: string;
  readonly Tag?: string;
  readonly [field: string]: string | number | boolean | undefined;
}

export const webhookInput = z
  .object({
    Url: z.string().meta({ description: 'Where events are posted to.', example: 'http://localhost:4402/webhooks' }),
    Events: z.array(z.string()).optional().meta({ description: 'Event names; empty means all.' }),
  })
  .meta({ id: 'WebhookInput' });

export const webhook = z
  .object({
    Id: objectId('webhook'),
    Url: z.string(),
    Events: z.array(z.enum(eventNames)),
    CreatedAt: timestamp('When it was registered.').optional(),
  })
  .meta({ id: 'Webhook' });

export type WebhookInput = z.infer<typeof webhookInput>;
export type Webhook = z.infer<typeof webhook>;
