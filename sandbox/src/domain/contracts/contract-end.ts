import type { Contract } from '../../model/contract.ts';
import type { Invoice, LineItem } from '../../model/invoice.ts';
import { type Bill, billUsage, joined, type Subject, subjectOf, termsOf } from '../billing/billing.ts';
import { applyBill, withBillingDates } from '../billing/contract-billing.ts';
import { componentCredits, creditedFrom, documentsOf, feeCredits } from '../billing/credits.ts';
import { invoiceOf, sendInvoice } from '../billing/invoices.ts';
import { contractOf } from '../lookups.ts';
import { creditLine } from '../pricing/pricing.ts';
import { conflict, invalid } from '../problem.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { recordChange, tellChange } from './change-history.ts';
import { endOf } from './contract-phases.ts';
import { nextCancellation } from './contract-terms.ts';
import { contractView } from './contract-view.ts';

/** What ending a contract makes of it, and what it gives back. */
export interface EndResult {
  readonly EndDate: string;
  /** The document of what is given back or still charged; absent when there is nothing. */
  readonly Invoice?: Omit<Invoice, 'InvoiceNumber' | 'SentAt'>;
  readonly ContractAfter: Contract;
}

export interface CancellationPreview extends EndResult {
  /** Until when the cancellation must be given for this end. */
  readonly NextPossibleCancellationDate: string;
}

/** What a cancellation would do now; nothing is changed. */
export function cancellationPreview(tx: Tx, contractId: string): CancellationPreview {
  const contract = contractOf(tx, contractId);
  const { endDate, noticeDate } = nextCancellation(tx, contract, tx.now);
  const bill = endBill(tx, contract, endDate);
  const after = withBillingDates(tx, bill.subject.contract, false);
  return {
    NextPossibleCancellationDate: timestamp(noticeDate),
    EndDate: timestamp(endDate),
    ...documentOf(tx, bill),
    ContractAfter: contractView(tx, after),
  };
}

/** Ends the contract at the next possible date (spec: Portal: cancel contract). A contract that ends sooner is left as it is. */
export function cancelContract(tx: Tx, contractId: string): ContractRecord {
  const contract = contractOf(tx, contractId);
  refuseStore(contract);
  if (contract.LifecycleStatus === 'Ended' || contract.LifecycleStatus === 'Annulled') {
    throw conflict(`Contract ${contractId} is ${contract.LifecycleStatus} already.`);
  }
  const { endDate } = nextCancellation(tx, contract, tx.now);
  if (endOf(contract) <= endDate) return contract;
  endAt(tx, contract, endDate);
  return contractOf(tx, contractId);
}

/** Ends the contract at this date, without notice (POST contracts/{id}/end). @throws Problem Invalid on EndDate */
export function endContract(tx: Tx, contractId: string, endDate: string): EndResult {
  const contract = contractOf(tx, contractId);
  refuseStore(contract);
  if (contract.LifecycleStatus === 'Annulled') throw conflict(`Contract ${contractId} is annulled.`);
  const end = instant(endDate);
  if (Number.isNaN(end)) throw invalid('EndDate', `expected an ISO 8601 time, got "${endDate}".`);
  if (end <= instant(contract.StartDate)) {
    throw invalid(
      'EndDate',
      `"${endDate}" does not lie after the start of the contract, ${contract.StartDate}.`,
    );
  }
  const invoice = endAt(tx, contract, end);
  return {
    EndDate: timestamp(end),
    ...(invoice === undefined ? {} : { Invoice: invoice }),
    ContractAfter: contractView(tx, contractOf(tx, contractId)),
  };
}

function refuseStore(contract: ContractRecord): void {
  if (contract.Store === undefined) return;
  throw conflict(
    `Contract ${contract.Id} is a subscription of the store ${contract.Store}; it is cancelled there.`,
  );
}

function endAt(tx: Tx, contract: ContractRecord, end: number): Invoice | undefined {
  const invoice = applyBill(tx, endBill(tx, contract, end));
  const ids = { EntityId: tx.account.Id, ContractId: contract.Id, CustomerId: contract.CustomerId };
  tx.emit({ Event: 'ContractCancelled', ...ids });
  const change = recordChange(tx, contract, 'End', end);
  if (end <= tx.now) tellChange(tx, contract, change);
  return invoice;
}

