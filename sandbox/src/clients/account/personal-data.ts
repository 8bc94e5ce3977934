import type {
  ComponentSubscription,
  MeteredUsage,
  ProductOverride,
  RatedItem,
} from '../../service/model/contract.ts';
import type { Address, Customer } from '../../service/model/customer.ts';
import { customerNames } from '../../service/model/customer-name.ts';
import type { Invoice, LedgerEntry } from '../../service/model/invoice.ts';

/*
 * Placeholders for personal data. They are derived from ids and positions, never from the replaced data: it cannot be guessed,
 * and the same account results in the same placeholders.
 */

/** A customer whose names, addresses and texts are placeholders. Ids, country, language and the kind of VAT id are kept. */
export function anonymousCustomer(customer: Customer): Customer {
  const { Id } = customer;
  const person = {
    ...placeholder(customer, 'FirstName', 'Customer'),
    ...placeholder(customer, 'LastName', Id),
    ...placeholder(customer, 'CompanyName', `Company ${Id}`),
    ...placeholder(customer, 'EmailAddress', `${Id}@example.com`),
  };
  const { CustomerSubName, Notes, BuyerReference, PartnerCompanyCode, AdditionalEmailAddresses, ...kept } =
    customer;
  const words = wordsAbout(customer);
  return {
    ...kept,
    ...person,
    ...customerNames(person),
    ...placeholder(customer, 'PhoneNumber', likeDigits(customer.PhoneNumber, Id)),
    ...placeholder(customer, 'VatId', anonymousVatId(customer.VatId, Id)),
    ...placeholder(customer, 'DebitorAccount', anonymousId(customer.DebitorAccount, Id, words)),
    ...placeholder(customer, 'ExternalCustomerId', anonymousId(customer.ExternalCustomerId, Id, words)),
    ...placeholder(customer, 'Tag', anonymousId(customer.Tag, Id, words)),
    ...(customer.Address === undefined ? {} : { Address: anonymousAddress(customer.Address, Id) }),
    CustomFields: anonymousFields(customer.CustomFields),
  };
}

/** The same field with another value, if it has one. */
function placeholder<Name extends keyof Customer>(
  customer: Customer,
  name: Name,
  value: Customer[Name],
): Partial<Pick<Customer, Name>> {
  const before = customer[name];
  return before === undefined || before === '' ? {} : ({ [name]: value } as Pick<Customer, Name>);
}

/** An address in the same country, with the same fields. */
function anonymousAddress(address: Address, id: string): Address {
  const { Country } = address;
  const rest = Object.entries(address).filter(([name, value]) => name !== 'Country' && value !== '');
  return {
    ...Object.fromEntries(
      rest.map(([name, value]) => [
        name,
        name === 'PostalCode' || name === 'HouseNumber' ? likeDigits(value, id) : `${name} ${id}`,
      ]),
    ),
    ...(Country === undefined ? {} : { Country }),
  };
}

/** A VAT id of the same country and length, because the country determines the tax. */
export function anonymousVatId(vatId: string | undefined, id: string): string | undefined {
  return vatId === undefined ? undefined : vatId.slice(0, 2) + (likeDigits(vatId.slice(2), id) ?? '');
}

/** A text of the same length and punctuation whose digits are those of an id; all letters are the same. */
function likeDigits(text: string | undefined, id: string): string | undefined {
  return text
    ?.replace(/\d/g, (_digit, at: number) =>
      String(Number.parseInt(id.at(-1 - (at % id.length)) ?? '0', 16) % 10),
    )
    .replace(/\p{L}/gu, 'X');
}

/** The minimum length of a word that may identify a person. */
const WORD = 3;

/** Returns words that may identify a customer in other texts: from names, addresses and e-mail addresses. */
export function wordsAbout(customer: Customer): readonly string[] {
  const { FirstName, LastName, CompanyName, EmailAddress, Address = {} } = customer;
  const { Country, ...rest } = Address;
  const texts = [FirstName, LastName, CompanyName, EmailAddress, ...Object.values(rest)];
  const words = texts.flatMap((text = '') => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words)].filter((word) => word.length >= WORD);
}

/** Keeps the merchant's ids, unless they contain their customer's name, or are texts and not ids. */
export function anonymousId(text: string | undefined, id: string, words: readonly string[]) {
  const isId = text === undefined || /^[\w.:/-]*$/.test(text);
  return isId && !words.some((word) => text?.toLowerCase().includes(word)) ? text : `external-${id}`;
}

/** The same fields, of the same types. */
export function anonymousFields(fields: Customer['CustomFields']): Customer['CustomFields'] {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !name.includes('@'))
      .map(([name, value]) => [name, anonymousValue(value)]),
  );
}

function anonymousValue(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : 'text';
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return value.map(anonymousValue);
  if (typeof value !== 'object' || value === null) return value;
  return anonymousFields(value as Customer['CustomFields']);
}

/** A document that keeps amounts, periods and country. @param name the recipient's name */
export function anonymousInvoice<Document extends Omit<Invoice, 'InvoiceNumber'>>(
  document: Document,
  name: string,
): Document {
  const { RecipientSubName, ExternalCustomerId, DebitorAccount, RecipientAddress, ...kept } = document;
  const { RecipientVatId, ...rest } = kept;
  const vatId = anonymousVatId(RecipientVatId, document.CustomerId);
  const country = RecipientAddress?.Country;
  return {
    ...rest,
    RecipientName: name,
    ...(RecipientAddress === undefined
      ? {}
      : { RecipientAddress: country === undefined ? {} : { Country: country } }),
    ...(vatId === undefined ? {} : { RecipientVatId: vatId }),
    ItemList: document.ItemList.map(({ ProductDescription, ...line }) => ({
      ...line,
      Description: line.ProductType ?? 'Item',
    })),
  } as unknown as Document;
}

export const anonymousBooking = (entry: LedgerEntry): LedgerEntry => ({ ...entry, Description: entry.Type });

/** Placeholders for the texts of one contract: each text has its own, because different texts form different lines. */
export class AnonymousTexts {
  readonly #known = new Map<string, string>();

  usage({ Memo, ...usage }: MeteredUsage): MeteredUsage {
    return { ...this.#withOverride(usage), Key: usage.Key === '' ? '' : usage.Id };
  }

  subscription({ Memo, ...one }: ComponentSubscription): ComponentSubscription {
    return this.#withOverride(one);
  }

  item(item: RatedItem): RatedItem {
    return { ...item, Description: this.#textFor(item.Description) };
  }

  #withOverride<T extends { readonly ProductOverride?: ProductOverride | undefined }>(one: T): T {
    const { ProductOverride: override } = one;
    if (override === undefined) return one;
    const texts = Object.entries(override).map(([name, value]) => [
      name,
      typeof value === 'string' ? this.#textFor(value) : value,
    ]);
    return { ...one, ProductOverride: Object.fromEntries(texts) };
  }

  #textFor(text: string): string {
    const known = this.#known.get(text) ?? `Item ${this.#known.size + 1}`;
    this.#known.set(text, known);
    return known;
  }
}
