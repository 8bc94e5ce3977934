import type { EventFacts } from '../../model/event-catalogue.ts';
import type { Random } from '../../state/random.ts';
import type { Task } from '../../state/schedule.ts';
import type { Collections } from '../../state/state.ts';
import type { Account } from './account.ts';
import type { DomainCollections } from './collections.ts';
import type { TaskType } from './tasks.ts';
import type { DeliveryRecord, EventRecord } from './webhooks.ts';

/**
 * All that a rule may touch: the documents, the time, ids and randomness. Rules take it as their first argument and run
 * inside one transaction; they fetch nothing from elsewhere.
 */
export interface Tx extends Collections<DomainCollections> {
  /** Epoch milliseconds of the simulated instant. */
  readonly now: number;
  readonly account: Account;
  readonly random: Random;
  /** The instant as a text for a record: later than that of any record before, by a microsecond at least. */
  stamp(): string;
  /** The instant of the latest stamp in epoch milliseconds: ahead of a stopped clock after many records. */
  readonly lastStamp: number;
  /** A new ObjectId. */
  newId(): string;
  /**
   * Returns a new ObjectId that cannot be guessed from another one: browsers see it, and it can be paid without a
   * login.
   */
  newOrderId(): string;
  /**
   * Records an event in this transaction; its webhooks go out after it.
   *
   * @param webhookId sends it to this endpoint alone, whatever it subscribed to
   */
  emit(event: EventFacts, webhookId?: string): EventRecord;
  /** Hands a recorded delivery over to be sent, when the transaction has succeeded. */
  dispatch(delivery: DeliveryRecord): void;
  /** Plans a task, or moves the one of the same type and key. */
  schedule(type: TaskType, key: string, dueAt: number, data?: Task['Data']): void;
  unschedule(type: TaskType, key: string): void;
}
