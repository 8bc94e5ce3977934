import type { Contract } from '../../model/contract.ts';
import type { Period } from '../../model/fields.ts';
import { subjectOf } from '../billing/billing.ts';
import { applyBill } from '../billing/contract-billing.ts';
import { planOf, variantOf } from '../catalogue/catalogue.ts';
import { changedCustomFields, withGranted } from '../customers/custom-fields.ts';
import { customerView } from '../customers/customers.ts';
import { changedBy, defined } from '../defined.ts';
import { localized } from '../localized.ts';
import { contractOf } from '../lookups.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { conflict, notFound } from '../problem.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { endContract, revokeCancellation } from './contract-end.ts';
import { phaseAt } from './contract-phases.ts';
import { nextCancellation } from './contract-terms.ts';
import { contractView, isDeletable } from './contract-view.ts';
import { reviewEscalation } from './dunning.ts';

export { contractOf } from '../lookups.ts';
export { changePaymentMethod } from '../payments/payment-methods.ts';
export { annulContract } from './contract-annulment.ts';
export { cancelContract, cancellationPreview, endContract, revokeCancellation } from './contract-end.ts';
export { pauseContract, resumeContract } from './contract-pause.ts';
export { contractView } from './contract-view.ts';
export { moveTrialEnd } from './trial-end.ts';

/** Fields of a contract that may be changed directly. */
export interface ContractPatch {
  readonly Notes?: string | undefined;
  readonly ExternalId?: string | undefined;
  /** Ends the contract then; named without a value, it takes a cancellation back. */
  readonly EndDate?: string | undefined;
  readonly CustomFields?: { readonly [key: string]: unknown } | undefined;
  readonly EscalationSuspended?: boolean | undefined;
  readonly RecurringPaymentsPaused?: boolean | undefined;
  readonly BillingSuspended?: boolean | undefined;
  readonly ThresholdBillingDisabled?: boolean | undefined;
  readonly OnAccountDueAfter?: Contract['OnAccountDueAfter'] | undefined;
}

type ContractFields = Omit<ContractPatch, 'CustomFields' | 'EndDate'>;

/**
 * Changes what is named. A field that is named without a value becomes unset, or what it is in a new contract; a custom
 * field named with `null` is removed.
 */
export function patchContract(tx: Tx, id: string, patch: ContractPatch): ContractRecord {
  const { CustomFields, EndDate, ...fields } = patch;
  if ('EndDate' in patch) {
    setEndDate(tx, id, EndDate);
    if (Object.keys(patch).length === 1) return contractOf(tx, id);
  }
  const before = contractOf(tx, id);
  const custom = 'CustomFields' in patch ? CustomFields : {};
  return changeContract(tx, before, {
    ...withFields(tx, before, fields),
    CustomFields: custom === undefined ? {} : changedCustomFields(before.CustomFields, custom),
  });
}

function setEndDate(tx: Tx, id: string, EndDate: string | undefined): void {
  const before = contractOf(tx, id);
  if (EndDate !== undefined && EndDate !== '') {
    if (timestamp(instant(EndDate)) !== before.EndDate) endContract(tx, id, EndDate);
  } else if (before.EndDate !== undefined) revokeCancellation(tx, id, 'Merchant');
}

/** Replaces what may be changed: a field that is not named becomes unset (field notes 3.7). */
export function replaceContract(tx: Tx, id: string, input: ContractPatch): ContractRecord {
  const { CustomFields = {}, EndDate, ...fields } = input;
  // An end is taken back by name only: a client that leaves it out may never have known of it.
  if (EndDate !== undefined) setEndDate(tx, id, EndDate);
  const before = contractOf(tx, id);
  return changeContract(tx, before, {
    ...withFields(tx, before, { ...nothingNamed, ...fields }),
    CustomFields: changedCustomFields({}, CustomFields),
  });
}

const nothingNamed: { readonly [Field in keyof ContractFields]-?: undefined } = {
  Notes: undefined,
  ExternalId: undefined,
  EscalationSuspended: undefined,
  RecurringPaymentsPaused: undefined,
  BillingSuspended: undefined,
  ThresholdBillingDisabled: undefined,
  OnAccountDueAfter: undefined,
};

/** The contract with these fields; one without a value is what it is in a new contract. */
function withFields(tx: Tx, before: ContractRecord, fields: ContractFields): ContractRecord {
  const change: { -readonly [Field in keyof ContractFields]: ContractFields[Field] } = { ...fields };
  for (const field of [
    'EscalationSuspended',
    'RecurringPaymentsPaused',
    'BillingSuspended',
    'ThresholdBillingDisabled',
  ] as const) {
    if (field in fields) change[field] ??= false;
  }
  if ('OnAccountDueAfter' in fields) change.OnAccountDueAfter ??= tx.account.OnAccountDueAfter;
  for (const field of ['Notes', 'ExternalId'] as const) {
    if (change[field] === '') change[field] = undefined;
  }
  return changedBy(before, change);
}

