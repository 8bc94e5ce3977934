import { instant } from '../basics/time.ts';
import { getPlanGroup } from '../catalogue/catalogue.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { PriceList } from '../records/kept-prices.ts';
import type { Tx } from '../records/tx.ts';

/**
 * An instant in the granularity of the contract's plan group: with `TimeGranularity` `Daily`, a start or end on a day
 * is at its midnight in the account's zone.
 */
export function granular(
  tx: Tx,
  { PlanGroupId }: Pick<ContractRecord, 'PlanGroupId'>,
  at: number,
  prices: PriceList = tx,
): number {
  const isDaily = getPlanGroup(prices, PlanGroupId).TimeGranularity === 'Daily';
  return isDaily ? zoneCalendar(tx.account.TimeZone).startOfDay(at) : at;
}

/** An end in the contract's granularity: with days, an end on the first day moves to the next, because one day has passed. */
export function granularEnd(
  tx: Tx,
  contract: Pick<ContractRecord, 'PlanGroupId' | 'StartDate'>,
  asked: number,
  prices: PriceList = tx,
): number {
  const end = granular(tx, contract, asked, prices);
  const start = instant(contract.StartDate);
  const isFirst = end < asked && end <= start && asked > start;
  return isFirst ? zoneCalendar(tx.account.TimeZone).add(end, { Unit: 'Day', Quantity: 1 }) : end;
}
