import { isInMinorUnits } from '../../model/currencies.ts';
import type { LedgerEntry } from '../../model/invoice.ts';
import { defined } from '../basics/defined.ts';
import { invalid } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { refuseObserved } from '../contract-facts/store-separation.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { book } from './ledger.ts';
import { pauseRecurringPayments } from './retry-schedule.ts';

/** Money transferred outside of any provider. */
export interface BookingInput {
  /** Positive was received, negative was paid out. */
  readonly Amount: number;
  readonly Currency?: string | undefined;
  readonly Description?: string | undefined;
  /** The booking date. Default: now. */
  readonly BookingDate?: string | undefined;
  readonly InvoiceId?: string | undefined;
  /** Stops collecting by the contract's payment method. */
  readonly RecurringPaymentsOff?: boolean | undefined;
}

/** Books a payment outside of any provider, such as a bank transfer (POST contracts/{id}/payment). */
export function registerPayment(tx: Tx, contractId: string, payment: BookingInput): LedgerEntry {
  const contract = getContract(tx, contractId);
  refuseObserved(contract, 'No payment is registered here.');
  const { Amount } = payment;
  if (!Number.isFinite(Amount) || Amount === 0 || !isInMinorUnits(Amount, contract.Currency)) {
    throw invalid(
      'Amount',
      `expected an amount other than 0 in whole minor units of ${contract.Currency}, got ${Amount}.`,
    );
  }
  if (payment.Currency !== undefined && payment.Currency !== contract.Currency) {
    throw invalid(
      'Currency',
      `the contract is in ${contract.Currency}, got ${payment.Currency}.`,
      'InvalidCurrency',
    );
  }
  if (payment.InvoiceId !== undefined && tx.invoices.get(payment.InvoiceId)?.ContractId !== contractId) {
    throw invalid('InvoiceId', `contract ${contractId} has no invoice "${payment.InvoiceId}".`);
  }
  const Type = Amount > 0 ? 'Payment' : 'Refund';
  const at = payment.BookingDate === undefined ? tx.now : instant(payment.BookingDate);
  const booked = book(
    tx,
    {
      Type,
      ContractId: contractId,
      CustomerId: contract.CustomerId,
      Description: payment.Description ?? Type,
      Currency: contract.Currency,
      Amount: -Amount,
      // A refunded amount is due again at once; the entry's own timestamp may be later (see `tx.stamp`).
      ...(Type === 'Refund' ? { DueDate: timestamp(at) } : {}),
      ...defined({ InvoiceId: payment.InvoiceId }),
    },
    contract,
    at,
  );
  if (payment.RecurringPaymentsOff === true) pauseRecurringPayments(tx, contractId);
  tx.emit({
    Event: 'PaymentRegistered',
    ContractId: contractId,
    CustomerId: contract.CustomerId,
  });
  return booked;
}
