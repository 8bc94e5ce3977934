import { planGroupOf } from '../catalogue/catalogue.ts';
import { calendarOf } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { PriceList } from '../records/price-list.ts';
import type { Tx } from '../tx.ts';

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
