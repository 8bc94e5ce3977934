import type { LedgerEntry } from '../../model/invoice.ts';
import { refuseObserved } from '../contracts/store-separation.ts';
import { changedBy, defined } from '../defined.ts';
import { contractOf } from '../lookups.ts';
import { minorDigits, sumOf } from '../pricing/money.ts';
import { invalid } from '../problem.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';

/**
 * Books an amount (payments negative) and stores the contract with its new balance. What depends on the balance
 * (dunning) looks at it in a task of its own.
 *
 * @param contract as it is to be stored, where more than its balance changes
 */
export function book(
  tx: Tx,
  entry: Omit<LedgerEntry, 'Id' | 'Timestamp'>,
  contract = tx.contracts.get(entry.ContractId),
): LedgerEntry {
  const booked = tx.ledgerEntries.insert({ Id: tx.newId(), ...entry, Timestamp: timestamp(tx.now) });
  if (contract === undefined) return booked;
  const Balance = sumOf(entry.Currency, [contract.Balance, entry.Amount]);
  // A failed collection starts over once the balance is cleared.
  const PaymentAttempts = Balance > 0 ? contract.PaymentAttempts : undefined;
  tx.contracts.put(
    contract.PaymentAttempts === PaymentAttempts
      ? { ...contract, Balance }
      : changedBy(contract, { Balance, PaymentAttempts }),
  );
  if (tx.account.Escalation.length > 0) tx.schedule('escalation', contract.Id, tx.now);
  return booked;
}

/** What is open of a receivable. */
export interface OpenReceivable {
  readonly entry: LedgerEntry;
  readonly open: number;
}

/**
 * The receivables that make up a contract's balance, oldest first. Payments and credits settle the oldest first, so
 * what is open are the newest.
 */
export function openReceivables(
  tx: Tx,
  contract: Pick<ContractRecord, 'Id' | 'Balance' | 'Currency'>,
): OpenReceivable[] {
  const found: OpenReceivable[] = [];
  let rest = contract.Balance;
  if (rest <= 0) return found;
  for (const entry of tx.ledgerEntries.list({
    where: { ContractId: contract.Id },
    match: (one) => one.Amount > 0,
    newestFirst: true,
  })) {
    const open = Math.min(rest, entry.Amount);
    found.push({ entry, open });
    rest = sumOf(contract.Currency, [rest, -open]);
    if (rest <= 0) break;
  }
  return found.reverse();
}

/** Books money that came outside of any provider, as a bank transfer (POST contracts/{id}/payment). */
export function registerPayment(
  tx: Tx,
  contractId: string,
  payment: {
    readonly Amount: number;
    readonly Description?: string | undefined;
    readonly InvoiceId?: string | undefined;
  },
): LedgerEntry {
  const contract = contractOf(tx, contractId);
  refuseObserved(contract, 'No payment is registered here.');
  const { Amount } = payment;
  const unit = 10 ** minorDigits(contract.Currency);
  if (!Number.isFinite(Amount) || Amount <= 0 || Math.abs(Math.round(Amount * unit) - Amount * unit) > 1e-6) {
    throw invalid(
      'Amount',
      `expected an amount above 0 in whole minor units of ${contract.Currency}, got ${Amount}.`,
    );
  }
  if (payment.InvoiceId !== undefined && tx.invoices.get(payment.InvoiceId)?.ContractId !== contractId) {
    throw invalid('InvoiceId', `contract ${contractId} has no invoice "${payment.InvoiceId}".`);
  }
  const booked = book(tx, {
    Type: 'Payment',
    ContractId: contractId,
    CustomerId: contract.CustomerId,
    Description: payment.Description ?? 'Payment',
    Currency: contract.Currency,
    Amount: -Amount,
    ...defined({ InvoiceId: payment.InvoiceId }),
  });
  tx.emit({
    Event: 'PaymentRegistered',
    EntityId: tx.account.Id,
    ContractId: contractId,
    CustomerId: contract.CustomerId,
  });
  return booked;
}

/** Due date of the oldest open receivable in epoch milliseconds. */
export function oldestDueDate(tx: Tx, contract: ContractRecord): number | undefined {
  const dates = openReceivables(tx, contract).map(({ entry }) => instant(entry.DueDate ?? entry.Timestamp));
  return dates.length === 0 ? undefined : Math.min(...dates);
}
