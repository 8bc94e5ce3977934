import {
  type EventFacts,
  type EventName,
  type EventPayload,
  eventCatalogue,
  type PayloadField,
} from '../../model/event-catalogue.ts';
import { DAY_MS } from '../../model/milliseconds.ts';
import { invalid } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';
import { toPayload } from './events.ts';

type Fields = { readonly [Field in PayloadField]?: string | number | readonly string[] | undefined };

/** The newest document under an index, or of all documents. */
function newest<T>(
  collection: { list(query: object): T[] },
  where: { readonly [index: string]: string | number | undefined } = {},
): T | undefined {
  return collection.list({ where, newestFirst: true, take: 1 })[0];
}

/**
 * Builds the payload of an event from the state: missing fields are taken from the newest documents that
 * belong to the given ones (the contract's customer, its latest invoice, …); ids are generated if there is no such document.
 */
export function builtPayload(tx: Tx, name: EventName, given: Fields): EventPayload {
  const { always, sometimes } = eventCatalogue[name];
  const known: readonly PayloadField[] = [...always, ...sometimes];
  for (const field of Object.keys(given) as PayloadField[]) {
    if (!known.includes(field)) {
      throw invalid(field, `${name} does not have this field; it has ${known.join(', ')}`, 'UnknownProperty');
    }
  }
  const found = fieldsFrom(tx, given);
  const payload: Record<string, string | number | readonly string[]> = { Event: name };
  for (const field of known) {
    const value =
      given[field] ?? found[field] ?? (always.some((needed) => needed === field) ? tx.newId() : undefined);
    if (value !== undefined) payload[field] = value;
  }
  return toPayload(tx, payload as unknown as EventFacts);
}

function fieldsFrom(tx: Tx, given: Fields): Fields {
  const text = (field: PayloadField) => (given[field] === undefined ? undefined : String(given[field]));
  const order = tx.orders.get(text('OrderId'));
  const invoice = tx.invoices.get(text('InvoiceId'));
  const transaction = tx.paymentTransactions.get(text('PaymentTransactionId'));
  const holder = order ?? invoice ?? transaction;
  const ContractId =
    text('ContractId') ?? holder?.ContractId ?? newest(tx.contracts, { CustomerId: text('CustomerId') })?.Id;
  const CustomerId =
    text('CustomerId') ??
    holder?.CustomerId ??
    tx.contracts.get(ContractId)?.CustomerId ??
    newest(tx.customers)?.Id;
  const change = newest(tx.contractChanges, { ContractId });
  const variant = newest(tx.planVariants);
  const newestInvoice = newest(tx.invoices, { ContractId });
  const InvoiceId = newestInvoice?.Id;
  const corrected = tx.invoices.get(newestInvoice?.OriginalInvoiceId);
  const known = {
    ContractId,
    ContractID: ContractId,
    CustomerId,
    OrderId: newest(tx.orders, { ContractId })?.Id,
    ContractChangeId: change?.Id,
    ContractChangeType: change?.Type ?? 'Upgrade',
    InvoiceId: InvoiceId,
    OldInvoiceId: corrected?.Id ?? InvoiceId,
    OldInvoiceDraftId: corrected?.Id ?? InvoiceId,
    NewInvoiceId: InvoiceId,
    NewInvoiceDraftId: InvoiceId,
    NewInvoiceDraftIds: InvoiceId === undefined ? [] : [InvoiceId],
    DunningId: newest(tx.dunnings, { ContractId })?.Id,
    PaymentTransactionId: newest(tx.paymentTransactions, { ContractId })?.Id,
    PaymentTransactionType: transaction?.Type ?? 'Payment',
    PaymentProvider:
      tx.contracts.get(ContractId)?.PaymentProvider ?? tx.account.Providers[0]?.Name ?? 'FakePSP',
    ExpiryDate: timestamp(tx.now + 30 * DAY_MS),
    TriggerDays: 7,
    DueDate: timestamp(tx.now - 7 * DAY_MS),
    PlanId: variant?.PlanId,
    PlanVariantId: variant?.Id,
    ComponentId: newest(tx.components)?.Id,
    ReportId: newest(tx.reports)?.Id,
    FileId: newest(tx.files)?.Id,
  };
  return known as Fields;
}
