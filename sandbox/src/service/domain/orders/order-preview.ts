import type { Component } from '../../model/catalogue.ts';
import type { LineItem, PreviewComponent, PreviewRecurringFee } from '../../model/invoice.ts';
import type { OrderPreview, SignupTerms } from '../../model/order.ts';
import { defined } from '../basics/defined.ts';
import { localized } from '../basics/localized.ts';
import { instant, timestamp } from '../basics/time.ts';
import { type Bill, documentLocale, getTerms, type Subject } from '../billing/bill.ts';
import { totalsOfLines } from '../billing/invoices.ts';
import { nextBill } from '../billing/next-billing.ts';
import { componentNamed, getTaxPolicy, type Offer } from '../catalogue/catalogue.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { nextCancellation } from '../contracts/cancellation-date.ts';
import { toReductions } from '../pricing/discounts.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { Terms } from '../pricing/pricing.ts';
import { vatRate } from '../pricing/tax.ts';
import type { PriceList } from '../records/kept-prices.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { firstStatus } from './order-status.ts';

export interface PreviewSource {
  readonly bill: Bill;
  /** The plan variant of the cart. */
  readonly offer: Offer | undefined;
  /** Components that can be ordered in addition to those in the cart. */
  readonly bookable: readonly Component[];
  readonly cart: OrderRecord['Ordered']['Cart'];
  readonly orderType: OrderPreview['OrderType'];
  readonly coupon: OrderPreview['Coupon'];
  readonly interimBilling: boolean;
  readonly previewAfterTrial: boolean;
}

/** All fields of the preview result (spec: Order preview result). */
export function presented(tx: Tx, source: PreviewSource): OrderPreview {
  const { bill, cart, offer } = source;
  const { subject } = bill;
  const { variant, plan } = offer ?? {};
  const isSignup = source.orderType === 'Signup';
  const trialPlan =
    isSignup && cart.EnableTrial !== false && plan?.TrialPeriod !== undefined ? plan : undefined;
  const terms = getTerms(tx, subject);
  const { currency } = terms;
  const shown: Shown = { prices: subject.prices, terms, locale: documentLocale(tx, subject), now: tx.now };
  const totals = totalsOfLines(currency, bill.lines);
  const next = nextBill(tx, subject);
  const lines = (wanted: (line: LineItem) => boolean) =>
    bill.lines.filter((line) => line.CreditedLineItemId === undefined && wanted(line)).map(withoutId);
  const credits = bill.lines.filter((line) => line.CreditedLineItemId !== undefined);
  const rated = lines((line) => line.ProductType === 'RatedItem');
  const setup = lines((line) => line.ProductType === 'SetupFee');
  return defined({
    MeteredComponents: (cart.MeteredUsages ?? []).map((usage, at) =>
      componentShown(
        shown,
        usage,
        isFirst(cart.MeteredUsages ?? [], at)
          ? lines((line) => line.ProductType === 'MeteredUsage' && line.ProductId === usage.ComponentId)
          : [],
      ),
    ),
    ComponentSubscriptions: withBookable(cart.ComponentSubscriptions, source.bookable).map((entry, at, all) =>
      componentShown(
        shown,
        entry,
        isFirst(all, at)
          ? lines((line) => line.ProductType === 'Component' && line.ProductId === entry.ComponentId)
          : [],
      ),
    ),
    RecurringFee:
      offer === undefined
        ? undefined
        : feeShown(
            shown,
            offer,
            cart.Quantity ?? 1,
            lines((line) => line.ProductType === 'RecurringFee'),
          ),
    SetupFee: !isSignup || offer === undefined ? undefined : setupShown(shown, offer, setup),
    RatedItems: rated.length === 0 ? undefined : rated.map((line) => shownLine(currency, line)),
    Credits: credits.length === 0 ? undefined : credits.map((line) => shownLine(currency, line)),
    CouponCode: cart.CouponCode,
    Coupon:
      source.coupon?.DiscountId === undefined
        ? source.coupon
        : { ...source.coupon, AppliesToCart: appliesToCart(subject, cart, source.coupon.DiscountId) },
    Quantity: cart.Quantity ?? phaseAt(subject.contract, tx.now)?.Quantity ?? 1,
    PlanVariantId: variant?.Id,
    PriceListId: subject.contract.PriceListId,
    AllowWithoutPaymentData: cart.AllowWithoutPaymentData ?? variant?.AllowWithoutPaymentData ?? false,
    Currency: currency,
    Total: totals.TotalNet,
    TotalVat: totals.TotalVat,
    TotalGross: totals.TotalGross,
    NextTotalGross: next === undefined ? undefined : totalsOfLines(currency, next.bill.lines).TotalGross,
    NextTotalGrossDate: next?.date,
    IsTrial: trialPlan !== undefined,
    TrialEndPolicy: trialPlan?.TrialEndPolicy ?? 'NoTrial',
    TrialPeriod: trialPlan?.TrialPeriod,
    Status: firstStatus(false),
    OrderType: source.orderType,
    TriggerInterimBilling: source.interimBilling,
    PreviewAfterTrial: source.previewAfterTrial,
  });
}

