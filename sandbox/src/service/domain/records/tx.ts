import type { EventFacts } from '../../model/event-catalogue.ts';
import type { Random } from '../../state/random.ts';
import type { Task } from '../../state/schedule.ts';
import type { Collections } from '../../state/state.ts';
import type { Account } from './account.ts';
import type { DomainCollections } from './collections.ts';
import type { TaskType } from './tasks.ts';
import type { DeliveryRecord, EventRecord } from './webhooks.ts';

/**
 * Everything that a rule may use: the documents, the time, ids and randomness. Rules get it as their first argument and run
 * inside one transaction; they get nothing from elsewhere.
 */
export interface Tx extends Collections<DomainCollections> {
  /** Epoch milliseconds of the simulated instant. */
  readonly now: number;
  readonly account: Account;
  readonly random: Random;
  /** The instant as text for a record: later than that of any earlier record, by at least a microsecond. */
  stamp(): string;
  /** The instant of the latest stamp in epoch milliseconds: ahead of a stopped clock after many records. */
  readonly lastStamp: number;
  /** A new ObjectId. */
  newId(): string;
  /**
   * Returns a new ObjectId that cannot be guessed from another one, because browsers see it, and its order can be paid
   * without a login.
   */
  newOrderId(): string;
  /**
   * Records an event in this transaction; its webhooks are sent after the commit.
   *
   * @param webhookId sends it to this endpoint only, regardless of its subscriptions
   */
  emit(event: EventFacts, webhookId?: string): EventRecord;
  /** Queues a recorded delivery, which is sent after the commit. */
  dispatch(delivery: DeliveryRecord): void;
  /** Schedules a task, or moves the one of the same type and key. */
  schedule(type: TaskType, key: string, dueAt: number, data?: Task['Data']): void;
  unschedule(type: TaskType, key: string): void;
}
