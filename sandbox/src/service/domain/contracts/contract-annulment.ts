import type { Invoice, LineItem } from '../../model/invoice.ts';
import { conflict } from '../basics/problem.ts';
import { getSubject, getTerms, type Subject } from '../billing/bill.ts';
import { billedLines, withoutId } from '../billing/credited-days.ts';
import { correctInvoice, draftCorrection } from '../billing/invoices.ts';
import { emitChange, recordChange } from '../contract-facts/change-history.ts';
import { settleCredit } from '../payments/credit-balance.ts';
import { reversalLine } from '../pricing/credit-lines.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import { unscheduleContract } from '../records/tasks.ts';
import type { Tx } from '../records/tx.ts';

/**
 * Annuls a contract as if it had never existed: each invoice gets a credit note over its uncredited amount. Payments
 * become the customer's credit, to be refunded.
 */
export function annulContract(tx: Tx, contractId: string): ContractRecord {
  const contract = getContract(tx, contractId);
  if (contract.LifecycleStatus === 'Annulled') throw conflict(`Contract ${contractId} is already annulled.`);
  const subject = getSubject(tx, contract);
  // The annulment credits the amounts that these drafts would have credited.
  for (const draft of tx.invoiceDrafts.where('ContractId', contractId)) tx.invoiceDrafts.delete(draft.Id);
  for (const invoice of tx.invoices.where('ContractId', contractId)) {
    const lines = reversedLines(tx, subject, invoice);
    if (lines.every(({ TotalGross }) => TotalGross === 0)) continue;
    correctInvoice(tx, invoice, draftCorrection(tx, subject, invoice, lines));
  }
  // The next dunning task ends the process, because nothing is owed.
  unscheduleContract(tx, contractId, 'escalation');
  const { NextBillingDate, ...rest } = getContract(tx, contractId);
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
  const { StartDate: ChangeDate } = contract;
  emitChange(tx, contract, recordChange(tx, contractId, subject, { Type: 'Annulment', ChangeDate }));
  settleCredit(tx, annulled);
  return annulled;
}

/** Returns the uncredited amounts of an invoice's lines, negated. */
function reversedLines(tx: Tx, subject: Subject, invoice: Invoice): LineItem[] {
  const terms = getTerms(tx, subject);
  const { standingFor } = billedLines(tx, subject);
  return invoice.ItemList.flatMap((line) =>
    line.CreditedLineItemId === undefined
      ? withoutId(reversalLine(terms, line, standingFor(line), 'Annulment'))
      : [],
  );
}
