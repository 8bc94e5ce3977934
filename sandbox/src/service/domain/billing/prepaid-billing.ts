import type { Phase } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { localized } from '../basics/localized.ts';
import { timestamp } from '../basics/time.ts';
import { getOffer, type Offer } from '../catalogue/catalogue.ts';
import { billedUntil, contractEnd, paidParts } from '../contract-facts/contract-phases.ts';
import { type Reduction, toReductions } from '../pricing/discounts.ts';
import { type Product, recurringLines, singleLines, type Terms } from '../pricing/pricing.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, documentLocale, getTerms, nothing, type Subject } from './bill.ts';
import { billingGrid } from './billing-grid.ts';
import { componentLines } from './component-lines.ts';

/**
 * Bills prepaid items from the end of the last bill to `until`: the recurring fee and the components. Contracts of a
 * store are never billed.
 */
export function billPrepaid(tx: Tx, subject: Subject, until: number): Bill {
  const { contract } = subject;
  if (contract.Store !== undefined) return nothing(subject);
  const end = Math.min(until, contractEnd(contract));
  const start = billedUntil(contract);
  const isBilled = start !== undefined && start < end;
  if (!isBilled && subject.components.length === 0) return nothing(subject);
  const terms = getTerms(tx, subject);
  const reductions = toReductions(subject.prices, terms.calendar, subject.discounts);
  const lines: LineItem[] = [];
  if (isBilled) {
    for (const { phase, from, to } of paidParts(contract, start, end)) {
      lines.push(...feeLines(tx, subject, terms, reductions, phase, from, to));
    }
  }
  const components = subject.components.map((subscription) => {
    const bill = componentLines(tx, subject, terms, reductions, subscription, end);
    lines.push(...bill.lines);
    return bill.subscription;
  });
  return {
    subject: Object.assign({}, subject, {
      components,
      contract: isBilled ? { ...contract, BilledUntil: timestamp(end) } : contract,
    }),
    lines,
    billedUsages: [],
    billedItems: [],
  };
}

function feeLines(
  tx: Tx,
  subject: Subject,
  terms: Terms,
  reductions: readonly Reduction[],
  phase: Phase,
  from: number,
  to: number,
): LineItem[] {
  const offer = getOffer(subject.prices, phase.PlanVariantId as string);
  return recurringLines(
    terms,
    {
      product: feeProduct(tx, subject, offer),
      quantity: phase.Quantity,
      feePeriod: offer.variant.FeePeriod,
      grid: billingGrid(tx, subject, phase, offer.variant),
      span: { start: from, end: to },
      prorate: true,
    },
    reductions,
  );
}

/** The recurring fee of a variant as a product. */
function feeProduct(tx: Tx, subject: Subject, { variant, plan, policy }: Offer): Product {
  const locale = documentLocale(tx, subject);
  return {
    type: 'RecurringFee',
    id: variant.Id,
    name: localized(plan.Name, locale),
    description: localized(variant.Description, locale) || localized(plan.PlanDescription, locale),
    policy,
    pricePerUnit: variant.RecurringFee,
  };
}

/** The setup fee, on the first contract only (field notes 3.3). */
export function setupLines(tx: Tx, subject: Subject, variantId: string, at: number): LineItem[] {
  const { variant, plan, policy } = getOffer(subject.prices, variantId);
  if (variant.SetupFee === 0) return [];
  const locale = documentLocale(tx, subject);
  const terms = getTerms(tx, subject);
  const product: Product = {
    type: 'SetupFee',
    id: variant.Id,
    name: localized(plan.SetupDescription, locale) || localized(plan.Name, locale),
    policy,
    pricePerUnit: variant.SetupFee,
  };
  return singleLines(terms, product, 1, at, toReductions(subject.prices, terms.calendar, subject.discounts));
}
