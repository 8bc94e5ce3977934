import type { Phase } from '../../model/contract.ts';
import { planGroupOf } from '../catalogue/catalogue.ts';
import {
  catalogueView,
  componentKind,
  planKind,
  planVariantKind,
} from '../catalogue/catalogue-management.ts';
import { withGranted } from '../customers/custom-fields.ts';
import { customerView } from '../customers/customers.ts';
import { defined } from '../defined.ts';
import { localized } from '../localized.ts';
import { contractOf } from '../lookups.ts';
import { notFound } from '../problem.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { phaseAt } from './contract-phases.ts';
import { nextCancellation } from './contract-terms.ts';
import { contractView } from './contract-view.ts';

/** At most this many invoices in contract details (spec: Limits 2). */
const RECENT_INVOICES = 50;

/** What a customer sees of the contract (spec: Portal.contractDetails; field notes 1.4). */
export function contractDetails(tx: Tx, contractId: string) {
  const contract = contractOf(tx, contractId);
  const view = contractView(tx, contract);
  // Also one that was deleted since: its document stays.
  const customer = tx.customers.get(contract.CustomerId);
  if (customer === undefined) throw notFound('customer', contract.CustomerId);
  const locale = customer.Language ?? customer.Locale ?? tx.account.Locale;
  const phase = (phaseAt(contract, tx.now) ?? contract.Phases[0]) as Phase;
  const plan = tx.plans.get(phase.PlanId ?? contract.PlanId);
  const open = contract.LifecycleStatus !== 'Ended' && contract.LifecycleStatus !== 'Annulled';
  const cancellation =
    open && contract.Store === undefined ? nextCancellation(tx, contract, tx.now) : undefined;
  return defined({
    Contract: { ...withGranted(tx, 'Contract', view), CurrentBalance: contract.Balance },
    Customer: withGranted(tx, 'Customer', customerView(tx, customer)),
    CurrentPlan: {
      PlanName: localized(plan?.Name, locale),
      StartDate: phase.StartDate,
    },
    PaymentMethod: contract.PaymentBearer,
    RecentInvoices: tx.invoices
      .list({ where: { ContractId: contractId }, newestFirst: true, take: RECENT_INVOICES })
      .map((invoice) => ({
        Id: invoice.Id,
        InvoiceNumber: invoice.InvoiceNumber,
        InvoiceDate: invoice.SentAt ?? invoice.Created,
        DueDate: invoice.DueDate,
        TotalGross: invoice.TotalGross,
      })),
    ComponentsSubscriptions: bookedComponents(tx, contract, locale),
    EndDateIfCancelledNow: cancellation === undefined ? undefined : timestamp(cancellation.endDate),
    LastPossibleCancellationDate: cancellation === undefined ? undefined : timestamp(cancellation.noticeDate),
    PaymentsBlocked: contract.RecurringPaymentsPaused || contract.CustomerIsLocked,
    Products: productsFor(tx, contract),
  });
}

/** What {@link contractDetails} gives. */
export type ContractDetails = ReturnType<typeof contractDetails>;

/** The components that are booked and not over, as far as customers may see them. */
function bookedComponents(tx: Tx, contract: ContractRecord, locale: string) {
  return tx.componentSubscriptions.where('ContractId', contract.Id).flatMap((one) => {
    const component = tx.components.get(one.ComponentId);
    if (component?.ShowSelfService !== true) return [];
    if (one.EndDate !== undefined && instant(one.EndDate) <= tx.now) return [];
    return defined({
      Id: one.Id,
      ComponentId: component.Id,
      ComponentName: one.ProductOverride?.Name ?? localized(component.Name, locale),
      Quantity: one.Quantity,
      Memo: one.Memo ?? '',
      StartDate: one.StartDate,
      EndDate: one.EndDate,
    });
  });
}

/**
 * What the customer can change to or book, in the shape of the product information: all of the contract's plan group that
 * is open to self-service. Discounts and coupons are nobody's to browse.
 */
function productsFor(tx: Tx, { PlanGroupId }: ContractRecord) {
  const isOpen = (one: { readonly AllowSelfService: boolean; readonly Hidden: boolean }) =>
    one.AllowSelfService && !one.Hidden;
  const group = planGroupOf(tx, PlanGroupId);
  const plans = tx.plans.where('PlanGroupId', PlanGroupId).filter(({ Hidden }) => !Hidden);
  const variants = tx.planVariants
    .where('PlanGroupId', PlanGroupId)
    .filter((variant) => isOpen(variant) && plans.some(({ Id }) => Id === variant.PlanId));
  const components = tx.components.where('PlanGroupId', PlanGroupId).filter(isOpen);
  const policies = new Set([group, ...components].map(({ TaxPolicyId }) => TaxPolicyId));
  return {
    PlanGroups: [group],
    Plans: plans
      .filter(({ Id }) => variants.some(({ PlanId }) => PlanId === Id))
      .map((plan) => catalogueView(tx, planKind, plan)),
    PlanVariants: variants.map((variant) => catalogueView(tx, planVariantKind, variant)),
    Components: components.map((component) => catalogueView(tx, componentKind, component)),
    Discounts: [],
    Coupons: [],
    TaxPolicies: [...policies].flatMap((id) => tx.taxPolicies.get(id) ?? []),
  };
}
