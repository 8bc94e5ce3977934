import type { Phase } from '../../model/contract.ts';
import { isContractOver } from '../../model/statuses.ts';
import { defined } from '../basics/defined.ts';
import { localized } from '../basics/localized.ts';
import { notFound } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getSubject } from '../billing/bill.ts';
import { totalsOfLines } from '../billing/invoices.ts';
import { nextBill } from '../billing/next-billing.ts';
import { getPlanGroup, getTaxPolicy } from '../catalogue/catalogue.ts';
import { selfServiceProducts } from '../catalogue/self-service-products.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { withGranted } from '../customers/custom-fields.ts';
import { customerView } from '../customers/customers.ts';
import { openReceivables, uncollected } from '../payments/receivables.ts';
import { taxSituation, vatRate } from '../pricing/tax.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { nextCancellation } from './cancellation-date.ts';
import { contractView } from './contract-view.ts';

/** Maximum number of invoices in contract details (spec: Limits 2). */
const RECENT_INVOICES = 50;

/** Returns the customer's view of the contract (spec: Portal.contractDetails; field notes 1.4). */
export function contractDetails(tx: Tx, contractId: string) {
  const contract = getContract(tx, contractId);
  const view = contractView(tx, contract);
  // Also if it has been deleted since: its document is kept.
  const customer = tx.customers.get(contract.CustomerId);
  if (customer === undefined) throw notFound('customer', contract.CustomerId);
  const locale = customer.Language ?? customer.Locale ?? tx.account.Locale;
  const phase = (phaseAt(contract, tx.now) ?? contract.Phases[0]) as Phase;
  const plan = tx.plans.get(phase.PlanId ?? contract.PlanId);
  const group = getPlanGroup(tx, contract.PlanGroupId);
  const open = !isContractOver(contract.LifecycleStatus);
  const cancellation =
    open && contract.Store === undefined ? nextCancellation(tx, contract, tx.now) : undefined;
  const allowed = allowedTo(tx, contract);
  const unpaid = new Set(openReceivables(tx, contract).map(({ entry }) => entry.InvoiceId));
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
        GrossTotal: invoice.TotalGross,
        Status: unpaid.has(invoice.Id) ? ('Open' as const) : ('Paid' as const),
      })),
    ComponentsSubscriptions: bookedComponents(tx, contract, locale),
    EndDateIfCancelledNow: cancellation === undefined ? undefined : timestamp(cancellation.endDate),
    LastPossibleCancellationDate: cancellation === undefined ? undefined : timestamp(cancellation.noticeDate),
    PayableAmount: allowed.PaymentChange ? Math.max(0, uncollected(tx, contract)) : 0,
    PaymentsBlocked: contract.RecurringPaymentsPaused || contract.CustomerIsLocked,
    ...nextInvoice(tx, contract),
    VatPercentage: vatRate(getTaxPolicy(tx, group.TaxPolicyId), taxSituation(tx.account, customer), tx.now),
    TimeZone: tx.account.TimeZone,
    PublicApiKey: tx.account.Id,
    Allowed: allowed,
    Products: selfServiceProducts(tx, [group]),
  });
}

export type ContractDetails = ReturnType<typeof contractDetails>;

/** The active and future components, with the fields that customers may see. */
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

/** The next recurring invoice, with the field names of a preview. */
function nextInvoice(tx: Tx, contract: ContractRecord) {
  const next = nextBill(tx, getSubject(tx, contract));
  if (next === undefined) return {};
  const { TotalGross } = totalsOfLines(contract.Currency, next.bill.lines);
  return { NextTotalGross: TotalGross, NextTotalGrossDate: next.date };
}

/**
 * Returns the actions that customers may take themselves: locked customers can only cancel, and contracts of a store
 * are managed there.
 */
function allowedTo({ account: { SelfService } }: Tx, { CustomerIsLocked, Store }: ContractRecord) {
  const isOurs = !CustomerIsLocked && Store === undefined;
  return {
    CustomerChange: !CustomerIsLocked && SelfService.CustomerChange,
    ContractChange: isOurs && SelfService.ContractChange !== false,
    RevokeCancellation: isOurs && SelfService.RevokeCancellation !== false,
    PaymentChange: isOurs,
  };
}
