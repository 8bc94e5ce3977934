import type { PaymentTransaction } from '../../model/payment.ts';
import { defined } from '../basics/defined.ts';
import { notFound } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { ChargeAnswer } from '../records/payment-provider.ts';
import { isUndecided, type PaymentMethod } from '../records/payments.ts';
import type { DomainTaskHandler, DomainTaskHandlers, Service } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { book } from './ledger.ts';
import { openTransaction, setTransactionStatus } from './payment-transactions.ts';
import { voidPreauthorization } from './preauthorizations.ts';
import { uncollected } from './receivables.ts';
import { planRetry } from './retry-schedule.ts';

/** The time after which a provider's missing response counts as lost, for example after a snapshot was restored. */
export const ANSWER_TIMEOUT_MS = 120_000;

/** Work outside the service, to be run after the transaction. */
export type Follow = (service: Service) => Promise<void>;

/** Collects the open balance once the transaction is committed, if its method can be charged. */
export function scheduleCollection(
  tx: Tx,
  contractId: string,
  trigger: PaymentTransaction['Trigger'] = 'Recurring',
): void {
  if (isChargeable(tx.paymentMethods.get(contractId)))
    tx.schedule('collect', contractId, tx.now, { trigger });
}

/**
 * Charges the open balance of a contract, if it can be charged without the customer: the method has a provider's token,
 * recurring payments are on, and the customer is not locked. Amounts in progress at the provider are not charged twice.
 * @returns a function that calls the provider and applies its response, to be run after the transaction
 */
export function collect(
  tx: Tx,
  contract: ContractRecord,
  trigger: PaymentTransaction['Trigger'],
  invoiceId?: string,
): Follow | undefined {
  if (contract.RecurringPaymentsPaused || contract.CustomerIsLocked) return undefined;
  const method = tx.paymentMethods.get(contract.Id);
  if (!isChargeable(method)) return undefined;
  giveUpLost(tx, contract.Id);
  const amount = uncollected(tx, contract);
  if (amount <= 0) return undefined;
  const payment = {
    method,
    trigger,
    customerId: contract.CustomerId,
    customerName: contract.CustomerName,
    contractId: contract.Id,
    invoiceId: invoiceId ?? newestInvoice(tx, contract.Id),
    amount,
    currency: contract.Currency,
    preauth: false,
  };
  const transaction = openTransaction(tx, payment, 'InProgress');
  return async (service) => {
    const answer = service.providers.charge({
      TransactionId: transaction.Id,
      Method: method,
      Amount: amount,
      Currency: contract.Currency,
      Preauth: false,
      Recurring: true,
      Description: `Contract ${contract.ReferenceCode}`,
    });
    const known = answer instanceof Promise ? await answer : answer;
    service.transaction((after) => applyPaymentOutcome(after, transaction.Id, known));
  };
}

function isChargeable(method: PaymentMethod | undefined): method is PaymentMethod {
  return (
    method !== undefined && method.Role !== 'None' && method.Bearer !== 'InvoicePayment' && !method.LacksData
  );
}

/** Ends collections whose provider never responded, so that they do not count as in progress forever. */
function giveUpLost(tx: Tx, contractId: string): void {
  for (const transaction of tx.paymentTransactions.where('UnderWay', contractId)) {
    const { Status, ProviderTransactionId, StatusTimestamp } = transaction;
    if (Status.Status !== 'InProgress' || ProviderTransactionId !== undefined) continue;
    if (instant(StatusTimestamp) + ANSWER_TIMEOUT_MS > tx.now) continue;
    setTransactionStatus(tx, transaction.Id, 'Failed', {
      ErrorCode: 'PSPConnectionTimeout',
      ErrorMessage: 'The provider did not respond.',
    });
  }
}

function newestInvoice(tx: Tx, contractId: string): string | undefined {
  return tx.invoices.find({ where: { ContractId: contractId }, newestFirst: true })?.Id;
}

