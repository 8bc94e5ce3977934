import type { Phase, SubscriptionRow } from '../../model/contract.ts';
import { defined } from '../basics/defined.ts';
import { localized } from '../basics/localized.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { nextBillingShown } from '../contract-facts/next-billing-date.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { isDeletable } from './contract-view.ts';

/** Customer and contract in one row (field notes 2.6). */
export function toSubscriptionRow(tx: Tx, contract: ContractRecord): SubscriptionRow {
  const customer = tx.customers.get(contract.CustomerId);
  const phase = (phaseAt(contract, tx.now) ?? contract.Phases[0]) as Phase;
  const plan = tx.plans.get(phase.PlanId ?? contract.PlanId);
  const variant = tx.planVariants.get(phase.PlanVariantId ?? contract.PlanVariantId);
  return defined({
    Id: contract.Id,
    CustomerId: contract.CustomerId,
    FirstName: customer?.FirstName,
    LastName: customer?.LastName,
    EmailAddress: customer?.EmailAddress,
    CustomerName: contract.CustomerName,
    CustomerSubName: customer?.CustomerSubName,
    Hidden: customer?.Hidden ?? false,
    IsLocked: contract.CustomerIsLocked,
    ContractId: contract.Id,
    ReferenceCode: contract.ReferenceCode,
    LastBillingDate: contract.LastBillingDate,
    NextBillingDate: nextBillingShown(contract, tx.now),
    PlanId: contract.PlanId,
    PlanVariantId: contract.PlanVariantId,
    PlanVariantName: variant?.InternalName,
    PlanName: plan === undefined ? undefined : localized(plan.Name, tx.account.Locale),
    Quantity: phase.Quantity,
    LastPhaseChange: phase.StartDate,
    Balance: contract.Balance,
    Currency: contract.Currency,
    RecurringPaymentsPaused: contract.RecurringPaymentsPaused,
    BillingSuspended: contract.BillingSuspended,
    StartDate: contract.StartDate,
    LifecycleStatus: contract.LifecycleStatus,
    IsDeletable: isDeletable(tx, contract),
  });
}
