import type { MeteredUsage, Phase } from '../../model/contract.ts';
import { instant } from '../basics/time.ts';
import { getVariant } from '../catalogue/catalogue.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { sumOfQuantities } from '../pricing/money.ts';
import { type Span, zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import type { Subject } from './bill.ts';
import { billingGrid } from './billing-grid.ts';

/** Usage and the quota on its day. */
export interface Covered {
  /** The start of the billing period of the usage, in epoch milliseconds; `undefined` before the first plan. */
  readonly period: number | undefined;
  /** The number of free units. */
  readonly free: number;
}

/**
 * Counts the usage that the quota covers, in billing order: the quota of the plan on the day of use is free, once in
 * each billing period (field notes 3.4). Earlier bills of a period count too, so no counter is stored.
 */
export function quotaCover(tx: Tx, subject: Subject): (usage: MeteredUsage) => Covered {
  const given = new Map<string, number>();
  const take = (usage: MeteredUsage, key: string, quota: number): number => {
    const before = given.get(key) ?? 0;
    const free = Math.max(0, Math.min(usage.Quantity, sumOfQuantities([quota, -before])));
    given.set(key, sumOfQuantities([before, free]));
    return free;
  };
  return (usage) => {
    const { ComponentId } = usage;
    const use = findUse(tx, subject, usage);
    if (use === undefined) return { period: undefined, free: 0 };
    const { period, quota } = use;
    if (quota === 0) return { period: period.start, free: 0 };
    const key = `${ComponentId} ${period.start}`;
    if (!given.has(key)) {
      given.set(key, 0);
      for (const billed of billedIn(tx, subject, period, ComponentId)) take(billed.usage, key, billed.quota);
    }
    return { period: period.start, free: take(usage, key, quota) };
  };
}

interface Use {
  readonly period: Span;
  readonly quota: number;
}

/** The billing period of a usage entry, and its component's quota at that time. */
function findUse(tx: Tx, subject: Subject, { ComponentId, DueDate }: MeteredUsage): Use | undefined {
  const { contract, prices } = subject;
  const at = instant(DueDate);
  // Usage at the very end of a period is billed with that period and belongs to it.
  const phase = phaseAt(contract, at - 1) ?? contract.Phases[0];
  const normal = phase?.Type === 'Normal' ? phase : normalPhaseFor(contract, at);
  const variantId = phase?.PlanVariantId ?? normal?.PlanVariantId;
  if (normal === undefined || variantId === undefined) return undefined;
  const started = instant(normal.StartDate);
  const period = zoneCalendar(tx.account.TimeZone).periodAt(
    billingGrid(tx, subject, normal),
    at <= started ? started : at - 1,
  );
  const quota = getVariant(prices, variantId).Quota.find((entry) => entry.ComponentId === ComponentId);
  return { period, quota: quota?.Quota ?? 0 };
}

/** Usage of a period that was billed before, as billed. */
function billedIn(
  tx: Tx,
  subject: Subject,
  period: Span,
  componentId: string,
): { readonly usage: MeteredUsage; readonly quota: number }[] {
  const { contract } = subject;
  const isFirst = period.start <= instant(contract.Phases.find(isNormal)?.StartDate ?? '');
  return tx.meteredUsages
    .list({
      where: { ContractId: contract.Id },
      // Usage in a trial counts toward the first period.
      min: isFirst ? instant(contract.StartDate) : period.start,
      max: period.end,
      match: (one) => one.LineItemId !== undefined && one.ComponentId === componentId,
    })
    .flatMap((usage) => {
      const use = findUse(tx, subject, usage);
      return use?.period.start === period.start ? { usage, quota: use.quota } : [];
    })
    .sort((a, b) => instant(a.usage.BilledOn ?? '') - instant(b.usage.BilledOn ?? ''));
}

const isNormal = ({ Type }: Phase) => Type === 'Normal';

/** The latest phase with a plan at an instant, or else the first future one. */
function normalPhaseFor({ Phases }: ContractRecord, at: number): Phase | undefined {
  const normal = Phases.filter(isNormal);
  return normal.findLast(({ StartDate }) => instant(StartDate) < at) ?? normal[0];
}
