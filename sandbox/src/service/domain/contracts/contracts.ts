import type { Contract } from '../../model/contract.ts';
import { changedBy } from '../basics/defined.ts';
import { conflict } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getSubject, nothing } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import { changedCustomFields } from '../customers/custom-fields.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import { unscheduleContract } from '../records/tasks.ts';
import type { Tx } from '../records/tx.ts';
import { endContract, revokeCancellation } from './contract-end.ts';
import { isDeletable } from './contract-view.ts';
import { reviewEscalation } from './dunning.ts';

export { changePaymentMethod } from '../payments/payment-methods.ts';
export { getContract } from '../records/lookups.ts';
export { annulContract } from './contract-annulment.ts';
export { contractDetails } from './contract-details.ts';
export { cancelContract, cancellationPreview, endContract, revokeCancellation } from './contract-end.ts';
export { pauseContract, resumeContract } from './contract-pause.ts';
export { contractView } from './contract-view.ts';
export { moveTrialEnd } from './trial-end.ts';

/** Fields of a contract that may be changed directly. */
export interface ContractPatch {
  readonly Notes?: string | undefined;
  readonly ExternalId?: string | undefined;
  /** Ends the contract on this date; present without a value, it revokes a cancellation. */
  readonly EndDate?: string | undefined;
  readonly CustomFields?: { readonly [key: string]: unknown } | undefined;
  readonly EscalationSuspended?: boolean | undefined;
  readonly RecurringPaymentsPaused?: boolean | undefined;
  readonly BillingSuspended?: boolean | undefined;
  readonly ThresholdBillingDisabled?: boolean | undefined;
  readonly OnAccountDueAfter?: Contract['OnAccountDueAfter'] | undefined;
}

type ContractFields = Omit<ContractPatch, 'CustomFields' | 'EndDate'>;

/**
 * Changes the fields in the input. A field without a value is unset, or gets the default of a new contract; a custom
 * field with `null` is removed.
 */
export function patchContract(tx: Tx, id: string, patch: ContractPatch): ContractRecord {
  const { CustomFields, EndDate, ...fields } = patch;
  if ('EndDate' in patch) {
    setEndDate(tx, id, EndDate);
    if (Object.keys(patch).length === 1) return getContract(tx, id);
  }
  const before = getContract(tx, id);
  const custom = 'CustomFields' in patch ? CustomFields : {};
  return changeContract(tx, before, {
    ...withFields(tx, before, fields),
    CustomFields: custom === undefined ? {} : changedCustomFields(before.CustomFields, custom),
  });
}

function setEndDate(tx: Tx, id: string, EndDate: string | undefined): void {
  const before = getContract(tx, id);
  if (EndDate !== undefined && EndDate !== '') {
    if (timestamp(instant(EndDate)) !== before.EndDate) endContract(tx, id, EndDate);
  } else if (before.EndDate !== undefined) revokeCancellation(tx, id, 'Merchant');
}

/** Replaces all changeable fields: an omitted field is unset (field notes 3.7). */
export function replaceContract(tx: Tx, id: string, input: ContractPatch): ContractRecord {
  const { CustomFields = {}, EndDate, ...fields } = input;
  // An end is revoked only explicitly: a client that omits the field may not know it.
  if (EndDate !== undefined) setEndDate(tx, id, EndDate);
  const before = getContract(tx, id);
  return changeContract(tx, before, {
    ...withFields(tx, before, { ...nothingNamed, ...fields }),
    CustomFields: changedCustomFields({}, CustomFields),
  });
}

const nothingNamed: { readonly [Field in keyof ContractFields]-?: undefined } = {
  Notes: undefined,
  ExternalId: undefined,
  EscalationSuspended: undefined,
  RecurringPaymentsPaused: undefined,
  BillingSuspended: undefined,
  ThresholdBillingDisabled: undefined,
  OnAccountDueAfter: undefined,
};

/** Returns the contract with these fields; a field without a value gets the default of a new contract. */
function withFields(tx: Tx, before: ContractRecord, fields: ContractFields): ContractRecord {
  const change: { -readonly [Field in keyof ContractFields]: ContractFields[Field] } = { ...fields };
  for (const field of [
    'EscalationSuspended',
    'RecurringPaymentsPaused',
    'BillingSuspended',
    'ThresholdBillingDisabled',
  ] as const) {
    if (field in fields) change[field] ??= false;
  }
  if ('OnAccountDueAfter' in fields) change.OnAccountDueAfter ??= tx.account.OnAccountDueAfter;
  for (const field of ['Notes', 'ExternalId'] as const) {
    if (change[field] === '') change[field] = undefined;
  }
  return changedBy(before, change);
}

function changeContract(tx: Tx, before: ContractRecord, after: ContractRecord): ContractRecord {
  tx.contracts.replace(after);
  tx.emit({
    Event: 'ContractDataChanged',
    ContractId: after.Id,
    CustomerId: after.CustomerId,
  });
  if (before.RecurringPaymentsPaused !== after.RecurringPaymentsPaused) {
    emitPaymentProcess(tx, after);
    if (!after.RecurringPaymentsPaused) scheduleCollection(tx, after.Id);
  }
  if (before.BillingSuspended !== after.BillingSuspended) applyBill(tx, nothing(getSubject(tx, after)));
  if (before.EscalationSuspended !== after.EscalationSuspended) reviewEscalation(tx, after.Id);
  return getContract(tx, after.Id);
}

/** Emits the event for pausing or resuming the collection of payments. */
function emitPaymentProcess(tx: Tx, contract: ContractRecord): void {
  tx.emit({
    Event: 'PaymentProcessStatusChanged',
    ContractId: contract.Id,
    CustomerId: contract.CustomerId,
  });
}

/** Deletes a contract that has no documents and no bookings. */
export function deleteContract(tx: Tx, id: string): void {
  const contract = getContract(tx, id);
  if (!isDeletable(tx, contract)) {
    throw conflict(
      `Contract ${id} has invoices or bookings; end it (POST …/end) or annul it (POST …/annulate).`,
    );
  }
  unscheduleContract(tx, id);
  for (const one of tx.componentSubscriptions.where('ContractId', id))
    tx.componentSubscriptions.delete(one.Id);
  for (const one of tx.discountSubscriptions.where('ContractId', id)) tx.discountSubscriptions.delete(one.Id);
  for (const one of tx.meteredUsages.where('ContractId', id)) tx.meteredUsages.delete(one.Id);
  for (const one of tx.ratedItems.where('ContractId', id)) tx.ratedItems.delete(one.Id);
  tx.paymentMethods.delete(id);
  tx.contracts.delete(id);
  tx.emit({
    Event: 'ContractDeleted',
    ContractId: id,
    CustomerId: contract.CustomerId,
  });
}
