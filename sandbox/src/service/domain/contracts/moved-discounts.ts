import type { DiscountSubscription } from '../../model/contract.ts';
import { instant, timestamp } from '../basics/time.ts';
import type { Subject } from '../billing/bill.ts';
import { firstBilled } from '../contract-facts/billed-elsewhere.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { granular } from './granularity.ts';

/** Discounts that begin with the first paid time, which a change has moved: they move along, but not before their order. */
export function movedDiscounts(
  tx: Tx,
  { discounts }: Pick<Subject, 'discounts'>,
  before: ContractRecord,
  after: ContractRecord,
): readonly DiscountSubscription[] {
  const [from, to] = [plannedStart(before), firstBilled(after)];
  if (from === undefined || to === undefined || from === to) return discounts;
  return discounts.map((one) => {
    const order = tx.contractChanges
      .where('ContractId', one.ContractId)
      .find(({ Changed }) => Changed.DiscountSubscriptions.some(({ Id }) => Id === one.Id));
    const ordered = granular(tx, before, instant(order?.ChangeDate ?? before.StartDate));
    const isMoved = instant(one.StartDate) === Math.max(from, ordered);
    return isMoved ? { ...one, StartDate: timestamp(Math.max(to, ordered)) } : one;
  });
}

/** The first paid day as it was planned at signup, also if the contract is to end in its trial. */
function plannedStart(contract: ContractRecord): number | undefined {
  const Phases = [...contract.Phases, ...(contract.PhasesPastEnd ?? [])];
  const afterTrial = Phases.find(({ Type }) => Type !== 'Trial');
  return firstBilled({ ...contract, Phases }) ?? (afterTrial && instant(afterTrial.StartDate));
}
