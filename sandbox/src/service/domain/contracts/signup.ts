import type { ComponentSubscription, DiscountSubscription } from '../../model/contract.ts';
import type { CustomerData } from '../../model/customer.ts';
import { defined } from '../basics/defined.ts';
import { invalid } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { type Bill, nothing, type Subject } from '../billing/bill.ts';
import { billPrepaid } from '../billing/prepaid-billing.ts';
import { billRecurring } from '../billing/recurring-billing.ts';
import { getPlanGroup } from '../catalogue/catalogue.ts';
import { billedElsewhere, firstBilled } from '../contract-facts/billed-elsewhere.ts';
import { billingStart } from '../contract-facts/contract-phases.ts';
import { customerName } from '../customers/customers.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { type AgreedTerms, agreedPhases, agreedTerms, type OrderedTerms } from './agreed-terms.ts';
import { granular } from './granularity.ts';
import { refuseSecond } from './on-off-components.ts';

/** A signup as requested by its order. */
export interface SignupRequest extends OrderedTerms {
  readonly contractId: string;
  readonly customerId: string;
  readonly customer: CustomerData;
  readonly coupon?:
    | { readonly CouponCode: string; readonly CouponId: string; readonly DiscountId: string }
    | undefined;
  readonly contractCustomFields?: { readonly [key: string]: unknown } | undefined;
  /** The name of the price list. */
  readonly priceListId?: string | undefined;
  /** The customer has no contract yet, and pays the setup fee. */
  readonly firstContract: boolean;
  /** Returns ids for the contract's documents, in the order in which they are reserved. */
  readonly newId: () => string;
}

/** Plans the contract of a signup and its documents; nothing is stored. Discounts run from the first paid day. */
export function plannedSignup(tx: Tx, request: SignupRequest): Subject {
  const { prices, now, newId } = request;
  const { Cart: cart } = request.ordered;
  const terms = agreedTerms(tx, request);
  const contract = contractOnTerms(tx, request, terms);
  const StartDate = timestamp(firstBilled(contract) ?? terms.paidFrom);
  const ofCart = cartSubscriptions(tx, { contract, prices }, cart, contract.StartDate, now, newId);
  return {
    contract,
    customer: request.customer,
    prices,
    ...ofCart,
    components: ofCart.components.map((one) => billedElsewhere(one, contract.BilledUntil)),
    discounts: orderedDiscounts(contract.Id, request, cart, StartDate),
  };
}

function contractOnTerms(tx: Tx, request: SignupRequest, terms: AgreedTerms): ContractRecord {
  const { group, plan, variant, hasTrial, end } = terms;
  const billedUntil = terms.billedUntil === undefined ? undefined : timestamp(terms.billedUntil);
  const paysSetupFee =
    variant.SetupFee !== 0 && request.firstContract && billedUntil === undefined && group.Store === undefined;
  return defined({
    Id: request.contractId,
    CustomerId: request.customerId,
    CustomerName: customerName(tx, request.customerId, request.customer),
    CustomerIsLocked: false,
    PlanGroupId: group.Id,
    PlanId: plan.Id,
    PlanVariantId: hasTrial ? undefined : variant.Id,
    PriceListId: request.priceListId,
    LifecycleStatus: hasTrial ? ('InTrial' as const) : ('Active' as const),
    Phases: agreedPhases(terms),
    StartDate: timestamp(terms.start),
    EndDate: end === undefined ? undefined : timestamp(end),
    BilledUntil: billedUntil,
    BilledElsewhereUntil: billedUntil,
    Balance: 0,
    Currency: group.Currency,
    ReferenceCode: '',
    PaymentProviderSupportRefunds: false,
    EscalationSuspended: false,
    RecurringPaymentsPaused: false,
    BillingSuspended: false,
    ThresholdBillingDisabled: false,
    IsDeletable: true,
    CustomFields: { ...request.contractCustomFields },
    OnAccountDueAfter: tx.account.OnAccountDueAfter,
    Store: group.Store,
    SetupFeeDue: paysSetupFee ? true : undefined,
  });
}

