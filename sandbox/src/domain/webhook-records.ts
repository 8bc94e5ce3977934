import type { EventName } from '../model/webhook.ts';

/** A registered endpoint of the merchant. */
export interface WebhookRecord {
  readonly Id: string;
  readonly Url: string;
  /** Empty means all. */
  readonly Events: readonly EventName[];
  /** Signs deliveries (`whsec_…`); shown once, in the answer to the registration. */
  readonly Secret: string;
  readonly CreatedAt: string;
}

/** One event on its way to one endpoint. */
export interface DeliveryRecord {
  readonly Id: string;
  readonly EventId: string;
  readonly WebhookId: string;
  readonly Url: string;
  readonly Event: EventName;
  /** The body, as it is sent. */
  readonly Body: string;
  readonly Status: 'Pending' | 'Succeeded' | 'Failed';
  readonly Attempts: readonly {
    readonly At: string;
    readonly StatusCode?: number;
    readonly Error?: string;
    readonly DurationMs: number;
  }[];
  /** Epoch milliseconds of the next attempt, while pending. */
  readonly NextAttemptAt?: number;
}
