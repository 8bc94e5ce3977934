import { budgets } from '../../model/budgets.ts';
import type { Plan } from '../../model/catalogue.ts';
import type { Customer } from '../../model/customer.ts';
import { type EventPayload, eventCatalogue, type PayloadField } from '../../model/event-catalogue.ts';
import type { Dunning, Invoice } from '../../model/invoice.ts';
import type { MailEvent } from '../../model/mail.ts';
import type { PaymentTransaction } from '../../model/payment.ts';
import { localized } from '../basics/localized.ts';
import { nextBillingShown } from '../contract-facts/next-billing-date.ts';
import { documentNames } from '../invoice-pdf/document-names.ts';
import { type Writing, writingFor } from '../invoice-pdf/writing.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';

/** Returns the value of a placeholder, which may be empty; `undefined` if the name is unknown. */
export type MailValues = (placeholder: string) => string | undefined;

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
export function placeholderNames(event: MailEvent): string[] {
  if (event === 'ActivePhaseChanged') return placeholderNames('ContractChanged');
  const { always, sometimes } = eventCatalogue[event];
  const fields: readonly PayloadField[] = [...always, ...sometimes];
  return [...new Set([...OF_CUSTOMER, ...fields.flatMap((field) => BY_FIELD[field] ?? [])])];
}

/** The fields of an event's payload that a mail can use. */
export type MailFacts = { readonly [Field in PayloadField]?: unknown } & { readonly CustomerId: string };

/** The documents of an event, and how they are written for its customer. */
interface MailSource {
  readonly account: Tx['account'];
  readonly now: number;
  readonly facts: MailFacts;
  readonly writing: Writing;
  readonly customer: Customer | undefined;
  readonly contract: ContractRecord | undefined;
  readonly plan: Plan | undefined;
  readonly order: OrderRecord | undefined;
  readonly invoice: Invoice | undefined;
  readonly dunning: Dunning | undefined;
  readonly payment: PaymentTransaction | undefined;
}

const day = ({ writing }: MailSource, time: string | undefined) =>
  time === undefined ? undefined : writing.date(time);
const amount = ({ writing }: MailSource, value: number | undefined) =>
  value === undefined ? undefined : writing.money(value);

/** Each placeholder is written when a template has it: a date or an amount costs more than all the rest of a mail. */
const placeholders: { readonly [name: string]: (source: MailSource) => string | undefined } = {
  MerchantName: ({ account }) => account.Name,
  CustomerName: ({ customer }) => customer?.CustomerName,
  CustomerSubName: ({ customer }) => customer?.CustomerSubName,
  FirstName: ({ customer }) => customer?.FirstName,
  LastName: ({ customer }) => customer?.LastName,
  CompanyName: ({ customer }) => customer?.CompanyName,
  EmailAddress: ({ customer }) => customer?.EmailAddress,
  ExternalCustomerId: ({ customer }) => customer?.ExternalCustomerId,
  Date: ({ now, writing }) => writing.day(now),
  ContractId: ({ contract }) => contract?.Id,
  ReferenceCode: ({ contract }) => contract?.ReferenceCode,
  PlanName: ({ plan, writing }) => localized(plan?.Name, writing.locale),
  EndDate: (source) => day(source, source.contract?.EndDate),
  NextBillingDate: (source) => day(source, source.contract && nextBillingShown(source.contract, source.now)),
  Balance: (source) => amount(source, source.contract?.Balance),
  PaymentMethod: ({ contract }) => {
    const bearer = contract?.PaymentBearer;
    const last = bearer?.Last4 ?? bearer?.IBAN?.slice(-4) ?? bearer?.Account?.slice(-4);
    return [bearer?.CardType ?? bearer?.Type, last === undefined ? '' : `…${last}`]
      .filter((part) => part)
      .join(' ');
  },
  OrderId: ({ order }) => order?.Id,
  OrderTotal: (source) => amount(source, source.order?.TotalGross),
  DocumentName: ({ invoice, writing }) => {
    const names = documentNames(writing.locale);
    return invoice?.IsInvoice === false ? names.creditNote : names.invoice;
  },
  InvoiceNumber: ({ invoice }) => invoice?.InvoiceNumber,
  DocumentDate: (source) => day(source, source.invoice?.Created),
  DueDate: (source) => day(source, source.invoice?.DueDate ?? source.dunning?.DueDate),
  TotalNet: (source) => amount(source, source.invoice?.TotalNet),
  TotalVat: (source) => amount(source, source.invoice?.TotalVat),
  TotalGross: (source) => amount(source, source.invoice?.TotalGross),
  DunningNumber: ({ dunning }) => dunning?.DunningNumber,
  OpenAmount: (source) => amount(source, source.dunning?.Total),
  Amount: (source) => amount(source, source.payment?.Amount),
  ErrorCode: ({ payment }) => payment?.Status.ErrorCode,
  ExpiryDate: (source) => day(source, source.facts.ExpiryDate as string | undefined),
};

/** The values of a mail about an event, written for its customer: those of now, whenever they are read. */
export function valuesFor(
  tx: Tx,
  facts: MailFacts,
): { readonly values: MailValues; readonly writing: () => Writing } {
  const id = (field: PayloadField) => facts[field] as string | undefined;
  const { account, now } = tx;
  const customer = tx.customers.get(facts.CustomerId);
  const contract = tx.contracts.get(id('ContractId'));
  const plan = tx.plans.get(contract?.PlanId);
  const order = tx.orders.get(id('OrderId'));
  const invoice = tx.invoices.get(id('InvoiceId'));
  const dunning = tx.dunnings.get(id('DunningId'));
  const payment = tx.paymentTransactions.get(id('PaymentTransactionId'));
  const currency = (invoice ?? dunning ?? payment ?? order ?? contract)?.Currency ?? account.Currency;
  // Most mails are not read, and the first formats of a process take as long as ten mails.
  const writing = () => writingFor(account, customer, currency);
  const source = {
    account,
    now,
    facts,
    get writing() {
      return writing();
    },
    customer,
    contract,
    plan,
    order,
    invoice,
    dunning,
    payment,
  };
  return {
    writing,
    values: (name) => (Object.hasOwn(placeholders, name) ? (placeholders[name]?.(source) ?? '') : undefined),
  };
}

/** The payload of an event as facts of a mail, where it names a customer. */
export function mailFacts(payload: EventPayload): MailFacts | undefined {
  // Not copied: a billing run asks for many that get no mail.
  return 'CustomerId' in payload && payload.CustomerId !== undefined ? (payload as MailFacts) : undefined;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Fills in the values of a text; an unknown name is left in place, so that it is noticed. Each value is formatted once,
 * and replaced by … if the mail would exceed its budget.
 */
export function filled(text: string, values: MailValues, written = (value: string): string => value): string {
  const template = text.slice(0, budgets.mail);
  const known = new Map<string, string | undefined>();
  let left = budgets.mail - template.length;
  return template.replace(PLACEHOLDER, (whole, name: string) => {
    if (!known.has(name)) {
      const value = values(name);
      known.set(name, value === undefined ? undefined : written(value));
    }
    const value = known.get(name) ?? whole;
    if (value.length - whole.length > left) return '…';
    left -= value.length - whole.length;
    return value;
  });
}

/** Names in the texts of a template that mean nothing to its event. */
export function unknownPlaceholders(event: MailEvent, texts: readonly (string | undefined)[]): string[] {
  const known = placeholderNames(event);
  const used = texts.flatMap((text = '') => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
  return [...new Set(used)].filter((name) => !known.includes(name));
}
