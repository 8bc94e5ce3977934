import type { EventName, EventPayload } from '../../model/event-catalogue.ts';
import type { Rehearsal } from '../../model/webhook.ts';

/** A recorded event, created in the transaction of the change that it reports. */
export interface EventRecord {
  readonly Id: string;
  /** Epoch milliseconds. */
  readonly At: number;
  readonly Payload: EventPayload;
}

/** A registered endpoint of the merchant. */
export interface WebhookRecord {
  readonly Id: string;
  readonly Url: string;
  /** Empty means all. */
  readonly Events: readonly EventName[];
  readonly Signed: boolean;
  /** Signs deliveries (`whsec_…`); returned once, in the response to the registration. */
  readonly Secret: string;
  /** The secret before the last rotation: both sign until this instant of the sandbox clock. */
  readonly PreviousSecret?: { readonly Secret: string; readonly ValidUntil: number };
  readonly BasicAuth?: { readonly Username: string; readonly Password: string };
  readonly Headers?: { readonly [name: string]: string };
  readonly CreatedAt: string;
  readonly DisabledAt?: string;
  readonly DisabledReason?: string;
  readonly Rehearsal?: Rehearsal;
  /** The response timeout in real milliseconds. */
  readonly TimeoutMs: number;
}

/** One delivery attempt in the state; request, response and timing are in the log of the running sandbox. */
export interface DeliveryAttempt {
  readonly At: string;
  /** The status code of the response, if any. */
  readonly StatusCode?: number;
  /** Why it failed. */
  readonly Error?: string;
}

/**
 * - `Pending`: to be sent now, or at `NextAttemptAt`
 * - `Succeeded`: the receiver accepted it
 * - `Failed`: no attempts left
 * - `Canceled`: the endpoint was deleted or disabled before
 * - `Dropped`: deliberately lost, as a simulation
 */
export type DeliveryStatus = 'Pending' | 'Succeeded' | 'Failed' | 'Canceled' | 'Dropped';

/** The delivery of one event to one endpoint. */
export interface DeliveryRecord {
  readonly Id: string;
  /** Also the `webhook-id`: the same for attempts, resends and duplicates, so that a receiver can deduplicate. */
  readonly EventId: string;
  readonly WebhookId: string;
  readonly Url: string;
  readonly Event: EventName;
  /** Deliveries of one lane reach an endpoint in order: each is sent after the previous one is finished. */
  readonly Lane: string;
  /** The sent body. */
  readonly Body: string;
  readonly Status: DeliveryStatus;
  /** Why it was created, if not for the event itself. */
  readonly Cause?: 'Duplicate' | 'Resend';
  readonly Attempts: readonly DeliveryAttempt[];
  /** Epoch milliseconds of the next attempt, while pending. */
  readonly NextAttemptAt?: number;
}
