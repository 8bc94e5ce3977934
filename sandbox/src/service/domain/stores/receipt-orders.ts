import type { Contract } from '../../model/contract.ts';
import type { OrderInput, OrderPreview, StoreReceipt } from '../../model/order.ts';
import type { StoreType } from '../../model/statuses.ts';
import type { Receipt } from '../basics/app-stores.ts';
import { defined } from '../basics/defined.ts';
import { invalid } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { refuseOtherStore } from '../contract-facts/store-separation.ts';
import { contractView } from '../contracts/contract-view.ts';
import { completeOnContract, completeOrder } from '../orders/order-completion.ts';
import { createOrder, previewOrder } from '../orders/order-creation.ts';
import { refuseStep } from '../orders/order-status.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract, getOrder, refuseAnnulled } from '../records/lookups.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Service } from '../records/service.ts';
import { findStoreLink } from '../records/store-links.ts';
import { type ExternalSubscription, isOver } from '../records/stores.ts';
import type { Tx } from '../records/tx.ts';
import { followedLink, takeOver } from './replaced-purchases.ts';
import { attach, followGone, followStore, startFollowing, variantOfProduct } from './store-contracts.ts';
import { leadingField, readReceipt } from './store-receipts.ts';
import type { SeenSubscription, Verdict } from './store-verdict.ts';
import { refusal, seenSubscriptions, verify } from './store-verification.ts';

/** The response of the check (spec: External subscription check). */
export interface CheckedSubscriptions {
  readonly Subscriptions: readonly {
    readonly Id: string;
    readonly Contract?: { readonly Id: string; readonly CustomerId: string };
  }[];
}

/**
 * The subscriptions of a receipt, each with its contract if the service has one. Also updates those contracts from the
 * store's response.
 *
 * @throws Problem Invalid for a receipt that is incomplete or rejected by the store; Unavailable when the store is down
 */
export async function checkSubscriptions(
  service: Service,
  input: StoreReceipt,
): Promise<CheckedSubscriptions> {
  const receipt = readReceipt(input);
  const verdict = await verify(service, receipt);
  service.transaction((tx) => applyVerdict(tx, receipt, verdict));
  return service.transaction((tx) => ({
    Subscriptions: seenSubscriptions(verdict, receipt).map(({ Id }) => {
      const contract = tx.contracts.get(findStoreLink(tx, receipt.Type, Id)?.ContractId);
      return contract === undefined
        ? { Id }
        : { Id, Contract: { Id: contract.Id, CustomerId: contract.CustomerId } };
    }),
  }));
}

/** Updates the contracts with a new verdict. */
function applyVerdict(tx: Tx, receipt: Receipt, verdict: Verdict): void {
  if (verdict.Kind === 'Valid') {
    for (const seen of verdict.Subscriptions) takeOver(tx, receipt.Type, seen);
  } else if (verdict.Kind === 'Gone' && receipt.Type !== 'AppleIap') {
    const link = findStoreLink(
      tx,
      receipt.Type,
      receipt.Type === 'GoogleIap' ? receipt.GoogleIapToken : receipt.AmazonIapReceiptId,
    );
    if (link !== undefined && link.ReplacedBy === undefined) followGone(tx, link);
  }
}

/** Returns the preview of an order with a receipt. The total is zero, because the store bills. */
export async function previewReceiptOrder(service: Service, input: OrderInput): Promise<OrderPreview> {
  return ordering(service, input, (tx, ordered) => previewOrder(tx, ordered.input, ordered.options));
}

/**
 * Creates an order with a store receipt instead of a cart (spec: IAP orders 1, 2).
 *
 * @throws Problem Invalid for a receipt that is invalid or not for this contract; Unavailable when the store is down
 */
export async function createReceiptOrder(service: Service, input: OrderInput): Promise<OrderRecord> {
  return ordering(service, input, (tx, ordered) => createOrder(tx, ordered.input, ordered.options));
}

interface ReceiptOrder {
  readonly input: OrderInput;
  readonly options: {
    readonly bySelfService: false;
    readonly receipt: NonNullable<OrderRecord['Ordered']['Receipt']>;
  };
}

/** Verifies the receipt of an order's input, and returns the input with the receipt's cart. */
async function ordering<R>(
  service: Service,
  input: OrderInput,
  work: (tx: Tx, ordered: ReceiptOrder) => R,
): Promise<R> {
  if (input.Cart !== undefined)
    throw invalid('Cart', 'is not allowed with a receipt, which replaces the cart.');
  const receipt = readReceipt(input);
  const verdict = await verify(service, receipt);
  return service.transaction((tx) => {
    const seen = chosen(tx, receipt, seenSubscriptions(verdict, receipt), input.ExternalSubscriptionId);
    const link = followedLink(tx, receipt.Type, seen);
    const contract = contractFor(tx, input.ContractId, link, receipt.Type);
    const variant = variantOfProduct(tx, receipt.Type, seen.ProductId);
    if (variant === undefined) throw unknownProduct(receipt, seen);
    const { StartDate, EndDate, BilledUntil, ChangeDate, ...kept } = input;
    return work(tx, {
      input: {
        ...kept,
        ...defined({ ContractId: contract?.Id }),
        Cart: { PlanVariantId: variant.Id },
        // The store sets the dates.
        ...(contract === undefined ? { StartDate: timestamp(seen.StartedAt) } : {}),
      },
      options: { bySelfService: false, receipt: { Fields: receipt, ExternalId: seen.Id } },
    });
  });
}

