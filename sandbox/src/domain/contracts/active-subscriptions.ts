import type { ActiveSubscriptions } from '../../model/contract.ts';
import { reductionsOf } from '../pricing/discounts.ts';
import { calendarOf } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import { phaseAt } from './contract-phases.ts';

/** What is active of a contract now: its plan, its components, its discounts. */
export function activeSubscriptionsOf(
  tx: Tx,
  { Id, CustomerId, ...contract }: ContractRecord,
): ActiveSubscriptions {
  const phase = phaseAt(contract, tx.now);
  const calendar = calendarOf(tx.account.TimeZone);
  const begun = ({ StartDate }: { readonly StartDate: string }) => instant(StartDate) <= tx.now;
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
      .filter((one) => begun(one) && reductionsOf(tx, calendar, [one]).some(({ end }) => end > tx.now)),
  };
}
