import type { ActiveSubscriptions } from '../../model/contract.ts';
import { instant } from '../basics/time.ts';
import { phaseAfter, phaseAt } from '../contract-facts/contract-phases.ts';
import { toReductions } from '../pricing/discounts.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/**
 * Returns the active plan, components and discounts of a contract. In a trial, they include discounts that begin with
 * the first paid day, because customers entered the coupon for it.
 */
export function listActiveSubscriptions(
  tx: Tx,
  { Id, CustomerId, ...contract }: ContractRecord,
): ActiveSubscriptions {
  const phase = phaseAt(contract, tx.now);
  const calendar = zoneCalendar(tx.account.TimeZone);
  const begun = ({ StartDate }: { readonly StartDate: string }, by = tx.now) => instant(StartDate) <= by;
  const paid = phase?.Type === 'Trial' ? phaseAfter(contract, tx.now) : undefined;
  const paidFrom = paid === undefined ? tx.now : instant(paid.StartDate);
  return {
    ContractId: Id,
    CustomerId,
    ...(phase === undefined || phase.Type === 'Inactive'
      ? {}
      : {
          PlanSubscription: {
            PlanId: phase.PlanId,
            PlanVariantId: phase.PlanVariantId,
            Quantity: phase.Quantity,
            StartDate: phase.StartDate,
          },
        }),
    ComponentSubscriptions: tx.componentSubscriptions
      .where('ContractId', Id)
      .filter((one) => begun(one) && (one.EndDate === undefined || instant(one.EndDate) > tx.now)),
    DiscountSubscriptions: tx.discountSubscriptions
      .where('ContractId', Id)
      .filter(
        (one) => begun(one, paidFrom) && toReductions(tx, calendar, [one]).some(({ end }) => end > tx.now),
      ),
  };
}
