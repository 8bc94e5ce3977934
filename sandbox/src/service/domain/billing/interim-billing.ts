import type { Invoice } from '../../model/invoice.ts';
import { conflict } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { contractEnd } from '../contract-facts/contract-phases.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { getContract, refuseAnnulled } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, getSubject, type Subject } from './bill.ts';
import { applyBill } from './billed-contract.ts';
import { draftInvoice } from './invoices.ts';
import { nextBill } from './next-billing.ts';
import { billUsage } from './usage-billing.ts';

/**
 * Interim billing: rated items, and metered usage of components that are included in it (field notes 3.4). After the end of
 * the contract there is no recurring billing, so it bills all usage.
 */
export function interimBill(tx: Tx, subject: Subject): Bill {
  const hasEnded = contractEnd(subject.contract) <= tx.now;
  return billUsage(
    tx,
    subject,
    tx.now,
    ({ ComponentId }) =>
      hasEnded || componentNamed(subject.prices, ComponentId, 'ComponentId').IncludeInInterimBilling,
  );
}

/**
 * Bills between two recurring billings (POST contracts/{id}/bill).
 * @returns `undefined` if there is nothing to bill
 */
export function billContract(tx: Tx, contractId: string): Invoice | undefined {
  const contract = getContract(tx, contractId);
  if (contract.Store !== undefined) throw conflict(`Contract ${contractId} is billed by its store.`);
  refuseAnnulled(contract);
  const invoice = applyBill(tx, interimBill(tx, getSubject(tx, contract)));
  if (invoice !== undefined) scheduleCollection(tx, contractId);
  return invoice;
}

/** The next recurring invoice as currently known: it has no number and is not stored. */
export function previewNextRecurring(
  tx: Tx,
  contractId: string,
): { readonly NextBillingDate?: string; readonly Invoice?: Omit<Invoice, 'InvoiceNumber' | 'SentAt'> } {
  const subject = getSubject(tx, getContract(tx, contractId));
  const next = nextBill(tx, subject);
  if (next === undefined) return {};
  return {
    NextBillingDate: next.date,
    Invoice: draftInvoice(tx, subject, next.bill.lines, instant(next.date)),
  };
}
