import type { Contract } from '../../service/model/contract.ts';
import type { ShownCustomer as Customer } from '../../service/model/customer.ts';
import { customerNames } from '../../service/model/customer-name.ts';
import type { ShownInvoice as Invoice } from '../../service/model/invoice.ts';
import type { Order } from '../../service/model/order.ts';
import type { PaymentTransaction } from '../../service/model/payment.ts';
import { send } from './api.ts';
import { money, plural, time, words } from './format.ts';
import { createObservable, useObservable } from './observable.ts';

/** Names of documents by collection and id. Each is read once; `undefined` means that the document does not exist. */
const names = new Map<string, string | undefined>();
const version = createObservable(0);

interface Source {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each path has its own documents
  readonly toName: (document: any) => string;
}

const sources: Readonly<Record<string, Source>> = {
  contracts: {
    path: '/api/v1/contracts',
    toName: ({ ReferenceCode, CustomerName }: Contract) => `${ReferenceCode} · ${CustomerName}`,
  },
  customers: { path: '/api/v1/customers', toName: ({ CustomerName }: Customer) => CustomerName },
  orders: { path: '/api/v1/orders', toName: orderName },
  plans: { path: '/api/v1/orders', toName: ({ PlanVariantName = '' }: Order) => PlanVariantName },
  paymentTransactions: {
    path: '/api/v1/paymentTransactions',
    toName: ({ Amount, Currency, CustomerName }: PaymentTransaction) =>
      `${money(Amount, Currency)} · ${CustomerName}`,
  },
  failures: { path: '/api/v1/paymentTransactions', toName: failureName },
  planVariants: {
    path: '/api/v1/planVariants',
    toName: ({ InternalName }: { readonly InternalName: string }) => InternalName,
  },
  webhooks: { path: '/api/v1/webhooks', toName: ({ Url }: { readonly Url: string }) => Url },
  invoices: { path: '/api/v1/invoices', toName: ({ InvoiceNumber }: Invoice) => InvoiceNumber },
  moves: { path: '/sandbox/requests', toName: moveName },
};

/** `declined: insufficient balance`, `charged back`. */
function failureName({ Status: { Status, ErrorCode } }: PaymentTransaction): string {
  const what =
    { Failed: 'declined', Chargeback: 'charged back' }[Status as string] ?? words(Status).toLowerCase();
  return ErrorCode === undefined ? what : `${what}: ${words(ErrorCode).toLowerCase()}`;
}

const units: Readonly<Record<string, string>> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/** Returns the requested move of the clock: `+1 month`, `Clock moved to 2026-03-15 09:00`. */
function moveName({ RequestBody = '{}' }: { readonly RequestBody?: string }): string {
  const { Advance, Now, Mode } = JSON.parse(RequestBody) as Readonly<Record<string, string>>;
  if (Mode !== undefined) return Mode === 'Manual' ? 'Clock stopped' : 'Clock follows real time';
  if (Now !== undefined) return `Clock moved to ${time(Now)}`;
  const [, count = '', unit = ''] = /^P(\d+)([DWMY])$/.exec(Advance ?? '') ?? [];
  return `+${unit === '' ? Advance : plural(Number(count), units[unit] ?? '')}`;
}

/** Returns the name of the person signing up: such an order has no customer until it is completed. */
export const orderedBy = ({ Customer }: Order): string =>
  Customer === undefined ? '' : customerNames(Customer).CustomerName;

function orderName(order: Order): string {
  return [order.PlanVariantName ?? 'Order', orderedBy(order)].filter(Boolean).join(' · ');
}

/** Maximum number of names that are kept; then all are dropped. */
const MAX_NAMES = 2_000;

function read(key: string, { path, toName }: Source, id: string): void {
  if (names.size >= MAX_NAMES) names.clear();
  names.set(key, undefined);
  // Documents by a search, because a browser logs an error for one that is not there.
  send({ method: 'GET', path: ID.test(id) ? `${path}?search=${id}&take=5` : `${path}/${id}` })
    .then(({ body }) => {
      const document = Array.isArray(body) ? body.find(({ Id }) => Id === id) : body;
      names.set(key, document === undefined ? '' : toName(document));
      version.set(version.get() + 1);
    })
    // On failure, the id is shown. After a reset, it may be the id of a request that moves no clock.
    .catch(() => {});
}

const ID = /^[0-9a-f]{24}$/i;

/** The reference or name of a document; empty if it does not exist, `undefined` until that is known. */
export function useName(collection: string, id: string | undefined): string | undefined {
  useObservable(version);
  const source = sources[collection];
  if (source === undefined || id === undefined || (!ID.test(id) && collection !== 'moves')) return undefined;
  const key = `${collection}/${id}`;
  if (!names.has(key)) read(key, source, id);
  return names.get(key);
}

/** Documents of another state have other names. */
export function forgetNames(): void {
  names.clear();
}
