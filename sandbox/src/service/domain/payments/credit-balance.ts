import { isContractOver } from '../../model/statuses.ts';
import { addAmounts, subtractAmount } from '../pricing/money.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/**
 * Returns the customer's credit: the booked amount, less what drafts will bill. A drafted credit counts only once it is
 * sent.
 */
export function creditLeft(
  tx: Tx,
  { Id, Balance, Currency }: Pick<ContractRecord, 'Id' | 'Balance' | 'Currency'>,
): number {
  if (Balance >= 0) return 0;
  const drafted = tx.invoiceDrafts.where('ContractId', Id).map(({ TotalGross }) => Math.max(0, TotalGross));
  return Math.max(0, -addAmounts(Currency, [Balance, ...drafted]));
}

/** Returns what is left of an amount to pay: the customer's credit is used first. */
export function afterCredit(tx: Tx, contract: ContractRecord, amount: number): number {
  return Math.max(0, subtractAmount(contract.Currency, amount, creditLeft(tx, contract)));
}

/** Pays out the credit of an ended contract, if the account is set to do so (setting PayOutCredit). */
export function settleCredit(
  tx: Tx,
  { Id, LifecycleStatus }: Pick<ContractRecord, 'Id' | 'LifecycleStatus'>,
): void {
  if (isContractOver(LifecycleStatus) && tx.account.PayOutCredit === 'AtEnd')
    tx.schedule('pay-out', Id, tx.now);
}
