import type { Contract } from '../model/contract.ts';
import type { ShownCustomer as Customer } from '../model/customer.ts';
import type { ShownInvoice as Invoice } from '../model/invoice.ts';
import { send } from './api.ts';
import { createObservable, useObservable } from './observable.ts';

/** How documents are called, by collection and id. Empty: it could not be read, and is not asked for again. */
const names = new Map<string, string>();
const version = createObservable(0);

interface Source {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each path has its own documents
  readonly nameOf: (document: any) => string;
}

const sources: Readonly<Record<string, Source>> = {
  contracts: {
    path: '/api/v1/contracts',
    nameOf: ({ ReferenceCode, CustomerName }: Contract) => `${ReferenceCode} · ${CustomerName}`,
  },
  customers: { path: '/api/v1/customers', nameOf: ({ CustomerName }: Customer) => CustomerName },
  invoices: { path: '/api/v1/invoices', nameOf: ({ InvoiceNumber }: Invoice) => InvoiceNumber },
};

/** Names that are kept; all go at once. */
const MAX_NAMES = 2_000;

function read(key: string, { path, nameOf }: Source, id: string): void {
  if (names.size >= MAX_NAMES) names.clear();
  names.set(key, '');
  send({ method: 'GET', path: `${path}/${encodeURIComponent(id)}` }).then(
    ({ body }) => {
      names.set(key, nameOf(body));
      version.set(version.get() + 1);
    },
    // It was deleted, or is of another state: its id is shown.
    () => {},
  );
}

/** The reference or name of a document, read once; `undefined` until it is known and where there is none. */
export function useName(collection: string, id: string | undefined): string | undefined {
  useObservable(version);
  const source = sources[collection];
  if (source === undefined || id === undefined || !/^[0-9a-f]{24}$/i.test(id)) return undefined;
  const key = `${collection}/${id}`;
  if (!names.has(key)) read(key, source, id);
  return names.get(key) || undefined;
}

/** Documents of another state have other names. */
export function forgetNames(): void {
  names.clear();
}
