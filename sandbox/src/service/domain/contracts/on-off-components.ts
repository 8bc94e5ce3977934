import type { ComponentSubscription } from '../../model/contract.ts';
import { invalid } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import type { PriceList } from '../records/kept-prices.ts';

/**
 * Rejects a second subscription of an on/off component that overlaps an existing one of the contract.
 *
 * @param others of the contract
 * @param field path in the request, for the message
 * @throws Problem Invalid
 */
export function refuseSecond(
  prices: PriceList,
  one: ComponentSubscription,
  others: readonly ComponentSubscription[],
  field: string,
): void {
  if (componentNamed(prices, one.ComponentId, field).ComponentType !== 'OnOff') return;
  const second = others.find(
    (other) => other.Id !== one.Id && other.ComponentId === one.ComponentId && meet(one, other),
  );
  if (second === undefined) return;
  const until = second.EndDate === undefined ? '' : ` until ${second.EndDate}`;
  throw invalid(
    field,
    `component "${one.ComponentId}" is on or off; the contract already has it from ${second.StartDate}${until}. Expected at most one.`,
  );
}

const startInstant = ({ StartDate }: ComponentSubscription) => instant(StartDate);
const endInstant = ({ EndDate }: ComponentSubscription) =>
  EndDate === undefined ? Number.POSITIVE_INFINITY : instant(EndDate);

/** Returns whether the two periods overlap. */
function meet(one: ComponentSubscription, other: ComponentSubscription): boolean {
  return Math.max(startInstant(one), startInstant(other)) < Math.min(endInstant(one), endInstant(other));
}