/**
 * Applies a provider's response, immediate or days later, to a payment of a contract. A success is booked; a failure
 * is retried depending on its severity.
 */
export function applyPaymentOutcome(tx: Tx, transactionId: string, answer: ChargeAnswer): PaymentTransaction {
  const before = tx.paymentTransactions.get(transactionId);
  if (before === undefined) throw notFound('payment transaction', transactionId);
  // The same outcome was reported twice.
  if (!isUndecided(before)) return before;
  const { ProviderTransactionId, HttpCode } = answer;
  const details = { ProviderTransactionId, HttpCode };
  switch (answer.Outcome) {
    case 'Pending':
      return setTransactionStatus(
        tx,
        transactionId,
        answer.Guaranteed === true ? 'Pending' : 'InProgress',
        details,
      );
    case 'Succeeded': {
      const succeeded = setTransactionStatus(tx, transactionId, 'Succeeded', details);
      // A provider that needs no data returns a token for later charges with the first payment.
      if (answer.Token !== undefined) tx.paymentMethods.update(before.ContractId, { Token: answer.Token });
      bookPayment(tx, succeeded);
      return succeeded;
    }
    case 'Redirect':
    case 'Challenge':
      return failed(tx, before, {
        Outcome: 'Failed',
        ProviderTransactionId: answer.ProviderTransactionId,
        ErrorCode: 'InvalidPreconditions',
        ErrorMessage:
          'The provider requires the customer to be present, but this payment is made without the customer.',
        Severity: 'Severe',
      });
    default:
      return failed(tx, before, answer);
  }
}

/** Books a payment that has just succeeded. A preauthorization moves no money, and is voided. */
export function bookPayment(tx: Tx, transaction: PaymentTransaction): void {
  if (transaction.Type === 'Preauthorization') {
    voidPreauthorization(tx, transaction.Id);
  } else {
    book(tx, {
      Type: 'Payment',
      ContractId: transaction.ContractId,
      CustomerId: transaction.CustomerId,
      Description: `Transaction: ${transaction.Id}`,
      Currency: transaction.Currency,
      Amount: -transaction.Amount,
      ...defined({ InvoiceId: transaction.InvoiceId }),
      PaymentTransactionId: transaction.Id,
    });
  }
  tx.emit({
    Event: 'PaymentSucceeded',
    ContractId: transaction.ContractId,
    CustomerId: transaction.CustomerId,
    PaymentTransactionId: transaction.Id,
    PaymentTransactionType: transaction.Type,
  });
}

function failed(
  tx: Tx,
  transaction: PaymentTransaction,
  answer: Extract<ChargeAnswer, { Outcome: 'Failed' }>,
): PaymentTransaction {
  const after = setTransactionStatus(tx, transaction.Id, 'Failed', {
    ProviderTransactionId: answer.ProviderTransactionId,
    HttpCode: answer.HttpCode,
    ErrorCode: answer.ErrorCode,
    ErrorMessage: answer.ErrorMessage,
  });
  tx.emit({
    Event: 'PaymentFailed',
    ContractId: transaction.ContractId,
    CustomerId: transaction.CustomerId,
    PaymentTransactionId: transaction.Id,
    PaymentTransactionType: transaction.Type,
  });
  planRetry(tx, getContract(tx, transaction.ContractId), answer.Severity);
  return after;
}

const collectNow =
  (
    trigger: (data: { readonly [field: string]: string | number | boolean }) => PaymentTransaction['Trigger'],
  ): DomainTaskHandler =>
  (tx, { key, data }) =>
    collect(tx, getContract(tx, key), trigger(data));

/** Scheduled collections: immediate ones, and retries after a failure. */
export const collectionTasks: DomainTaskHandlers = {
  collect: collectNow((data) => (data['trigger'] ?? 'Recurring') as PaymentTransaction['Trigger']),
  'payment-retry': collectNow(() => 'Recurring'),
};
