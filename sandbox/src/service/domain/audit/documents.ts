import type { InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { addAmounts } from '../pricing/money.ts';
import { lineTotals } from '../pricing/pricing.ts';
import { taxSituation } from '../pricing/tax.ts';
import type { Tx } from '../records/tx.ts';
import type { Accounts, Report } from './accounts.ts';

/** Checks that each document adds up, and that its tax facts agree with each other and with the credited document. */
export function auditDocuments(tx: Tx, accounts: Accounts, report: Report): void {
  for (const document of accounts.documents) {
    const say = (rule: Parameters<Report>[0], message: string) =>
      report(rule, `${documentName(document)}: ${message}`, document.Id);
    auditSums(tx, document, say);
    auditTaxFacts(tx, accounts, document, say);
  }
  auditCredits(accounts, report);
}

type Say = (rule: Parameters<Report>[0], message: string) => void;

const documentName = (document: InvoiceDraft & { readonly InvoiceNumber?: string }) =>
  document.InvoiceNumber === undefined ? `Draft ${document.Id}` : `Document ${document.InvoiceNumber}`;

function auditSums(tx: Tx, document: InvoiceDraft, say: Say): void {
  const { Currency, ItemList, VatDescriptors, ContractId } = document;
  const gross = isGross(tx, ContractId);
  for (const line of ItemList) {
    if (addAmounts(Currency, [line.TotalNet, line.TotalVat]) !== line.TotalGross)
      say(
        'Sums',
        `${line.TotalNet} and ${line.TotalVat} are not ${line.TotalGross} ("${line.Description}").`,
      );
    // The last part of a credit takes the remainder, including earlier rounding differences.
    if (line.CreditedLineItemId !== undefined) continue;
    const amount = gross ? line.TotalGross : line.TotalNet;
    const { TotalVat } = lineTotals({ currency: Currency, gross }, amount, line.VatPercentage);
    if (TotalVat !== line.TotalVat)
      say(
        'Sums',
        `VAT of "${line.Description}" at ${line.VatPercentage} % is ${TotalVat}, not ${line.TotalVat}.`,
      );
  }
  for (const field of ['TotalNet', 'TotalVat', 'TotalGross'] as const) {
    for (const parts of [ItemList, VatDescriptors]) {
      const sum = addAmounts(
        Currency,
        parts.map((part) => part[field]),
      );
      if (sum !== document[field]) say('Sums', `${field} is ${document[field]}, its parts are ${sum}.`);
    }
  }
  if (document.IsInvoice !== document.TotalGross >= 0)
    say('Sums', `it is ${document.IsInvoice ? 'an invoice' : 'a credit note'} over ${document.TotalGross}.`);
}

function isGross(tx: Tx, contractId: string): boolean {
  const group = tx.planGroups.get(tx.contracts.get(contractId)?.PlanGroupId);
  return group?.PriceTaxType === 'Gross';
}

function auditTaxFacts(tx: Tx, { lines }: Accounts, document: InvoiceDraft, say: Say): void {
  const taxed = document.ItemList.find(({ VatPercentage }) => VatPercentage !== 0);
  if (document.ReverseCharge && taxed !== undefined)
    say('TaxFacts', `reverse charge, and ${taxed.VatPercentage} % on "${taxed.Description}".`);
  if (document.ReverseCharge && document.RecipientVatId === undefined)
    say('TaxFacts', 'reverse charge, and no VAT id of the recipient.');
  for (const line of document.ItemList) {
    const credited = lines.get(line.CreditedLineItemId ?? '');
    if (credited === undefined) continue;
    if (credited.line.VatPercentage !== line.VatPercentage)
      say(
        'TaxFacts',
        `"${line.Description}" credits ${credited.line.VatPercentage} % at ${line.VatPercentage} %.`,
      );
    if (taxFacts(tx, credited.document) !== taxFacts(tx, document))
      say(
        'TaxFacts',
        `${taxFacts(tx, document)}, and "${line.Description}" credits ${documentName(credited.document)}: ${taxFacts(tx, credited.document)}.`,
      );
  }
}

/** Country and reverse charge of a document, in words. */
function taxFacts(tx: Tx, { RecipientAddress, RecipientVatId, ReverseCharge }: InvoiceDraft): string {
  const { Country } = taxSituation(tx.account, { Address: RecipientAddress, VatId: RecipientVatId });
  return `taxes of ${Country}${ReverseCharge ? ', reverse charge' : ''}`;
}

/** Checks that no charge is credited by more than its amount. */
function auditCredits({ contract, lines }: Accounts, report: Report): void {
  const left = new Map<string, number>();
  const standing = (line: LineItem): number => left.get(line.Id ?? '') ?? line.TotalGross;
  const credits = [...lines.values()].filter(({ line }) => line.CreditedLineItemId !== undefined);
  // A charge that reverses a credit counts toward that credit, so the newest come first.
  for (const { line } of credits.reverse()) {
    const credited = lines.get(line.CreditedLineItemId ?? '');
    if (credited === undefined) continue;
    left.set(
      credited.line.Id ?? '',
      addAmounts(contract.Currency, [standing(credited.line), standing(line)]),
    );
  }
  for (const [id, amount] of left) {
    const { line, document } = lines.get(id) as { line: LineItem; document: InvoiceDraft };
    if (amount * Math.sign(line.TotalGross) < 0)
      report(
        'Credits',
        `${documentName(document)}: of "${line.Description}" over ${line.TotalGross}, ${amount} is left.`,
        document.Id,
      );
  }
}
