import { timestamp } from '../../service/domain/basics/time.ts';
import type { DeliveryRecord } from '../../service/domain/records/webhooks.ts';
import type { RequestEntry } from '../../service/model/activity-entries.ts';
import type { EventPayload } from '../../service/model/event-catalogue.ts';
import type { DecidedPayment } from '../../service/simulation/collections.ts';

/** The payment of an event. */
export interface LoggedPayment {
  readonly Amount: number;
  readonly Currency: string;
  readonly Provider: string;
  readonly Status: string;
  readonly ErrorCode?: string;
  readonly ErrorMessage?: string;
}

/** One line of the live log. `At` is the sandbox's time; `Workspace` is absent for the sandbox itself. */
export type LogEntry = { readonly At: string; readonly Workspace?: string } & (
  | ({ readonly Kind: 'request' } & Omit<RequestEntry, 'At' | 'Id'>)
  | { readonly Kind: 'event'; readonly Payload: EventPayload; readonly Payment?: LoggedPayment }
  | ({ readonly Kind: 'delivery' } & LoggedDelivery)
  | ({ readonly Kind: 'payment' } & Omit<DecidedPayment, 'Id' | 'At'>)
);

/** An attempt to deliver a webhook. */
export interface LoggedDelivery {
  readonly Id: string;
  readonly Event: string;
  readonly Url: string;
  readonly Status: DeliveryRecord['Status'];
  readonly Attempt: number;
  readonly StatusCode?: number;
  readonly Error?: string;
  /** Seconds of the sandbox's clock to the next attempt. */
  readonly NextAttemptInSeconds?: number;
}

/** A delivery after an attempt. */
export function loggedDelivery(delivery: DeliveryRecord, now: number): LoggedDelivery {
  const { Id, Event, Url, Status, Attempts, NextAttemptAt } = delivery;
  const { StatusCode, Error: reason } = Attempts.at(-1) ?? {};
  return {
    Id,
    Event,
    Url,
    Status,
    Attempt: Attempts.length,
    ...(StatusCode === undefined ? {} : { StatusCode }),
    ...(reason === undefined ? {} : { Error: reason.replace(/^not delivered: /, '') }),
    ...(NextAttemptAt === undefined
      ? {}
      : { NextAttemptInSeconds: Math.max(0, Math.round((NextAttemptAt - now) / 1000)) }),
  };
}

export function entryContext(
  workspace: string,
  now: number,
): { readonly At: string; readonly Workspace?: string } {
  return workspace === '' ? { At: timestamp(now) } : { At: timestamp(now), Workspace: workspace };
}
