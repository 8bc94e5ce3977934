import { minorDigits } from '../../model/currencies.ts';
import type { Invoice, InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound } from '../basics/problem.ts';
import { chargesIn } from '../pricing/credit-lines.ts';
import { addAmounts, roundedAmount, subtractAmount } from '../pricing/money.ts';
import { lineTotals } from '../pricing/pricing.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { getSubject, getTerms } from './bill.ts';
import { billedLines } from './credited-days.ts';
import { correctInvoice, draftCorrection } from './invoices.ts';

/** The gross amount of an invoice that has not been credited yet. */
export function standingOfInvoice(tx: Tx, invoice: Invoice): number {
  const { lines } = billedLines(tx, getSubject(tx, getContract(tx, invoice.ContractId)));
  const chargeFor = chargesIn(invoice.Currency, lines);
  return addAmounts(
    invoice.Currency,
    invoice.ItemList.flatMap((line) => {
      const charge = chargeFor(line);
      return charge === undefined ? [] : [charge.TotalNet, charge.TotalVat];
    }),
  );
}

/** @throws Problem Invalid if the invoice's uncredited amount is lower */
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
    `${stands} ${invoice.Currency} of invoice ${invoice.InvoiceNumber} can be credited; got ${amount}.`,
  );
}

/**
 * Credits an amount of an invoice without a refund: the paid part becomes the contract's credit (POST
 * invoices/{id}/creditNote).
 *
 * @param amount gross; if omitted, the whole uncredited amount
 * @returns the credit note, or its draft if invoices are drafted first (setting InvoiceDrafts)
 */
export function issueCreditNote(
  tx: Tx,
  invoiceId: string,
  amount: number | undefined,
  reason: string,
): Invoice | InvoiceDraft {
  const invoice = tx.invoices.get(invoiceId);
  if (invoice === undefined) throw notFound('invoice', invoiceId);
  const stands = standingOfInvoice(tx, invoice);
  if (stands <= 0) {
    throw conflict(`Invoice ${invoice.InvoiceNumber} is fully credited; no credit note can be added.`);
  }
  const given = amount ?? stands;
  if (given <= 0 || given !== roundedAmount(invoice.Currency, [given])) {
    throw invalid('Amount', `expected an amount above 0 in ${invoice.Currency}, got ${given}.`);
  }
  checkCreditNote(tx, invoiceId, given, 'Amount');
  if (tx.account.InvoiceDrafts) {
    return tx.invoiceDrafts.insert(createCreditNote(tx, invoice, given, reason));
  }
  return creditInvoice(tx, invoice, given, reason);
}

/** Sends a credit note over an amount of an invoice. */
export function creditInvoice(tx: Tx, invoice: Invoice, amount: number, reason: string): Invoice {
  return correctInvoice(tx, invoice, createCreditNote(tx, invoice, amount, reason));
}

/**
 * Returns a credit note over a gross amount of an invoice, spread over the remaining amounts of all its lines. It
 * credits no days: a later end credits less by the same share.
 */
function createCreditNote(tx: Tx, invoice: Invoice, amount: number, reason: string): InvoiceDraft {
  const contract = getContract(tx, invoice.ContractId);
  const subject = getSubject(tx, contract);
  const terms = { ...getTerms(tx, subject), gross: true };
  const chargeFor = chargesIn(invoice.Currency, billedLines(tx, subject).lines);
  const stands = standingOfInvoice(tx, invoice);
  const unit = 10 ** minorDigits(invoice.Currency);
  const part = { numerator: Math.round(amount * unit), denominator: Math.round(stands * unit) };
  let before = 0;
  let given = 0;
  const credits = invoice.ItemList.flatMap((line): LineItem[] => {
    const rest = chargeFor(line);
    if (rest === undefined || line.Id === undefined) return [];
    before = addAmounts(invoice.Currency, [before, rest.TotalNet, rest.TotalVat]);
    const upTo = roundedAmount(invoice.Currency, [before], [part]);
    const gross = -subtractAmount(invoice.Currency, upTo, given) + 0;
    given = upTo;
    if (gross === 0) return [];
    const all = gross === -addAmounts(invoice.Currency, [rest.TotalNet, rest.TotalVat]);
    const totals = all
      ? { TotalNet: -rest.TotalNet + 0, TotalVat: -rest.TotalVat + 0, TotalGross: gross }
      : lineTotals(terms, gross, line.VatPercentage);
    const { Id, PeriodStart, PeriodEnd, PeriodMultiplier, ScaleAmount, ...fields } = line;
    return [
      {
        ...fields,
        Description: `${reason}: ${line.Description}`,
        // All credits have a negative quantity. A credit that leaves the unit price unchanged returns units.
        ...(takesBack(line, totals)
          ? { Quantity: -line.Quantity, ...defined({ PeriodMultiplier }) }
          : { Quantity: -1, PricePerUnit: -totals.TotalNet + 0 }),
        ...totals,
        CreditedLineItemId: Id,
      },
    ];
  });
  return draftCorrection(tx, subject, invoice, credits);
}

const takesBack = (line: LineItem, credit: Pick<LineItem, 'TotalNet' | 'TotalVat'>): boolean =>
  credit.TotalNet === -line.TotalNet && credit.TotalVat === -line.TotalVat;
