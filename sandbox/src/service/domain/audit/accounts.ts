import type { Invoice, InvoiceDraft, LedgerEntry, LineItem } from '../../model/invoice.ts';
import type { PaymentRefund, PaymentTransaction } from '../../model/payment.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** A violated rule about amounts. */
export interface AuditProblem {
  /** The name of the violated rule, see {@link auditRules}. */
  readonly Rule: AuditRule;
  readonly ContractId?: string;
  /** The document (invoice, credit note or draft) that violates it. */
  readonly DocumentId?: string;
  readonly Message: string;
}

/** The rules by name, each as a sentence. */
export const auditRules = {
  Conservation:
    'Invoices less credit notes match the ledger; less payments, refunds and chargebacks, they match the balance.',
  Bookings: 'Each document, and each successful payment and refund, is booked exactly once with its amount.',
  Sums: 'Each document is the sum of its lines; each line is the sum of its net amount and its VAT at its rate.',
  Days: 'No day of a fee or component is billed twice, and no day is credited that was not billed.',
  Starts:
    'No component is billed before its start, and nothing of a signup for days that another system bills.',
  Lines:
    'Each document has a line with an amount, and no fee or component has a line for a period without length.',
  Credits: 'No line is credited by more than it charged.',
  TaxFacts:
    'Rates, reverse charge and VAT id of a document match, and a credit note matches the invoice that it credits.',
  Dates:
    'The stored date of the next billing follows from the contract, and a task runs by the date that is shown.',
  Numbers: 'The document numbers of a year have no gaps and no duplicates.',
  Events: 'Each document and each payment has exactly one event.',
} as const;

export type AuditRule = keyof typeof auditRules;

/** All records of the money of one contract. */
export interface Accounts {
  readonly contract: ContractRecord;
  readonly invoices: readonly Invoice[];
  /** Invoices and drafts. */
  readonly documents: readonly InvoiceDraft[];
  readonly lines: ReadonlyMap<string, { readonly line: LineItem; readonly document: InvoiceDraft }>;
  readonly ledger: readonly LedgerEntry[];
  readonly payments: readonly PaymentTransaction[];
  readonly refunds: readonly PaymentRefund[];
}

/** Reports a broken rule of one contract. */
export type Report = (rule: AuditRule, message: string, documentId?: string) => void;

/** Reads all that belongs to a contract. */
export function readAccounts(tx: Tx, contract: ContractRecord): Accounts {
  const where = { ContractId: contract.Id };
  const invoices = tx.invoices.list({ where });
  const documents: InvoiceDraft[] = [...invoices, ...tx.invoiceDrafts.list({ where })];
  const payments = tx.paymentTransactions.list({ where });
  return {
    contract,
    invoices,
    documents,
    lines: new Map(
      documents.flatMap((document) =>
        document.ItemList.map((line) => [line.Id ?? '', { line, document }] as const),
      ),
    ),
    ledger: tx.ledgerEntries.list({ where }),
    payments,
    refunds: payments.flatMap(({ Id }) => tx.paymentRefunds.where('PaymentTransactionId', Id)),
  };
}

/** Returns whether a transaction has moved money: it may have been refunded since. */
export function hasSucceeded({ Type, StatusHistory }: PaymentTransaction): boolean {
  return Type === 'Payment' && StatusHistory.some(({ Status }) => Status === 'Succeeded');
}
