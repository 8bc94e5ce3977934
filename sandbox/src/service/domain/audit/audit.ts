import type { Tx } from '../records/tx.ts';
import { type AuditProblem, type Report, readAccounts } from './accounts.ts';
import { auditConservation } from './conservation.ts';
import { auditDates } from './dates.ts';
import { auditDays, auditStarts } from './days.ts';
import { auditDocuments } from './documents.ts';
import { auditNumbersAndEvents } from './numbers-and-events.ts';

/** Rules that all amounts must follow (dist/docs/billing.md). */
export interface Audit {
  readonly Ok: boolean;
  /** Number of contracts, documents, bookings and payments that were checked. */
  readonly Checked: number;
  readonly Problems: readonly AuditProblem[];
}

/** Checks the invariants of all money. It reads the whole state, so it runs on request only. */
export function audit(tx: Tx): Audit {
  const Problems: AuditProblem[] = [];
  let Checked = 0;
  for (const contract of tx.contracts) {
    const accounts = readAccounts(tx, contract);
    const report: Report = (Rule, Message, DocumentId) => {
      const document = DocumentId === undefined ? {} : { DocumentId };
      Problems.push({ Rule, ContractId: contract.Id, ...document, Message });
    };
    auditDocuments(tx, accounts, report);
    auditDays(tx, accounts, report);
    auditStarts(tx, accounts, report);
    auditDates(tx, accounts, report);
    auditConservation(accounts, report);
    Checked += 1 + accounts.documents.length + accounts.ledger.length + accounts.payments.length;
  }
  Problems.push(...auditNumbersAndEvents(tx));
  return { Ok: Problems.length === 0, Checked, Problems };
}
