import type { PaymentRefund } from '../../model/payment.ts';
import { paidStatuses } from '../../model/statuses.ts';
import { conflict, Problem } from '../basics/problem.ts';
import { creditLeft } from '../payments/credit-balance.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { DomainTaskHandlers, Service } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { amountLeft, refund } from './payment-reversals.ts';

/**
 * Pays out the credit of a contract by refunds of its payments, newest first (POST contracts/{id}/payOut).
 *
 * @throws Problem Conflict when there is no credit, or no payment that can be refunded
 */
export async function payOutCredit(service: Service, contractId: string): Promise<PaymentRefund[]> {
  const refunds = new Map<string, PaymentRefund>();
  for (;;) {
    const next = service.transaction((tx) => nextPayOut(tx, contractId, refunds));
    if (next === undefined) return [...refunds.values()];
    refunds.set(next.id, await refund(service, next.id, next.amount));
  }
}

/** Returns the newest payment with a refundable amount. If its provider refused, older ones are used. */
function nextPayOut(
  tx: Tx,
  contractId: string,
  tried: ReadonlyMap<string, unknown>,
): { readonly id: string; readonly amount: number } | undefined {
  const contract = getContract(tx, contractId);
  const { Currency } = contract;
  const credit = creditLeft(tx, contract);
  if (credit === 0 && tried.size > 0) return undefined;
  if (credit === 0) throw conflict(withoutCredit(contract));
  const method = tx.paymentMethods.get(contractId);
  const payments = tx.paymentTransactions.list({
    where: { ContractId: contractId },
    match: (one) =>
      !one.Preauth &&
      !tried.has(one.Id) &&
      paidStatuses.includes(one.Status.Status) &&
      (method?.Provider !== one.PaymentProvider || method.SupportsRefunds),
    newestFirst: true,
  });
  for (const payment of payments) {
    const amount = Math.min(credit, amountLeft(tx, payment));
    if (amount > 0) return { id: payment.Id, amount };
  }
  if (tried.size > 0) return undefined;
  throw conflict(
    `Contract ${contractId} has a credit of ${credit} ${Currency}, but no payment that a provider can refund.`,
  );
}

function withoutCredit({ Id, Balance, Currency }: ContractRecord): string {
  const why =
    Balance < 0 ? `: its payments of ${-Balance} ${Currency} are for invoices that are still drafts` : '';
  return `Contract ${Id} has no credit to pay out${why}.`;
}

/** Pays out the credit that an end leaves, where the account wants it (setting PayOutCredit). */
export const payOutTasks: DomainTaskHandlers = {
  'pay-out': (tx, { key }) => {
    if (creditLeft(tx, getContract(tx, key)) === 0) return undefined;
    return async (service) => {
      // An amount that no provider can refund stays as credit.
      await payOutCredit(service, key).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
    };
  },
};