/** Returns when the contract of a signup can end, and until when its coupon's discount applies. */
export function termsOfSignup(tx: Tx, { subject }: Bill, coupon: OrderPreview['Coupon']): SignupTerms {
  const { endDate, noticeDate } = nextCancellation(tx, subject.contract, tx.now);
  const subscription = subject.discounts.findLast(({ DiscountId }) => DiscountId === coupon?.DiscountId);
  const [reduction] = subscription
    ? toReductions(subject.prices, zoneCalendar(tx.account.TimeZone), [subscription])
    : [];
  return defined({
    EndDateIfCancelledNow: timestamp(endDate),
    LastPossibleCancellationDate: timestamp(noticeDate),
    Discount:
      reduction &&
      defined({
        ReductionPercent: reduction.percent,
        EndDate: Number.isFinite(reduction.end) ? timestamp(reduction.end) : undefined,
      }),
  });
}

type CartComponents = NonNullable<OrderRecord['Ordered']['Cart']['ComponentSubscriptions']>;

/** The components of a cart; a preview appends the others that can be booked, with quantity 0. */
function withBookable(ordered: CartComponents = [], bookable: readonly Component[]): CartComponents {
  if (bookable.length === 0) return ordered.filter(({ Quantity }) => Quantity > 0);
  const others = bookable.filter(({ Id }) => !ordered.some(({ ComponentId }) => ComponentId === Id));
  return [...ordered, ...others.map(({ Id: ComponentId }) => ({ ComponentId, Quantity: 0 }))];
}

/** Returns whether a discount reduces the price of anything that the cart or the contract contains. */
function appliesToCart(
  { prices, contract, components }: Subject,
  cart: OrderRecord['Ordered']['Cart'],
  discountId: string,
): boolean {
  const discount = prices.discounts.get(discountId);
  if (discount === undefined || discount.Effect.ReductionPercent === 0) return false;
  const all = Object.keys(discount.Targets).length === 0;
  const isReduced = (id: string) => all || discount.Targets[id] === true;
  const variants = contract.Phases.flatMap(({ PlanVariantId }) => PlanVariantId ?? []);
  if (
    variants.some((id) => {
      const variant = prices.planVariants.get(id);
      const fees = (variant?.RecurringFee ?? 0) + (discount.IncludeSetup ? (variant?.SetupFee ?? 0) : 0);
      return fees > 0 && isReduced(id);
    })
  )
    return true;
  return [...components, ...(cart.MeteredUsages ?? [])].some(({ ComponentId, ProductOverride }) => {
    const component = prices.components.get(ComponentId);
    const price = ProductOverride?.PricePerUnit ?? component?.PricePerUnit ?? 0;
    return (price > 0 || component?.PriceScale !== undefined) && isReduced(ComponentId);
  });
}

