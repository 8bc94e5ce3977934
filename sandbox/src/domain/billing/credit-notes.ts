import type { Invoice, LineItem } from '../../model/invoice.ts';
import { contractOf } from '../lookups.ts';
import { amountOf, differenceOf, minorDigits, sumOf } from '../pricing/money.ts';
import { totalsOf } from '../pricing/pricing.ts';
import { invalid, notFound } from '../problem.ts';
import type { Tx } from '../tx.ts';
import { subjectOf, termsOf } from './billing.ts';
import { linesOf } from './credits.ts';
import { correctInvoice, invoiceOf } from './invoices.ts';

/** What of an invoice was not given back yet, gross. */
export function standingOfInvoice(tx: Tx, invoice: Invoice): number {
  const { standingOf } = linesOf(tx, subjectOf(tx, contractOf(tx, invoice.ContractId)));
  const charges = invoice.ItemList.filter((line) => line.CreditedLineItemId === undefined).map(standingOf);
  return sumOf(
    invoice.Currency,
    charges.flatMap((one) => [one.TotalNet, one.TotalVat]),
  );
}

/** @throws Problem Invalid when the invoice does not stand for so much */
export function checkCreditNote(
  tx: Tx,
  invoiceId: string | undefined,
  amount: number,
  field: string,
): Invoice {
  const invoice = tx.invoices.get(invoiceId);
  if (invoice === undefined) throw notFound('invoice', invoiceId ?? '');
  const stands = standingOfInvoice(tx, invoice);
  if (amount <= stands) return invoice;
  throw invalid(
    field,
    `invoice ${invoice.InvoiceNumber} stands for ${stands} ${invoice.Currency}; a credit note over ${amount} would give back more.`,
  );
}

/**
 * Gives back an amount of an invoice, gross, over all of its lines as they stand. Days are not given back by it: what a
 * later end gives back is less by the same part.
 */
export function creditInvoice(tx: Tx, invoice: Invoice, amount: number, reason: string): Invoice {
  const contract = contractOf(tx, invoice.ContractId);
  const subject = subjectOf(tx, contract);
  const terms = { ...termsOf(tx, subject), gross: true };
  const { standingOf } = linesOf(tx, subject);
  const stands = standingOfInvoice(tx, invoice);
  const unit = 10 ** minorDigits(invoice.Currency);
  const part = { numerator: Math.round(amount * unit), denominator: Math.round(stands * unit) };
  let before = 0;
  let given = 0;
  const credits = invoice.ItemList.flatMap((line): LineItem[] => {
    if (line.CreditedLineItemId !== undefined || line.Id === undefined) return [];
    const rest = standingOf(line);
    before = sumOf(invoice.Currency, [before, rest.TotalNet, rest.TotalVat]);
    const upTo = amountOf(invoice.Currency, [before], [part]);
    const gross = -differenceOf(invoice.Currency, upTo, given) + 0;
    given = upTo;
    if (gross === 0) return [];
    const all = gross === -sumOf(invoice.Currency, [rest.TotalNet, rest.TotalVat]);
    const totals = all
      ? { TotalNet: -rest.TotalNet + 0, TotalVat: -rest.TotalVat + 0, TotalGross: gross }
      : totalsOf(terms, gross, line.VatPercentage);
    const { Id, PeriodStart, PeriodEnd, PeriodMultiplier, ScaleAmount, ...fields } = line;
    return [
      {
        ...fields,
        Description: `${reason}: ${line.Description}`,
        Quantity: 1,
        PricePerUnit: totals.TotalNet,
        ...totals,
        CreditedLineItemId: Id,
      },
    ];
  });
  const document = invoiceOf(tx, subject, credits);
  return correctInvoice(tx, invoice, document);
}
