import * as z from 'zod';
import {
  componentSubscription,
  contract,
  discountSubscription,
  meteredUsage,
  ratedItem,
} from '../../service/model/contract.ts';
import { customer } from '../../service/model/customer.ts';
import { ledgerEntry, plannedInvoice, storedInvoice } from '../../service/model/invoice.ts';
import { type Path, toMistakes, written } from '../../service/validation/mistakes.ts';
import type { Entry } from './read-list.ts';

/*
 * The supported part of the entries that a service returns: fields unknown to the sandbox are omitted, at any depth, because
 * nobody knows what they contain.
 */

export const shownCustomer = customer.partial({
  CustomerSubName: true,
  EmailAddress: true,
  Address: true,
  Language: true,
  Locale: true,
});

/** Without payment data. */
export const shownContract = contract
  .omit({
    PaymentProvider: true,
    PaymentProviderRole: true,
    PaymentMethod: true,
    MandateReference: true,
    MandateSignatureDate: true,
    ExternalSubscription: true,
    // These are derived from the others.
    CurrentPhase: true,
    TrialEndDate: true,
    CurrentDunning: true,
  })
  .extend({ PaymentBearer: z.object({ Type: z.string() }).optional() });

export const shownLists = {
  ComponentSubscriptions: componentSubscription,
  DiscountSubscriptions: discountSubscription,
  Usages: meteredUsage,
  RatedItems: ratedItem,
  Bookings: ledgerEntry.omit({
    AmountType: true,
    VatPercentage: true,
    PaymentTransactionId: true,
    PaymentTransactionStatus: true,
    PaymentStatus: true,
  }),
  Invoices: storedInvoice,
  Drafts: plannedInvoice,
} as const;

/** The entries in the sandbox's format. An invalid one is omitted, and noted with the field and the reason. */
export function fittingEntries<Shape extends z.ZodObject>(
  schema: Shape,
  entries: readonly Entry[],
  what: string,
  notes: string[],
): z.output<Shape>[] {
  return entries.flatMap((entry) => {
    const read = schema.safeParse(entry);
    if (read.success) return [read.data];
    const [first] = toMistakes(read.error, entry);
    // The value may be personal.
    const field = written((first?.path ?? []) as Path);
    notes.push(`${what} ${entry.Id} was skipped: ${field} is missing or has the wrong type.`);
    return [];
  });
}
