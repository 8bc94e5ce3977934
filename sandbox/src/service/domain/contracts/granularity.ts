import { instant } from '../basics/time.ts';
import { planGroupOf } from '../catalogue/catalogue.ts';
import { calendarOf } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { PriceList } from '../records/price-list.ts';
import type { Tx } from '../records/tx.ts';

/**
 * An instant as the plan group of a contract counts it: where its `TimeGranularity` is `Daily`, what begins or ends on a day
 * does so at its midnight in the account's zone.
 */
export function granular(
  tx: Tx,
  { PlanGroupId }: Pick<ContractRecord, 'PlanGroupId'>,
  at: number,
  prices: PriceList = tx,
): number {
  const isDaily = planGroupOf(prices, PlanGroupId).TimeGranularity === 'Daily';
  return isDaily ? calendarOf(tx.account.TimeZone).startOfDay(at) : at;
}

/** An end as the contract counts it: on the first day of one that counts in days it comes with the next, as that one has lasted. */
export function granularEnd(
  tx: Tx,
  contract: Pick<ContractRecord, 'PlanGroupId' | 'StartDate'>,
  asked: number,
  prices: PriceList = tx,
): number {
  const end = granular(tx, contract, asked, prices);
  const start = instant(contract.StartDate);
  const isFirst = end < asked && end <= start && asked > start;
  return isFirst ? calendarOf(tx.account.TimeZone).add(end, { Unit: 'Day', Quantity: 1 }) : end;
}
