import type { CustomerData, OfferedPlan, OfferedPlanVariant, Period, Products } from 'clientlib';
import type { Texts } from '../texts/texts.ts';
import type { Formats } from './formats.ts';

/** A plan variant with what the rest of the catalogue says of it. */
export interface PlanRow {
  readonly variant: OfferedPlanVariant;
  readonly plan: OfferedPlan;
  readonly group: Products['PlanGroups'][number];
  /** Of the variant: `Basic monthly`. */
  readonly name: string;
  readonly planName: string;
  readonly description: string;
  /** Included quota, and the lines of the description. */
  readonly features: readonly string[];
}

/** Plan variants with names and prices, in the order of the ids; all of the account without ids. */
export function planRows(
  products: Products,
  ids: readonly string[] | undefined,
  formats: Formats,
): PlanRow[] {
  const wanted = ids ?? products.PlanVariants.map(({ Id }) => Id);
  return wanted.flatMap((id) => {
    const variant = products.PlanVariants.find(({ Id }) => Id === id);
    const plan = products.Plans.find(({ Id }) => Id === variant?.PlanId);
    const group = products.PlanGroups.find(({ Id }) => Id === plan?.PlanGroupId);
    if (!variant || !plan || !group) return [];
    const planName = formats.localized(plan.Name);
    const name = formats.localized(variant.Description) || planName;
    const description = formats.localized(plan.PlanDescription);
    const lines = description.split('\n').map((line) => line.replace(/^[\s•*–-]+/, '').trim());
    const quota = (variant.Quota ?? []).map(({ ComponentId, ComponentName = '', Quota }) => {
      const component = products.Components.find(({ Id }) => Id === ComponentId);
      return `${formats.number(Quota)} ${formats.localized(component?.Name) || ComponentName}`;
    });
    return {
      variant,
      plan,
      group,
      name,
      planName,
      description,
      features: [...quota, ...lines.filter((line) => line && line !== planName && line !== name)],
    };
  });
}

/** VAT that prices are shown with, in percent. Consumers pay it; for businesses, prices are net. */
export const shownVat = (
  rate: number | undefined,
  { CompanyName, VatId }: Pick<CustomerData, 'CompanyName' | 'VatId'>,
): number | undefined => (rate && (CompanyName || VatId) ? undefined : rate);

/** The factor from prices of the catalogue to those that are shown: 1.19 for net prices and 19 percent. */
export const vatFactor = (group: PlanRow['group'] | undefined, vat = 0): number =>
  group?.PriceTaxType === 'Net' ? 1 + vat / 100 : 1;

/** Says whether a price that is shown is with VAT; nothing where there is none. */
export const vatNote = (group: PlanRow['group'], vat: number | undefined, texts: Texts): string | false =>
  group.PriceTaxType === 'Net' && vat === undefined ? texts.plusVat : vat !== 0 && texts.inclVat;

/** The length of a period in months, where it has a fixed one. */
export const periodMonths = ({ Unit, Quantity }: Period): number | undefined =>
  Unit === 'Month' ? Quantity : Unit === 'Year' ? 12 * Quantity : undefined;

/** The fee for each billing period, where that is a whole amount of the currency; else for the period that it is for. */
export function shownRate(
  { RecurringFee, FeePeriod, BillingPeriod }: OfferedPlanVariant,
  currency: string,
): { readonly amount: number; readonly period: Period } {
  const share = (periodMonths(BillingPeriod) ?? Number.NaN) / (periodMonths(FeePeriod) ?? Number.NaN);
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const billed = Number((RecurringFee * share).toFixed(digits));
  return Math.abs(billed - RecurringFee * share) < 1e-9
    ? { amount: billed, period: BillingPeriod }
    : { amount: RecurringFee, period: FeePeriod };
}

/** The yearly saving of one variant relative to another, in whole percent: `-0.17`; 0 if there is none. */
export function savedPercent(variant: OfferedPlanVariant, other: OfferedPlanVariant): number {
  const monthly = (one: OfferedPlanVariant) => one.RecurringFee / (periodMonths(one.FeePeriod) ?? Number.NaN);
  return Math.min(0, Math.round(100 * (monthly(variant) / monthly(other) - 1)) / 100) || 0;
}
