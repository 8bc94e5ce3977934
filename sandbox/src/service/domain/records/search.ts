import type { PlanGroup } from '../../model/catalogue.ts';
import type { Contract } from '../../model/contract.ts';
import type { Customer } from '../../model/customer.ts';
import type { Invoice } from '../../model/invoice.ts';
import type { StoredMail } from '../../model/mail.ts';
import type { PaymentTransaction } from '../../model/payment.ts';
import type { OrderRecord } from './orders.ts';

/** Indexed characters of a word; longer words are compared document by document. */
const INDEXED = 8;

/** Limits of a search: its words, and the characters of a text that are compared; each word is compared with each. */
const MAX_WORDS = 10;
const MAX_TEXT = 1_000;

/** The words by which a search finds a text: runs of letters and digits, in lower case, without accents. */
export function searchWords(...texts: readonly (string | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    if (text === undefined || text === '') continue;
    for (const word of folded(text.slice(0, MAX_TEXT)).split(/[^\p{L}\p{N}]+/u))
      if (word !== '') words.add(word);
  }
  return [...words];
}

/** Index values of the words: all prefixes of each, so that a search for `ada lov` finds Ada Lovelace. */
export function wordPrefixes(words: readonly string[]): string[] {
  const prefixes = new Set<string>();
  for (const word of words) {
    for (let length = 1; length <= Math.min(word.length, INDEXED); length += 1)
      prefixes.add(word.slice(0, length));
  }
  return [...prefixes];
}

/**
 * A search as a query: every word of it must be a prefix of a word in the document. The longest word uses the index `Search`.
 *
 * @param searched words of a document, as in its index
 */
export function searchQuery<T>(
  search: string | undefined,
  searched: (document: T) => readonly string[],
): { readonly where: { readonly Search?: string }; readonly match?: (document: T) => boolean } {
  const wanted = wantedWords(search).sort((a, b) => b.length - a.length);
  const longest = wanted[0];
  if (longest === undefined) return { where: {} };
  const rest = longest.length <= INDEXED ? wanted.slice(1) : wanted;
  return {
    where: { Search: longest.slice(0, INDEXED) },
    ...(rest.length === 0
      ? {}
      : {
          match: (document: T) => {
            const words = searched(document);
            return rest.every((word) => words.some((candidate) => candidate.startsWith(word)));
          },
        }),
  };
}

/** Returns a search without an index, for small collections; `undefined` without a search term. */
export function searchMatch<T>(
  search: string | undefined,
  searched: (document: T) => readonly string[],
): ((document: T) => boolean) | undefined {
  const wanted = wantedWords(search);
  if (wanted.length === 0) return undefined;
  return (document) => {
    const words = searched(document);
    return wanted.every((word) => words.some((candidate) => candidate.startsWith(word)));
  };
}

const wantedWords = (search: string | undefined): string[] => searchWords(search).slice(0, MAX_WORDS);

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

export const customerWords = (customer: Customer) =>
  searchWords(
    customer.Id,
    customer.CustomerName,
    customer.CustomerSubName,
    customer.EmailAddress,
    customer.ExternalCustomerId,
    customer.DebitorAccount,
    customer.Tag,
  );

export const contractWords = (contract: Contract) =>
  searchWords(
    contract.Id,
    contract.CustomerId,
    contract.CustomerName,
    contract.ReferenceCode,
    contract.ExternalId,
  );

export const planGroupWords = ({ Id, Name }: PlanGroup) => searchWords(Id, ...Object.values(Name));

export const orderWords = (order: OrderRecord) => {
  const { Customer, CustomerName, CustomerSubName, EmailAddress, DebitorAccount } = order.Ordered;
  return searchWords(
    order.Id,
    order.CustomerId,
    order.ContractId,
    order.CouponCode,
    CustomerName,
    CustomerSubName,
    EmailAddress,
    DebitorAccount,
    Customer?.CompanyName,
    Customer?.FirstName,
    Customer?.LastName,
    Customer?.EmailAddress,
    Customer?.DebitorAccount,
  );
};

export const invoiceWords = (invoice: Invoice) =>
  searchWords(
    invoice.Id,
    invoice.InvoiceNumber,
    invoice.RecipientName,
    invoice.RecipientSubName,
    invoice.ExternalCustomerId,
    invoice.DebitorAccount,
    invoice.CustomerId,
  );

export const transactionWords = (transaction: PaymentTransaction) =>
  searchWords(
    transaction.Id,
    transaction.CustomerName,
    transaction.ProviderTransactionId,
    transaction.PaymentProvider,
    transaction.CustomerId,
    transaction.ContractId,
  );

export const mailWords = (mail: StoredMail) =>
  searchWords(
    mail.Id,
    mail.To,
    mail.Subject,
    mail.EventType,
    mail.TemplateName,
    mail.CustomerId,
    mail.ContractId,
    mail.OrderId,
    mail.InvoiceId,
  );

export const customerStatuses = [
  'Normal',
  'Unconfirmed',
  'Deleted',
  'Active',
  'Locked',
  'Hidden',
  'All',
] as const;

/**
 * Returns the list filters that match a customer; without a filter, a list contains all that are not deleted. There are no
 * unconfirmed customers: one is created when the order is completed.
 */
export function customerStates(customer: Customer): string[] {
  if (customer.DeletedAt !== undefined) return ['All', 'Deleted'];
  const state = customer.IsLocked ? 'Locked' : 'Active';
  return ['All', 'Normal', state, ...(customer.Hidden ? ['Hidden'] : [])];
}
