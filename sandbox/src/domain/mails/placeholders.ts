import {
  type EventName,
  type EventPayload,
  eventCatalogue,
  type PayloadField,
} from '../../model/event-catalogue.ts';
import { documentNames } from '../invoice-pdf/document-names.ts';
import { type Writing, writingFor } from '../invoice-pdf/writing.ts';
import { localized } from '../localized.ts';
import type { Tx } from '../tx.ts';

/** What stands in the places of a mail, by name. */
export type MailValues = { readonly [placeholder: string]: string | undefined };

/** Placeholders of every mail. */
const OF_CUSTOMER = [
  'MerchantName',
  'CustomerName',
  'CustomerSubName',
  'FirstName',
  'LastName',
  'CompanyName',
  'EmailAddress',
  'ExternalCustomerId',
  'Date',
];

/** Placeholders that come with a field of the event. */
const BY_FIELD: { readonly [Field in PayloadField]?: readonly string[] } = {
  ContractId: [
    'ContractId',
    'ReferenceCode',
    'PlanName',
    'EndDate',
    'NextBillingDate',
    'Balance',
    'PaymentMethod',
  ],
  OrderId: ['OrderId', 'OrderTotal'],
  InvoiceId: [
    'DocumentName',
    'InvoiceNumber',
    'DocumentDate',
    'DueDate',
    'TotalNet',
    'TotalVat',
    'TotalGross',
  ],
  DunningId: ['DunningNumber', 'DueDate', 'OpenAmount'],
  PaymentTransactionId: ['Amount', 'ErrorCode'],
  ExpiryDate: ['ExpiryDate'],
};

/** The names that a template of this event may use. */
export function placeholdersOf(event: EventName): string[] {
  const { always, sometimes } = eventCatalogue[event];
  const fields: readonly PayloadField[] = [...always, ...sometimes];
  return [...new Set([...OF_CUSTOMER, ...fields.flatMap((field) => BY_FIELD[field] ?? [])])];
}

/** The fields of an event's payload that a mail can use. */
export type MailFacts = { readonly [Field in PayloadField]?: unknown } & { readonly CustomerId: string };

/** The values of a mail about an event, written for its customer. */
export function valuesFor(
  tx: Tx,
  facts: MailFacts,
): { readonly values: MailValues; readonly writing: Writing } {
  const id = (field: PayloadField) => facts[field] as string | undefined;
  const { account } = tx;
  const customer = tx.customers.get(facts.CustomerId);
  const contract = tx.contracts.get(id('ContractId'));
  const order = tx.orders.get(id('OrderId'));
  const invoice = tx.invoices.get(id('InvoiceId'));
  const dunning = tx.dunnings.get(id('DunningId'));
  const payment = tx.paymentTransactions.get(id('PaymentTransactionId'));
  const currency = (invoice ?? dunning ?? payment ?? order ?? contract)?.Currency ?? account.Currency;
  const writing = writingFor(tx, facts.CustomerId, currency);
  const { money, date, locale } = writing;
  const names = documentNames(locale);
  const day = (time: string | undefined) => (time === undefined ? undefined : date(time));
  const amount = (value: number | undefined) => (value === undefined ? undefined : money(value));
  const bearer = contract?.PaymentBearer;
  const last = bearer?.Last4 ?? bearer?.IBAN?.slice(-4) ?? bearer?.Account?.slice(-4);
  return {
    writing,
    values: {
      MerchantName: account.Name,
      CustomerName: customer?.CustomerName,
      CustomerSubName: customer?.CustomerSubName,
      FirstName: customer?.FirstName,
      LastName: customer?.LastName,
      CompanyName: customer?.CompanyName,
      EmailAddress: customer?.EmailAddress,
      ExternalCustomerId: customer?.ExternalCustomerId,
      Date: writing.day(tx.now),
      ContractId: contract?.Id,
      ReferenceCode: contract?.ReferenceCode,
      PlanName: localized(tx.plans.get(contract?.PlanId)?.Name, locale),
      EndDate: day(contract?.EndDate),
      NextBillingDate: day(contract?.NextBillingDate),
      Balance: amount(contract?.Balance),
      PaymentMethod: [bearer?.CardType ?? bearer?.Type, last === undefined ? '' : `…${last}`]
        .filter((part) => part)
        .join(' '),
      OrderId: order?.Id,
      OrderTotal: amount(order?.TotalGross),
      DocumentName: invoice?.IsInvoice === false ? names.creditNote : names.invoice,
      InvoiceNumber: invoice?.InvoiceNumber,
      DocumentDate: day(invoice?.Created),
      DueDate: day(invoice?.DueDate ?? dunning?.DueDate),
      TotalNet: amount(invoice?.TotalNet),
      TotalVat: amount(invoice?.TotalVat),
      TotalGross: amount(invoice?.TotalGross),
      DunningNumber: dunning?.DunningNumber,
      OpenAmount: amount(dunning?.Total),
      Amount: amount(payment?.Amount),
      ErrorCode: payment?.Status.ErrorCode,
      ExpiryDate: day(id('ExpiryDate')),
    },
  };
}

/** The payload of an event as facts of a mail, where it names a customer. */
export function factsOf(payload: EventPayload): MailFacts | undefined {
  // Not copied: a billing run asks for many that get no mail.
  return 'CustomerId' in payload && payload.CustomerId !== undefined ? (payload as MailFacts) : undefined;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The text with its values; a name without a meaning stays as it stands, so that it is seen. */
export function filled(text: string, values: MailValues, written = (value: string): string => value): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    name in values ? written(values[name] ?? '') : whole,
  );
}

/** Names in the texts of a template that mean nothing to its event. */
export function unknownPlaceholders(event: EventName, texts: readonly (string | undefined)[]): string[] {
  const known = placeholdersOf(event);
  const used = texts.flatMap((text = '') => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
  return [...new Set(used)].filter((name) => !known.includes(name));
}
