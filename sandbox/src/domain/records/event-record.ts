import type { EventPayload } from '../../model/event-catalogue.ts';

/** An event as it was recorded, in the transaction of the change that it reports. */
export interface EventRecord {
  readonly Id: string;
  /** Epoch milliseconds. */
  readonly At: number;
  readonly Payload: EventPayload;
}
