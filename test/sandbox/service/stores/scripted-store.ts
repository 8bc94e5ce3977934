import type { Receipt, StoreAnswer } from '../../../../sandbox/src/service/domain/basics/app-stores.ts';
import {
  commitReceiptOrder,
  createReceiptOrder,
} from '../../../../sandbox/src/service/domain/stores/receipt-orders.ts';
import type { OrderInput, StoreReceipt } from '../../../../sandbox/src/service/model/order.ts';
import { Shop } from '../domain/billing-kit.ts';

export const NOW = Date.parse('2026-01-15T10:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const at = (instant: number) => new Date(instant).toISOString();
export const stamp = (instant: number) => at(instant).replace('Z', '0000Z');
export const ada = { FirstName: 'Ada', LastName: 'App', Tag: 'ada-1' };
export const monthly = 'com.merchant.apple.monthly';
export const yearly = 'com.merchant.apple.yearly';
export const receipt = { Type: 'AppleIap', AppleIapReceipt: 'r1' } as const;
export const purchase = (GoogleIapToken: string) =>
  ({
    Type: 'GoogleIap',
    GoogleIapPackageName: 'com.merchant.app',
    GoogleIapSubscriptionId: 'com.merchant.google.monthly',
    GoogleIapToken,
  }) as const;
export const amazonReceipt = { Type: 'AmazonIap', AmazonIapReceiptId: 'a1', AmazonIapUserId: 'u1' } as const;

/** A subscription in a store: what of it differs from one that was bought ten days ago and runs for twenty more. */
export interface Bought {
  readonly id: string;
  readonly product?: string;
  readonly since?: number;
  /** When it was bought first, where it has been renewed since. */
  readonly first?: number;
  readonly until?: number;
  readonly renews?: boolean;
  readonly canceled?: number;
  readonly trial?: boolean;
}

/** The service with a store of the test's own, which says what the test lets it say. */
export class Store {
  readonly shop = new Shop(at(NOW));
  readonly asked: Receipt[] = [];
  answer: StoreAnswer;

  constructor(...bought: Bought[]) {
    this.answer = this.answered({ status: 21009 });
    this.sells(...bought);
    Object.assign(this.shop.core, {
      stores: {
        verify: (asked: Receipt) => {
          this.asked.push(asked);
          return this.answer;
        },
      },
    });
  }

  get core() {
    return this.shop.core;
  }

  answered(body: object): StoreAnswer {
    return { Outcome: 'Answered', Status: 200, Body: JSON.stringify(body) };
  }

  sells(...bought: Bought[]): void {
    const transactions = bought.map(
      ({
        id,
        product = monthly,
        since = NOW - 10 * DAY,
        first = since,
        until = NOW + 20 * DAY,
        canceled,
        trial = false,
      }) => ({
        product_id: product,
        original_transaction_id: id,
        purchase_date_ms: since,
        original_purchase_date_ms: first,
        expires_date_ms: until,
        is_trial_period: String(trial),
        ...(canceled === undefined ? {} : { cancellation_date_ms: canceled }),
      }),
    );
    const renewals = bought.map(({ id, renews = true }) => ({
      original_transaction_id: id,
      auto_renew_status: renews ? '1' : '0',
    }));
    this.answer = this.answered({
      status: 0,
      receipt: { bundle_id: 'com.merchant.app' },
      latest_receipt_info: transactions,
      pending_renewal_info: renewals,
    });
  }

  /** The same of GoogleIap, which answers for one purchase. */
  holds(bought: object = {}): void {
    this.answer = this.answered({
      startTimeMillis: NOW - 10 * DAY,
      expiryTimeMillis: NOW + 20 * DAY,
      autoRenewing: true,
      paymentState: 1,
      purchaseType: 0,
      ...bought,
    });
  }

  /** And of AmazonIap. */
  holdsAmazon(): void {
    this.answer = this.answered({
      receiptId: amazonReceipt.AmazonIapReceiptId,
      termSku: 'com.merchant.amazon.monthly',
      purchaseDate: NOW - 10 * DAY,
      renewalDate: NOW + 20 * DAY,
      testTransaction: true,
    });
  }

  /** The store knows of the subscription, and says no more than that it is over. */
  isGone(): void {
    this.answer = { Outcome: 'Answered', Status: 410, Body: '{}' };
  }

  create(input: OrderInput = {}, by: StoreReceipt = receipt) {
    return createReceiptOrder(this.core, {
      ...(input.CustomerId === undefined && input.ContractId === undefined ? { Customer: ada } : {}),
      ...by,
      ...input,
    });
  }

  async order(input: OrderInput = {}, by: StoreReceipt = receipt) {
    return commitReceiptOrder(this.core, (await this.create(input, by)).Id);
  }

  contract(id: string) {
    return this.shop.contract(id);
  }

  /** When the store is asked next, in milliseconds from the start of the test. */
  nextCheck(contractId: string): number | undefined {
    const due = this.core.schedule.get('store-check', contractId)?.DueAt;
    return due === undefined ? undefined : due - NOW;
  }

  link(id: string, type: Receipt['Type'] = 'AppleIap') {
    return this.shop.tx.externalSubscriptions.get(`${type}/${id}`);
  }

  changes() {
    return [...this.shop.tx.events].flatMap(({ Payload }) =>
      Payload.Event === 'ContractChanged' ? [Payload.ContractChangeType] : [],
    );
  }
}
