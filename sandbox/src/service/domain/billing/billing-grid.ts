import type { PlanVariant } from '../../model/catalogue.ts';
import type { Phase } from '../../model/contract.ts';
import { instant } from '../basics/time.ts';
import { getVariant } from '../catalogue/catalogue.ts';
import { termStart } from '../contract-facts/contract-phases.ts';
import { type Grid, zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { PriceList } from '../records/kept-prices.ts';
import type { Tx } from '../records/tx.ts';

/**
 * The billing periods of a Normal phase: anchored to the start of the terms, or to the variant's alignment.
 *
 * @param variant the phase's variant, for callers that already have it
 */
export function billingGrid(
  tx: Tx,
  { contract, prices }: { readonly contract: ContractRecord; readonly prices: PriceList },
  phase: Phase,
  variant: PlanVariant = getVariant(prices, phase.PlanVariantId as string),
): Grid {
  const begins = instant(phase.StartDate);
  const start = termStart(contract, begins) ?? begins;
  const { BillingDateAlignment: alignment, BillingPeriod: period } = variant;
  return alignment === undefined
    ? { anchor: start, period }
    : zoneCalendar(tx.account.TimeZone).alignedGrid(start, alignment, period);
}
