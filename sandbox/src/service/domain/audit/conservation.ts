import type { LedgerEntry } from '../../model/invoice.ts';
import { addAmounts, subtractAmount } from '../pricing/money.ts';
import { type Accounts, hasSucceeded, type Report } from './accounts.ts';

/** Checks that documents, ledger, balance and payments of a contract agree. */
export function auditConservation(accounts: Accounts, report: Report): void {
  const { contract, invoices, ledger } = accounts;
  const sum = (amounts: readonly number[]) => addAmounts(contract.Currency, amounts);
  const ofType = (...types: LedgerEntry['Type'][]) =>
    sum(ledger.flatMap(({ Type, Amount }) => (types.includes(Type) ? [Amount] : [])));
  const documents = sum(invoices.map(({ TotalGross }) => TotalGross));
  const booked = ofType('Receivable', 'Credit');
  const moved = ofType('Payment', 'Refund', 'Chargeback');
  const rest = subtractAmount(contract.Currency, contract.Balance, moved);
  if (documents !== booked || documents !== rest) {
    report(
      'Conservation',
      `Invoices less credit notes are ${documents}, the ledger has ${booked}, and the balance ${contract.Balance} less payments, refunds and chargebacks (${moved}) is ${rest}.`,
    );
  }
  auditBookings(accounts, report, sum);
}

function auditBookings(
  { contract, invoices, ledger, payments, refunds }: Accounts,
  report: Report,
  sum: (amounts: readonly number[]) => number,
): void {
  for (const { Id, InvoiceNumber, TotalGross } of invoices) {
    const booked = selectAmounts(ledger, ({ Type, InvoiceId }) => InvoiceId === Id && isOfDocument(Type));
    if (booked.length !== 1 || booked[0] !== TotalGross)
      report('Bookings', `Document ${InvoiceNumber} over ${TotalGross} is booked as ${shown(booked)}.`, Id);
  }
  for (const payment of payments) {
    const ofPayment = (type: LedgerEntry['Type']) =>
      selectAmounts(
        ledger,
        ({ Type, PaymentTransactionId }) => PaymentTransactionId === payment.Id && Type === type,
      );
    const paid = ofPayment('Payment');
    const expected = hasSucceeded(payment) ? [-payment.Amount] : [];
    if (shown(paid) !== shown(expected))
      report('Bookings', `Payment ${payment.Id} is booked as ${shown(paid)}; expected ${shown(expected)}.`);
    const refunded = sum(
      refunds.flatMap(({ PaymentTransactionId, Status, Amount }) =>
        PaymentTransactionId === payment.Id && Status === 'Succeeded' ? [Amount] : [],
      ),
    );
    const bookedRefunds = sum(ofPayment('Refund'));
    if (bookedRefunds !== refunded)
      report('Bookings', `Refunds of payment ${payment.Id} are ${refunded}, but ${bookedRefunds} is booked.`);
    const returned = sum([...ofPayment('Refund'), ...ofPayment('Chargeback')]);
    if (returned > payment.Amount)
      report('Bookings', `Payment ${payment.Id} is ${payment.Amount}, but ${returned} was returned.`);
  }
  let balance = 0;
  for (const entry of ledger) {
    balance = sum([balance, entry.Amount]);
    if (balance !== entry.Balance)
      report(
        'Bookings',
        `Ledger entry ${entry.Id} leads to a balance of ${balance}, but contains ${entry.Balance}.`,
      );
  }
  if (balance !== contract.Balance)
    report(
      'Bookings',
      `The ledger adds up to ${balance}, but the contract's balance is ${contract.Balance}.`,
    );
}

const isOfDocument = (type: LedgerEntry['Type']) => type === 'Receivable' || type === 'Credit';

const selectAmounts = (ledger: readonly LedgerEntry[], wanted: (entry: LedgerEntry) => boolean) =>
  ledger.filter(wanted).map(({ Amount }) => Amount);

const shown = (amounts: readonly number[]) => (amounts.length === 0 ? 'nothing' : amounts.join(' and '));