/** Components, usage and rated items of a cart as documents of the contract. */
export function cartSubscriptions(
  tx: Tx,
  { contract, prices }: Pick<Subject, 'contract' | 'prices'>,
  cart: OrderRecord['Ordered']['Cart'],
  startDate: string,
  now: number,
  newId: () => string,
  known: readonly ComponentSubscription[] = [],
): Pick<Subject, 'components' | 'usages' | 'ratedItems'> {
  const TaxPolicyId = getPlanGroup(prices, contract.PlanGroupId).TaxPolicyId;
  cart.ComponentSubscriptions?.forEach(({ StartDate }, at) => {
    if (StartDate === undefined || instant(StartDate) >= instant(contract.StartDate)) return;
    throw invalid(
      `Cart.ComponentSubscriptions[${at}].StartDate`,
      `is before the start of the contract, ${contract.StartDate}.`,
    );
  });
  const begin = (date: string | undefined) =>
    date === undefined ? undefined : timestamp(granular(tx, contract, instant(date), prices));
  const components: ComponentSubscription[] = [];
  cart.ComponentSubscriptions?.forEach((entry, at) => {
    if (entry.Quantity <= 0) return;
    const { ComponentId, Quantity, Memo, ProductOverride } = entry;
    const one: ComponentSubscription = {
      Id: newId(),
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      ComponentId,
      Quantity,
      StartDate: begin(entry.StartDate) ?? startDate,
      ...defined({ EndDate: begin(entry.EndDate), Memo, ProductOverride }),
    };
    refuseSecond(prices, one, [...known, ...components], `Cart.ComponentSubscriptions[${at}].ComponentId`);
    components.push(one);
  });
  return {
    components,
    usages: (cart.MeteredUsages ?? []).map((usage) => ({
      Key: usage.Key ?? '',
      Id: newId(),
      ContractId: contract.Id,
      ComponentId: usage.ComponentId,
      Quantity: usage.Quantity,
      DueDate: timestamp(usage.DueDate === undefined ? now : instant(usage.DueDate)),
      TransferredAt: tx.stamp(),
      ...defined({ Memo: usage.Memo, ProductOverride: usage.ProductOverride }),
    })),
    ratedItems: (cart.RatedItems ?? []).map((item) => ({
      Id: newId(),
      ContractId: contract.Id,
      Description: item.Description,
      Quantity: item.Quantity,
      PricePerUnit: item.PricePerUnit,
      TaxPolicyId: item.TaxPolicyId ?? TaxPolicyId,
      TransferredAt: tx.stamp(),
      ...defined({
        PeriodStart: item.PeriodStart === undefined ? undefined : timestamp(instant(item.PeriodStart)),
        PeriodEnd: item.PeriodEnd === undefined ? undefined : timestamp(instant(item.PeriodEnd)),
      }),
    })),
  };
}

/** Discounts of a coupon and a cart, from their own start or that of the contract's paid time. */
export function orderedDiscounts(
  ContractId: string,
  { coupon, newId }: Pick<SignupRequest, 'coupon' | 'newId'>,
  cart: OrderRecord['Ordered']['Cart'],
  startDate: string,
): DiscountSubscription[] {
  const ofCoupon = coupon === undefined ? [] : [{ Id: newId(), ContractId, ...coupon, StartDate: startDate }];
  const ofCart = (cart.DiscountSubscriptions ?? []).map(({ DiscountId, StartDate }) => ({
    Id: newId(),
    ContractId,
    StartDate: timestamp(instant(StartDate ?? startDate)),
    DiscountId,
  }));
  return [...ofCoupon, ...ofCart];
}

/**
 * Returns what is due at signup: without a trial, the first period, the setup fee and the rest of the cart; in a trial,
 * only components that are billed in trials.
 */
export function billSignup(tx: Tx, subject: Subject, now: number): Bill {
  const { contract } = subject;
  const paidFrom = billingStart(contract) ?? Number.POSITIVE_INFINITY;
  const billFrom = contract.BilledUntil === undefined ? paidFrom : instant(contract.BilledUntil);
  if (paidFrom <= now && billFrom <= now) return billRecurring(tx, subject, now);
  if (instant(contract.StartDate) > now) return nothing(subject);
  return billPrepaid(tx, subject, paidFrom);
}
