import { instant } from '../basics/time.ts';
import { LOG_LENGTH } from '../records/collections.ts';
import type { Tx } from '../records/tx.ts';
import { type AuditProblem, hasSucceeded } from './accounts.ts';

/** Numbers have no gap, and each document and payment has one event. */
export function auditNumbersAndEvents(tx: Tx): AuditProblem[] {
  return [...missingNumbers(tx), ...wrongEvents(tx)];
}

function missingNumbers(tx: Tx): AuditProblem[] {
  const problems: AuditProblem[] = [];
  const years = new Map<string, Set<number>>();
  for (const { Id, ContractId, InvoiceNumber } of tx.invoices) {
    const [year = '', number = ''] = InvoiceNumber.split('-');
    const seen = years.get(year) ?? new Set<number>();
    if (seen.has(Number(number)))
      problems.push({
        Rule: 'Numbers',
        ContractId,
        DocumentId: Id,
        Message: `The number ${InvoiceNumber} comes twice.`,
      });
    years.set(year, seen.add(Number(number)));
  }
  for (const [year, seen] of years) {
    const last = tx.counters.get(`invoice-${year}`)?.Value ?? Math.max(...seen);
    const missing = Array.from({ length: last }, (_, at) => at + 1).filter((number) => !seen.has(number));
    if (missing.length > 0)
      problems.push({
        Rule: 'Numbers',
        Message: `Of ${year}, the numbers ${missing.join(', ')} are missing.`,
      });
  }
  return problems;
}

function wrongEvents(tx: Tx): AuditProblem[] {
  const [first] = tx.events;
  // A log that is full keeps the newest events only.
  const since = first === undefined || tx.events.size < LOG_LENGTH ? Number.NEGATIVE_INFINITY : first.At;
  const counts = new Map<string, number>();
  for (const { Payload } of tx.events) {
    const id =
      Payload.Event === 'InvoiceCreated'
        ? Payload.InvoiceId
        : Payload.Event === 'PaymentSucceeded'
          ? Payload.PaymentTransactionId
          : undefined;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const problems: AuditProblem[] = [];
  for (const { Id, ContractId, InvoiceNumber, SentAt } of tx.invoices) {
    const times = counts.get(Id) ?? 0;
    if (times === 1 || instant(SentAt ?? '') <= since) continue;
    const Message = `Document ${InvoiceNumber} has ${times} events InvoiceCreated.`;
    problems.push({ Rule: 'Events', ContractId, DocumentId: Id, Message });
  }
  for (const payment of tx.paymentTransactions) {
    const times = counts.get(payment.Id) ?? 0;
    if (!hasSucceeded(payment) || times === 1 || succeededAt(payment) <= since) continue;
    // Its timestamp may be later than the instant at which it succeeded (see `tx.stamp`).
    if (since > Number.NEGATIVE_INFINITY && payment.Id < (first?.Id ?? '')) continue;
    const Message = `Payment ${payment.Id} has ${times} events PaymentSucceeded.`;
    problems.push({ Rule: 'Events', ContractId: payment.ContractId, Message });
  }
  return problems;
}

const succeededAt = ({ StatusHistory }: Parameters<typeof hasSucceeded>[0]) =>
  instant(StatusHistory.find(({ Status }) => Status === 'Succeeded')?.Timestamp ?? '');