/** Puts the end into the phases and gives back what was paid for beyond it, by the day. */
function endBill(tx: Tx, contract: ContractRecord, end: number): Bill {
  const EndDate = timestamp(end);
  const before = contract.Phases.filter((phase) => instant(phase.StartDate) < end);
  const Quantity = before.at(-1)?.Quantity ?? 1;
  const subject = subjectOf(tx, contract);
  const ended: Subject = {
    ...subject,
    contract: {
      ...contract,
      EndDate,
      Phases: [...before, { Type: 'Inactive', StartDate: EndDate, Quantity, InheritStartDate: false }],
    },
    components: subject.components.map((one) =>
      one.EndDate !== undefined && instant(one.EndDate) <= end ? one : { ...one, EndDate },
    ),
  };
  const lines: LineItem[] =
    contract.Store === undefined
      ? [
          ...feeCredits(tx, ended, end),
          ...ended.components.flatMap((one) =>
            subject.components.includes(one) ? [] : componentCredits(tx, ended, one),
          ),
        ]
      : [];
  const paid = contract.BilledUntil !== undefined && instant(contract.BilledUntil) > end;
  const bill: Bill = {
    subject: paid ? { ...ended, contract: { ...ended.contract, BilledUntil: EndDate } } : ended,
    lines,
    billedUsages: [],
    billedItems: [],
  };
  // The last usage is billed with the end, as no renewal follows.
  return end <= tx.now ? joined(bill, (after) => billUsage(tx, after, tx.now)) : bill;
}

function documentOf(tx: Tx, bill: Bill): Pick<EndResult, 'Invoice'> {
  if (bill.lines.every((line) => line.TotalGross === 0)) return {};
  return { Invoice: invoiceOf(tx, bill.subject, bill.lines) };
}

/**
 * Takes a contract back as if it had never been: every invoice gets a credit note over what was not given back yet.
 * Payments stay as the customer's credit, to be refunded.
 */
export function annulContract(tx: Tx, contractId: string): ContractRecord {
  const contract = contractOf(tx, contractId);
  if (contract.LifecycleStatus === 'Annulled') throw conflict(`Contract ${contractId} is annulled already.`);
  const subject = subjectOf(tx, contract);
  for (const invoice of tx.invoices.where('ContractId', contractId)) {
    const lines = reversedLines(tx, subject, invoice);
    if (lines.length === 0) continue;
    const document = invoiceOf(tx, subject, lines);
    sendInvoice(tx, { ...document, OriginalInvoiceId: invoice.Id });
    tx.emit({
      Event: 'InvoiceCorrected',
      EntityId: tx.account.Id,
      ContractId: contractId,
      CustomerId: contract.CustomerId,
      InvoiceId: invoice.Id,
    });
  }
  for (const draft of tx.invoiceDrafts.where('ContractId', contractId)) tx.invoiceDrafts.delete(draft.Id);
  for (const task of [
    'lifecycle',
    'approaching',
    'collect',
    'payment-retry',
    'card-expiring',
    'card-expired',
  ]) {
    tx.unschedule(task, contractId);
  }
  const { NextBillingDate, ...rest } = contractOf(tx, contractId);
  const annulled = tx.contracts.replace({
    ...rest,
    LifecycleStatus: 'Annulled',
    EndDate: contract.StartDate,
    Phases: [
      ...contract.Phases.slice(0, 1),
      { Type: 'Inactive', StartDate: contract.StartDate, Quantity: 1, InheritStartDate: false },
    ],
  });
  for (const one of subject.components) tx.componentSubscriptions.replace({ ...one, EndDate: one.StartDate });
  tellChange(tx, contract, recordChange(tx, contract, 'Annulment', instant(contract.StartDate)));
  return annulled;
}

/** What is left of an invoice's lines, negative. */
function reversedLines(tx: Tx, subject: Subject, invoice: Invoice): LineItem[] {
  const terms = termsOf(tx, subject);
  const credited = creditedFrom(documentsOf(tx, invoice.ContractId));
  return invoice.ItemList.flatMap((line) => {
    if (line.CreditedLineItemId !== undefined || line.Id === undefined) return [];
    const from = credited.get(line.Id);
    if (line.PeriodStart !== undefined && line.PeriodStart !== line.PeriodEnd) {
      const credit = creditLine(
        terms,
        line,
        instant(line.PeriodStart),
        from ?? Number.POSITIVE_INFINITY,
        'Annulment',
      );
      if (credit === undefined) return [];
      const { Id, ...fields } = credit;
      return [fields];
    }
    const { Id, ...fields } = line;
    return [
      {
        ...fields,
        Description: `Annulment: ${line.Description}`,
        Quantity: -line.Quantity,
        TotalNet: -line.TotalNet + 0,
        TotalVat: -line.TotalVat + 0,
        TotalGross: -line.TotalGross + 0,
        CreditedLineItemId: Id,
      },
    ];
  });
}
