import type { Receipt } from '../basics/app-stores.ts';
import type { ReceiptCode } from '../basics/problem-codes.ts';
import type { StoreState } from '../records/stores.ts';

/** A subscription from a store's response, in one format for all stores. Instants are epoch milliseconds. */
export interface SeenSubscription {
  /** The external subscription id; it does not change on renewal. */
  readonly Id: string;
  /** The product in the store, which identifies the plan variant. */
  readonly ProductId: string;
  readonly State: StoreState;
  readonly InTrial: boolean;
  /** The time of the first purchase. */
  readonly StartedAt: number;
  /** The start of the current paid period or trial, if the store reports it; without access, the end of access. */
  readonly Since?: number | undefined;
  /** The end of access if nothing changes. */
  readonly ExpiresAt: number;
  /** The receipt or token for further queries about this subscription. */
  readonly Receipt: Receipt;
  /** The external id of the purchase that this one replaced. */
  readonly Replaces?: string;
}

/** The service's interpretation of a store's response. */
export type Verdict =
  | { readonly Kind: 'Valid'; readonly Subscriptions: readonly SeenSubscription[] }
  /** The store reports that it is over, without details. */
  | { readonly Kind: 'Gone'; readonly Why: string }
  /** The store rejects it. */
  | { readonly Kind: 'Refused'; readonly Code: RefusedReceiptCode; readonly Why: string }
  /** Undecided; a retry may help. */
  | { readonly Kind: 'Unavailable'; readonly Why: string };

/** Codes of the 422 (field `Code`) for a receipt that the store rejects. */
type RefusedReceiptCode = Exclude<ReceiptCode, 'SubscriptionOver' | 'UnknownProduct' | 'StoreUnavailable'>;

export const refused = (Code: RefusedReceiptCode, Why: string): Verdict => ({ Kind: 'Refused', Code, Why });
export const unavailable = (Why: string): Verdict => ({ Kind: 'Unavailable', Why });

/** JSON from a store; it is not validated. */
export type Json = { readonly [field: string]: unknown };

/** @returns undefined unless the body is a JSON object */
export function parseObject(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** A store's response lacks a required field. */
export class UnreadableAnswer extends Error {}

/** A field with an instant in milliseconds, as number or string. @throws UnreadableAnswer */
export function instantIn(json: Json, field: string): number {
  const found = instantIfAny(json, field);
  if (found === undefined) throw new UnreadableAnswer(`its field ${field} is missing or not a valid time`);
  return found;
}

export function instantIfAny(json: Json, field: string): number | undefined {
  const value = json[field];
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new UnreadableAnswer(`its field ${field} is not a valid time`);
  return number;
}

/** A string field. @throws UnreadableAnswer */
export function textIn(json: Json, field: string): string {
  const value = json[field];
  if (typeof value !== 'string' || value === '') throw new UnreadableAnswer(`its field ${field} is missing`);
  return value;
}

/** A field with a list of objects; empty if it is missing. */
export function listIn(json: Json, field: string): Json[] {
  const value = json[field];
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
    throw new UnreadableAnswer(`its field ${field} is not a list`);
  }
  return value as Json[];
}