function changeContract(tx: Tx, before: ContractRecord, after: ContractRecord): ContractRecord {
  tx.contracts.replace(after);
  tx.emit({
    Event: 'ContractDataChanged',
    EntityId: tx.account.Id,
    ContractId: after.Id,
    CustomerId: after.CustomerId,
  });
  if (before.RecurringPaymentsPaused !== after.RecurringPaymentsPaused) {
    tellPaymentProcess(tx, after);
    if (!after.RecurringPaymentsPaused) scheduleCollection(tx, after.Id);
  }
  if (before.BillingSuspended !== after.BillingSuspended) applyBill(tx, nothingToBill(tx, after));
  if (before.EscalationSuspended !== after.EscalationSuspended) reviewEscalation(tx, after.Id);
  return contractOf(tx, after.Id);
}

const nothingToBill = (tx: Tx, contract: ContractRecord) => ({
  subject: subjectOf(tx, contract),
  lines: [],
  billedUsages: [],
  billedItems: [],
});

/** Emits the event that the collection of payments was paused or resumed. */
function tellPaymentProcess(tx: Tx, contract: ContractRecord): void {
  tx.emit({
    Event: 'PaymentProcessStatusChanged',
    EntityId: tx.account.Id,
    ContractId: contract.Id,
    CustomerId: contract.CustomerId,
  });
}

/** Deletes a contract that has no documents and no bookings. */
export function deleteContract(tx: Tx, id: string): void {
  const contract = contractOf(tx, id);
  if (!isDeletable(tx, contract)) {
    throw conflict(
      `Contract ${id} has invoices or bookings; end it (POST …/end) or annul it (POST …/annulate).`,
    );
  }
  for (const task of [
    'lifecycle',
    'pause',
    'pause-end',
    'approaching',
    'collect',
    'payment-retry',
    'escalation',
    'card-expiring',
    'card-expired',
  ]) {
    tx.unschedule(task, id);
  }
  for (const one of tx.componentSubscriptions.where('ContractId', id))
    tx.componentSubscriptions.delete(one.Id);
  for (const one of tx.discountSubscriptions.where('ContractId', id)) tx.discountSubscriptions.delete(one.Id);
  for (const one of tx.meteredUsages.where('ContractId', id)) tx.meteredUsages.delete(one.Id);
  for (const one of tx.ratedItems.where('ContractId', id)) tx.ratedItems.delete(one.Id);
  tx.paymentMethods.delete(id);
  tx.contracts.delete(id);
  tx.emit({
    Event: 'ContractDeleted',
    EntityId: tx.account.Id,
    ContractId: id,
    CustomerId: contract.CustomerId,
  });
}

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
  const phase = phaseAt(contract, tx.now) ?? contract.Phases[0];
  const plan = tx.plans.get(phase?.PlanId ?? contract.PlanId);
  const open = contract.LifecycleStatus !== 'Ended' && contract.LifecycleStatus !== 'Annulled';
  return defined({
    Contract: { ...withGranted(tx, 'Contract', view), CurrentBalance: contract.Balance },
    Customer: withGranted(tx, 'Customer', customerView(tx, customer)),
    CurrentPlan: {
      PlanName: localized(plan?.Name, locale),
      StartDate: phase?.StartDate ?? contract.StartDate,
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
    EndDateIfCancelledNow:
      open && contract.Store === undefined
        ? timestamp(nextCancellation(tx, contract, tx.now).endDate)
        : undefined,
    PaymentsBlocked: contract.RecurringPaymentsPaused || contract.CustomerIsLocked,
    Products: productsOf(tx, contract, locale),
  });
}

/** What {@link contractDetails} gives. */
export type ContractDetails = ReturnType<typeof contractDetails>;

/** What the contract consists of now: the plan, and the components that run. */
/** A plan variant or a component of a contract, as its customer sees it. */
interface Product {
  readonly Type: 'PlanVariant' | 'Component';
  readonly Id: string;
  readonly ComponentSubscriptionId?: string;
  readonly Name: string;
  readonly Description?: string | undefined;
  readonly PricePerUnit: number | undefined;
  readonly Quantity: number;
  readonly FeePeriod?: Period;
}

function productsOf(tx: Tx, contract: ContractRecord, locale: string): Product[] {
  const phase = phaseAt(contract, tx.now) ?? contract.Phases[0];
  const products: Product[] = [];
  if (phase?.PlanVariantId !== undefined) {
    const variant = variantOf(tx, phase.PlanVariantId);
    products.push({
      Type: 'PlanVariant',
      Id: variant.Id,
      Name: localized(planOf(tx, variant).Name, locale),
      Description: localized(variant.Description, locale),
      PricePerUnit: variant.RecurringFee,
      Quantity: phase.Quantity,
      FeePeriod: variant.FeePeriod,
    });
  }
  for (const subscription of tx.componentSubscriptions.where('ContractId', contract.Id)) {
    const component = tx.components.get(subscription.ComponentId);
    if (component === undefined || !component.ShowSelfService) continue;
    if (instant(subscription.StartDate) > tx.now) continue;
    if (subscription.EndDate !== undefined && instant(subscription.EndDate) <= tx.now) continue;
    products.push({
      Type: 'Component',
      Id: component.Id,
      ComponentSubscriptionId: subscription.Id,
      Name: localized(component.Name, locale),
      Description: localized(component.Description, locale),
      PricePerUnit: component.PricePerUnit,
      Quantity: subscription.Quantity,
    });
  }
  return products;
}