/** The contract of an order: the one it names, or the existing one (restoration). */
function contractFor(
  tx: Tx,
  wanted: string | undefined,
  link: ExternalSubscription | undefined,
  type: StoreType,
): ContractRecord | undefined {
  if (wanted === undefined) return link === undefined ? undefined : getContract(tx, link.ContractId);
  const contract = tx.contracts.get(wanted);
  if (contract === undefined) throw invalid('ContractId', `there is no contract "${wanted}".`);
  refuseOtherStore(contract, type);
  if (link !== undefined && link.ContractId !== contract.Id) {
    throw invalid(
      'ContractId',
      `the subscription of the receipt already belongs to contract ${link.ContractId}.`,
    );
  }
  return contract;
}

/**
 * The subscription of a receipt that an order uses: the named one; else the first active one without a contract;
 * else the newest one with a contract, which is then returned (restoration).
 */
function chosen(
  tx: Tx,
  receipt: Receipt,
  subscriptions: readonly SeenSubscription[],
  wanted: string | undefined,
): SeenSubscription {
  const { Type } = receipt;
  const known = (seen: SeenSubscription) => followedLink(tx, Type, seen) !== undefined;
  if (wanted !== undefined) {
    const found = subscriptions.find(({ Id }) => Id === wanted);
    if (found === undefined) {
      const ids = subscriptions.map(({ Id }) => Id).join(', ');
      throw invalid(
        'ExternalSubscriptionId',
        `the receipt does not contain the subscription "${wanted}"; it contains ${ids}.`,
      );
    }
    if (isOver(found.State) && !known(found)) throw isOverAlready(receipt, found);
    return found;
  }
  const open = subscriptions.filter((seen) => !isOver(seen.State) && !known(seen));
  const fresh = open.find((seen) => variantOfProduct(tx, Type, seen.ProductId) !== undefined);
  const restored = subscriptions
    .filter(known)
    .sort((a, b) => Number(isOver(a.State)) - Number(isOver(b.State)) || b.StartedAt - a.StartedAt)[0];
  const found = fresh ?? restored ?? open[0];
  if (found === undefined) throw isOverAlready(receipt, subscriptions.at(-1) as SeenSubscription);
  return found;
}

function isOverAlready(receipt: Receipt, seen: SeenSubscription): Error {
  return refusal(
    leadingField[receipt.Type],
    'SubscriptionOver',
    `the subscription "${seen.Id}" has been ${seen.State} since ${timestamp(seen.Since ?? seen.ExpiresAt)}; a contract requires a subscription that has not ended.`,
  );
}

function unknownProduct(receipt: Receipt, seen: SeenSubscription): Error {
  return refusal(
    leadingField[receipt.Type],
    'UnknownProduct',
    `no plan variant has the StoreProductId "${seen.ProductId}" in the store ${receipt.Type}; set it on a plan variant.`,
  );
}

/**
 * Verifies the receipt again and completes the order: creates customer and contract, or returns the existing contract.
 * Two concurrent orders result in one contract (spec: IAP orders 2).
 */
export async function commitReceiptOrder(service: Service, orderId: string): Promise<Contract> {
  const ordered = service.transaction((tx) => receiptOrdered(tx, orderId));
  const verdict = await verify(service, ordered.Fields);
  return service.transaction((tx) => {
    const { Fields, ExternalId } = receiptOrdered(tx, orderId);
    const seen = seenSubscriptions(verdict, Fields).find(({ Id }) => Id === ExternalId);
    if (seen === undefined) {
      throw refusal(
        leadingField[Fields.Type],
        'InvalidReceipt',
        `the receipt no longer contains the subscription "${ExternalId}".`,
      );
    }
    return contractView(tx, fulfil(tx, getOrder(tx, orderId), Fields.Type, seen));
  });
}

function receiptOrdered(tx: Tx, orderId: string): NonNullable<OrderRecord['Ordered']['Receipt']> {
  const order = getOrder(tx, orderId);
  refuseStep(order, 'complete');
  return order.Ordered.Receipt as NonNullable<OrderRecord['Ordered']['Receipt']>;
}

function fulfil(tx: Tx, order: OrderRecord, type: StoreType, seen: SeenSubscription): ContractRecord {
  const link = takeOver(tx, type, seen);
  if (link !== undefined) return completeOnContract(tx, order, getContract(tx, link.ContractId));
  if (isOver(seen.State)) throw isOverAlready(order.Ordered.Receipt?.Fields as Receipt, seen);
  if (order.OrderType === 'Upgrade') {
    const contract = getContract(tx, order.ContractId);
    refuseAnnulled(contract);
    attach(tx, contract.Id, type, seen);
    followStore(tx, findStoreLink(tx, type, seen.Id) as ExternalSubscription, seen);
    return completeOnContract(tx, order, getContract(tx, contract.Id));
  }
  const contract = completeOrder(tx, order.Id, {});
  startFollowing(tx, contract, type, seen);
  return getContract(tx, contract.Id);
}
