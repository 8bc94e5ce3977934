import type { Receipt } from '../basics/app-stores.ts';
import type { ReceiptCode } from '../basics/problem-codes.ts';
import type { StoreState } from '../records/stores.ts';

/** A subscription as a store's answer describes it, in one form for all stores. Instants are epoch milliseconds. */
export interface SeenSubscription {
  /** The external subscription id: it stays over renewals. */
  readonly Id: string;
  /** The product in the store, by which the plan variant is found. */
  readonly ProductId: string;
  readonly State: StoreState;
  readonly InTrial: boolean;
  /** The time of the first purchase. */
  readonly StartedAt: number;
  /** The start of the current paid period or trial, if the store reports it; without access, the end of access. */
  readonly Since?: number | undefined;
  /** Until when the customer has access if nothing changes. */
  readonly ExpiresAt: number;
  /** With what the store is asked for this subscription from now on. */
  readonly Receipt: Receipt;
  /** The external id of the purchase that this one took the place of. */
  readonly Replaces?: string;
}

/** The service's reading of a store's response. */
export type Verdict =
  | { readonly Kind: 'Valid'; readonly Subscriptions: readonly SeenSubscription[] }
  /** The store knows of it and says that it is over, without details. */
  | { readonly Kind: 'Gone'; readonly Why: string }
  /** The store does not take it. */
  | { readonly Kind: 'Refused'; readonly Code: RefusedReceiptCode; readonly Why: string }
  /** No judgement now; a repeat may bring one. */
  | { readonly Kind: 'Unavailable'; readonly Why: string };

/** Codes with which a store's answer can refuse a receipt (field `Code` of the 422). */
type RefusedReceiptCode = Exclude<ReceiptCode, 'SubscriptionOver' | 'UnknownProduct' | 'StoreUnavailable'>;

export const refused = (Code: RefusedReceiptCode, Why: string): Verdict => ({ Kind: 'Refused', Code, Why });
export const unavailable = (Why: string): Verdict => ({ Kind: 'Unavailable', Why });

/** JSON of a store, of which nothing is taken for granted. */
export type Json = { readonly [field: string]: unknown };

/** @returns undefined unless the body is a JSON object */
export function jsonOf(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** A store's answer lacks what it must have. */
export class UnreadableAnswer extends Error {}

/** A field with an instant in milliseconds, as number or text. @throws UnreadableAnswer */
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

/** A field with a text. @throws UnreadableAnswer */
export function textIn(json: Json, field: string): string {
  const value = json[field];
  if (typeof value !== 'string' || value === '') throw new UnreadableAnswer(`its field ${field} is missing`);
  return value;
}

/** A field with a list of objects; empty where it is missing. */
export function listIn(json: Json, field: string): Json[] {
  const value = json[field];
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
    throw new UnreadableAnswer(`its field ${field} is not a list`);
  }
  return value as Json[];
}
