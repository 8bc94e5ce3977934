import type { ComponentSubscription, Contract, Phase } from '../../model/contract.ts';
import type { InvoicePreview } from '../../model/invoice.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, Problem } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { type Bill, getSubject, joined, nothing, type Subject } from '../billing/bill.ts';
import { applyBill, withBillingDates } from '../billing/billed-contract.ts';
import {
  componentsCreditedFrom,
  feeCredits,
  type StandingLines,
  standingAfter,
  stoodBefore,
  takenBackCredits,
} from '../billing/credited-days.ts';
import { toInvoicePreview } from '../billing/document-views.ts';
import { draftInvoice } from '../billing/invoices.ts';
import { lastBill } from '../billing/recurring-billing.ts';
import { billedUpTo } from '../contract-facts/billed-elsewhere.ts';
import { emitChange, recordChange, recordRevocation, stateBefore } from '../contract-facts/change-history.ts';
import { contractEnd } from '../contract-facts/contract-phases.ts';
import { refuseObserved } from '../contract-facts/store-separation.ts';
import { refuseLocked } from '../customers/customers.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { settleCredit } from '../payments/credit-balance.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract, refuseAnnulled } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { nextCancellation } from './cancellation-date.ts';
import { contractView } from './contract-view.ts';
import { granularEnd } from './granularity.ts';

/** The contract with its new end, and the credit for it. */
export interface EndResult {
  readonly EndDate: string;
  /** The final credit or charge; all zero if there is none. */
  readonly Invoice: InvoicePreview;
  readonly ContractAfter: Contract;
}

/** Who cancels or revokes the cancellation. */
export type Canceller = 'Customer' | 'Merchant';

export interface CancellationPreview extends EndResult {
  /** The deadline of a cancellation for this end. */
  readonly NextPossibleCancellationDate: string;
  /** The instant at which the contract is canceled. */
  readonly CancellationDate: string;
}

/** Returns the effect of a cancellation at this instant, without changing anything. */
export function cancellationPreview(tx: Tx, contractId: string, at = tx.now): CancellationPreview {
  const contract = getContract(tx, contractId);
  const { endDate, noticeDate } = nextCancellation(tx, contract, at);
  const known = contractEnd(contract);
  const end = Math.min(endDate, known);
  const bill =
    end === known
      ? nothing(getSubject(tx, contract))
      : endBill(tx, withEnd(contract, end, 'Customer'), contract);
  const after = withBillingDates(tx, bill.subject.contract, false);
  return {
    NextPossibleCancellationDate: timestamp(noticeDate),
    CancellationDate: timestamp(at),
    EndDate: timestamp(end),
    Invoice: toInvoicePreview(draftInvoice(tx, bill.subject, bill.lines)),
    ContractAfter: contractView(tx, after),
  };
}

/**
 * Ends the contract at the next possible date (spec: Portal: cancel contract). A contract that ends sooner is not
 * changed.
 */
export function cancelContract(tx: Tx, contractId: string): ContractRecord & { readonly EndDate: string } {
  const contract = getContract(tx, contractId);
  refuseObserved(contract, 'Cancel it there.');
  refuseOver(contract);
  const { endDate } = nextCancellation(tx, contract, tx.now);
  if (contractEnd(contract) > endDate) setEnd(tx, contract, endDate, 'Customer');
  const ended = getContract(tx, contractId);
  return { ...ended, EndDate: ended.EndDate ?? timestamp(endDate) };
}

/**
 * Ends the contract at this date, without notice (POST contracts/{id}/end); without a date, at the next possible one. An
 * existing end is moved if it is in the future.
 *
 * @throws Problem Invalid on EndDate, Conflict if the contract ended before it
 */
export function endContract(tx: Tx, contractId: string, date: string | undefined): EndResult {
  const contract = getContract(tx, contractId);
  refuseObserved(contract, 'Cancel it there.');
  refuseAnnulled(contract);
  const endDate = date ?? cancellationPreview(tx, contractId).EndDate;
  const asked = instant(endDate);
  if (Number.isNaN(asked)) throw invalid('EndDate', `expected an ISO 8601 time, got "${endDate}".`);
  const end = granularEnd(tx, contract, asked);
  if (asked <= instant(contract.StartDate)) {
    throw invalid('EndDate', `"${endDate}" is not after the start of the contract, ${contract.StartDate}.`);
  }
  if (end > contractEnd(contract) && contractEnd(contract) <= tx.now) throw over(contract);
  const Invoice =
    end === contractEnd(contract)
      ? toInvoicePreview(draftInvoice(tx, getSubject(tx, contract), []))
      : setEnd(tx, contract, end, 'Merchant');
  return {
    EndDate: timestamp(end),
    Invoice,
    ContractAfter: contractView(tx, getContract(tx, contractId)),
  };
}

