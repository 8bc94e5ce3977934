// Every code that a refusal of the service can carry. `problem-reference.ts` beside this file explains those that ClientLib
// does not know; docs/errors.md is made from both packages' tables.
import {
  libraryCodes,
  paymentCodes,
  type ServiceCode,
  serviceDetailCodes,
} from '../../../../../sdk/src/errors/codes.ts';

/** Codes of the REST API. ClientLib receives the general code of their status instead. */
export const restCodes = [
  'AlreadyExists',
  'Changed',
  'Duplicate',
  'InvalidJson',
  'MethodNotAllowed',
  'Missing',
  'TooLarge',
  'UnknownProperty',
  'UnsupportedMediaType',
] as const;

/** Codes of receipts of app stores, in a check and in an order. */
export const receiptCodes = [
  'InvalidReceipt',
  'WrongEnvironment',
  'ForeignApp',
  'StoreConfiguration',
  'SubscriptionOver',
  'UnknownProduct',
  'StoreUnavailable',
] as const;

/** Codes that only a sandbox sends, about its clock, faults, workspaces and storage. */
export const sandboxCodes = [
  'AdvanceCanceled',
  'ClockMoving',
  'Closed',
  'InvalidFault',
  'NotKept',
  'NotRecorded',
  'QuotaExceeded',
  'StateReplaced',
  'StorageUnavailable',
  'TooManyWorkspaces',
] as const;

export type ReceiptCode = (typeof receiptCodes)[number];

/** A code that ClientLib does not know. */
export type ServerOnlyCode = (typeof restCodes)[number] | ReceiptCode | (typeof sandboxCodes)[number];

/** `Code` of a rejection. */
export type RefusalCode = ServiceCode | ServerOnlyCode;

/** `Code` of a declined payment; empty if the provider sent none (ClientLib: `UnmappedError`). */
export type DeclineCode = RefusalCode | '';

export const refusalCodes = [
  ...new Set([
    ...libraryCodes,
    ...paymentCodes,
    ...serviceDetailCodes,
    ...restCodes,
    ...receiptCodes,
    ...sandboxCodes,
  ]),
] as const;

export function isRefusalCode(code: unknown): code is RefusalCode {
  return refusalCodes.some((known) => known === code);
}