interface Shown {
  readonly prices: PriceList;
  readonly terms: Terms;
  readonly locale: string;
  readonly now: number;
}

/** The lines of a preview are not stored, so they have no id yet. */
export function withoutId(line: LineItem): LineItem {
  if (line.Id === undefined) return line;
  const { Id, ...fields } = line;
  return fields;
}

function isFirst(entries: readonly { readonly ComponentId: string }[], at: number): boolean {
  return entries.findIndex((entry) => entry.ComponentId === entries[at]?.ComponentId) === at;
}

function componentShown(
  { prices, terms, locale, now }: Shown,
  entry: CartComponents[number],
  lines: readonly LineItem[],
): PreviewComponent {
  const component = componentNamed(prices, entry.ComponentId, 'ComponentId');
  const { ProductOverride: override = {} } = entry;
  const totals = totalsOfLines(terms.currency, lines);
  return {
    ComponentType: component.ComponentType,
    PreventModification: !component.AllowSelfService,
    Name: override.Name ?? localized(component.Name, locale),
    Description: override.Description ?? localized(component.Description, locale),
    PricePerUnit: override.PricePerUnit ?? component.PricePerUnit,
    VatPercentage:
      lines[0]?.VatPercentage ?? vatRate(getTaxPolicy(prices, component.TaxPolicyId), terms.situation, now),
    LineItems: [...lines],
    TotalNet: totals.TotalNet,
    TotalVat: totals.TotalVat,
    ExternalId: component.ExternalId ?? '',
    IsQuantityBased: component.ComponentType !== 'OnOff',
    ComponentId: component.Id,
    Quantity: entry.Quantity,
    ...(entry.StartDate === undefined ? {} : { StartDate: timestamp(instant(entry.StartDate)) }),
  };
}

function feeShown(
  shown: Shown,
  offer: Offer,
  quantity: number,
  lines: readonly LineItem[],
): PreviewRecurringFee {
  const { variant, plan } = offer;
  const { locale } = shown;
  return {
    PricePerUnit: variant.RecurringFee,
    Description: localized(plan.PlanDescription, locale),
    Quantity: quantity,
    IsQuantityBased: plan.IsQuantityBased,
    FeePeriod: variant.FeePeriod,
    VariantName: variant.InternalName,
    VariantDescription: localized(variant.Description, locale),
    ...feeBasis(shown, offer, lines),
  };
}

function setupShown(shown: Shown, offer: Offer, lines: readonly LineItem[]): PreviewComponent {
  const { variant, plan } = offer;
  return {
    PricePerUnit: variant.SetupFee,
    Description: localized(plan.SetupDescription, shown.locale),
    Quantity: 1,
    IsQuantityBased: false,
    ...feeBasis(shown, offer, lines),
  };
}

function feeBasis(
  { terms, locale, now }: Shown,
  { variant, plan, policy }: Offer,
  lines: readonly LineItem[],
) {
  const totals = totalsOfLines(terms.currency, lines);
  return {
    PreventModification: false,
    Name: localized(plan.Name, locale),
    VatPercentage: lines[0]?.VatPercentage ?? vatRate(policy, terms.situation, now),
    LineItems: [...lines],
    TotalNet: totals.TotalNet,
    TotalVat: totals.TotalVat,
    ExternalId: variant.ExternalId ?? '',
  };
}

function shownLine(currency: string, line: LineItem): PreviewComponent {
  const totals = totalsOfLines(currency, [line]);
  return {
    Name: line.Description,
    PricePerUnit: line.PricePerUnit,
    Quantity: line.Quantity,
    VatPercentage: line.VatPercentage,
    LineItems: [line],
    TotalNet: totals.TotalNet,
    TotalVat: totals.TotalVat,
  };
}