/**
 * Revokes a cancellation: the contract continues as if it had never been canceled (POST contracts/{id}/revokeCancellation).
 *
 * @param by a customer may revoke only their own cancellation, if the account allows it
 * @throws Problem Conflict when the contract is not canceled, or has ended
 */
export function revokeCancellation(tx: Tx, contractId: string, by: Canceller): ContractRecord {
  if (by === 'Customer' && tx.account.SelfService.RevokeCancellation === false) {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      'Customers cannot revoke a cancellation: the account setting SelfService.RevokeCancellation is false.',
    );
  }
  const contract = getContract(tx, contractId);
  if (by === 'Customer') refuseLocked(tx, contract.CustomerId);
  refuseObserved(contract, 'Cancel it there.');
  refuseOver(contract);
  const { Cancellation } = contract;
  if (Cancellation === undefined) {
    throw conflict(
      contract.EndDate === undefined
        ? `Contract ${contractId} is not canceled.`
        : `Contract ${contractId} is not canceled; it ends at ${contract.EndDate} by its order or plan.`,
    );
  }
  if (by === 'Customer' && Cancellation.By === 'Merchant') {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      `Contract ${contractId} was ended by the merchant; only the merchant can revoke that.`,
    );
  }
  const { EndBefore } = Cancellation;
  const before = stateBefore(tx, contract);
  const end = EndBefore === undefined ? Number.POSITIVE_INFINITY : instant(EndBefore);
  moveEnd(tx, withEnd(contract, end, undefined), contract);
  recordRevocation(tx, contract, before);
  return getContract(tx, contractId);
}

function refuseOver(contract: ContractRecord): void {
  if (contract.LifecycleStatus === 'Ended') throw over(contract);
  refuseAnnulled(contract);
}

const over = ({ Id, EndDate }: ContractRecord) =>
  conflict(
    `Contract ${Id} ended at ${EndDate}. To continue it, create an order with its ContractId and a plan variant.`,
  );

function setEnd(tx: Tx, contract: ContractRecord, end: number, by: Canceller): InvoicePreview {
  const before = stateBefore(tx, contract);
  const invoice = moveEnd(tx, withEnd(contract, end, by), contract);
  const ids = { ContractId: contract.Id, CustomerId: contract.CustomerId };
  tx.emit({ Event: 'ContractCancelled', ...ids });
  const change = recordChange(tx, contract.Id, before, { Type: 'End', ChangeDate: timestamp(end) });
  if (end <= tx.now) emitChange(tx, contract, change);
  return invoice;
}

/** Stores the contract with its new end, bills the difference, and collects it. */
function moveEnd(tx: Tx, moved: ContractRecord, contract: ContractRecord): InvoicePreview {
  const bill = endBill(tx, moved, contract);
  const invoice = applyBill(tx, bill);
  if (invoice !== undefined) scheduleCollection(tx, contract.Id);
  settleCredit(tx, getContract(tx, contract.Id));
  return toInvoicePreview(invoice ?? draftInvoice(tx, bill.subject, bill.lines));
}

/**
 * Returns the contract with another end, or without one. Phases that begin after it are kept in case the end is
 * revoked.
 */
function withEnd(contract: ContractRecord, end: number, by: Canceller | undefined): ContractRecord {
  const { EndDate, PhasesPastEnd, Cancellation, Phases, ...rest } = contract;
  const planned = [
    ...Phases.filter((phase) => phase.Type !== 'Inactive' || phase.StartDate !== EndDate),
    ...(PhasesPastEnd ?? []),
  ];
  if (end === Number.POSITIVE_INFINITY) return { ...rest, Phases: planned };
  const before = planned.filter((phase) => instant(phase.StartDate) < end);
  const past = planned.slice(before.length);
  const ending: Phase = {
    Type: 'Inactive',
    StartDate: timestamp(end),
    Quantity: before.at(-1)?.Quantity ?? 1,
    InheritStartDate: false,
  };
  return {
    ...rest,
    EndDate: ending.StartDate,
    Phases: [...before, ending],
    ...(past.length === 0 ? {} : { PhasesPastEnd: past }),
    ...(by === undefined
      ? {}
      : {
          Cancellation: {
            By: by,
            ...defined({ EndBefore: Cancellation === undefined ? EndDate : Cancellation.EndBefore }),
          },
        }),
  };
}

/**
 * Credits or charges the days between the old and the new end. Days of a prepaid period are credited at the price
 * charged for them; the next recurring billing continues from there.
 *
 * @param moved the contract with its new end
 * @param before the contract with the previous end
 */
function endBill(tx: Tx, moved: ContractRecord, before: ContractRecord): Bill {
  const subject = getSubject(tx, moved);
  if (moved.Store !== undefined) return nothing(subject);
  const end = contractEnd(moved);
  const bill = end < contractEnd(before) ? shortened(tx, subject, before) : extended(tx, subject, before);
  return end <= tx.now ? joined(bill, (after) => lastBill(tx, after)) : bill;
}

function shortened(tx: Tx, subject: Subject, before: ContractRecord): Bill {
  const end = contractEnd(subject.contract);
  const fees = feeCredits(tx, subject, end);
  const goesOn = ({ EndDate }: ComponentSubscription) => EndDate === undefined || instant(EndDate) > end;
  const { components, lines } = componentsCreditedFrom(tx, subject, end, goesOn);
  const standing = {
    fees: standingAfter(fees),
    components: standingAfter(lines),
    stood: stoodBefore([...fees, ...lines], before.Cancellation?.StoodUntil),
  };
  const contract = cutShort(subject.contract, before, standing);
  return { ...nothing({ ...subject, contract, components }), lines: [...fees, ...lines] };
}

function extended(tx: Tx, subject: Subject, before: ContractRecord): Bill {
  const { StandingFees = {}, StandingComponents = {}, StoodUntil: stood = {} } = before.Cancellation ?? {};
  const end = contractEnd(subject.contract);
  const fees = takenBackCredits(tx, subject, { standing: StandingFees, stood }, end);
  const reversals = subject.components.map((one) => {
    const until = one.EndDate === undefined ? end : Math.min(end, instant(one.EndDate));
    return takenBackCredits(tx, subject, { standing: StandingComponents, stood }, until, one.Id);
  });
  const standing = {
    fees: fees.standing,
    components: Object.assign({}, ...reversals.map((one) => one.standing)),
    stood,
  };
  return {
    ...nothing({
      ...subject,
      contract: cutShort(subject.contract, before, standing),
      components: subject.components.map((one, at) => {
        const until = reversals[at]?.until ?? 0;
        const billed = instant(one.BilledUntil ?? one.StartDate);
        return until > billed ? { ...one, BilledUntil: timestamp(until) } : one;
      }),
    }),
    lines: [fees, ...reversals].flatMap(({ lines }) => lines),
  };
}

/** The ends to which credited lines still apply. */
interface Standing {
  readonly fees: StandingLines;
  readonly components: StandingLines;
  /** The previous ends of those lines. */
  readonly stood: StandingLines;
}

/** The contract billed up to its end at most, with the previous billing data that a later end needs. */
function cutShort(
  contract: ContractRecord,
  { Cancellation, BilledUntil }: ContractRecord,
  { fees, components, stood }: Standing,
): ContractRecord {
  const { BilledBefore = BilledUntil, StandingFees, StandingComponents } = Cancellation ?? {};
  const end = contractEnd(contract);
  const isCut = BilledBefore !== undefined && instant(BilledBefore) > end;
  const cut: ContractRecord = isCut
    ? billedUpTo(contract, end)
    : { ...contract, ...defined({ BilledUntil: BilledBefore }) };
  if (cut.Cancellation === undefined) return cut;
  const remembered = defined({
    BilledBefore: isCut ? BilledBefore : undefined,
    StandingFees: ifAny({ ...StandingFees, ...fees }),
    StandingComponents: ifAny({ ...StandingComponents, ...components }),
    StoodUntil: ifAny(stood),
  });
  return { ...cut, Cancellation: { ...cut.Cancellation, ...remembered } };
}

const ifAny = (lines: StandingLines) => (Object.keys(lines).length === 0 ? undefined : lines);
