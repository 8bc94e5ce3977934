import type { Contract } from '../../service/model/contract.ts';
import type { ShownCustomer as Customer } from '../../service/model/customer.ts';
import type { ShownInvoice as Invoice } from '../../service/model/invoice.ts';
import type { Mail } from '../../service/model/mail.ts';
import type { Order } from '../../service/model/order.ts';
import type { PaymentTransaction as Transaction } from '../../service/model/payment.ts';
import { filtered } from './activity-rows.ts';
import { send } from './api.ts';
import { money } from './format.ts';
import { groupTitle } from './meaning.ts';
import { href } from './router.ts';
import { timeline } from './session.ts';

/** A search result. */
export interface Hit {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly href: string;
}

/** Maximum number of results per kind. */
const TAKE = 5;

/** Minimum number of characters before the API is queried. */
const LEAST = 2;

interface Source {
  readonly kind: string;
  readonly view: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each list has its own rows
  readonly texts: (row: any) => readonly [title: string, detail: string];
}

const sources: readonly Source[] = [
  {
    kind: 'Contract',
    view: 'contracts',
    path: '/api/v1/contracts',
    texts: ({ ReferenceCode, CustomerName, LifecycleStatus }: Contract) => [
      `${ReferenceCode} · ${CustomerName}`,
      LifecycleStatus,
    ],
  },
  {
    kind: 'Customer',
    view: 'customers',
    path: '/api/v1/customers',
    texts: ({ CustomerName, EmailAddress }: Customer) => [CustomerName, EmailAddress],
  },
  {
    kind: 'Order',
    view: 'orders',
    path: '/api/v1/orders',
    texts: ({ OrderType, Status, TotalGross, Total, Currency }: Order) => [
      `${OrderType} order, ${money(TotalGross ?? Total, Currency)}`,
      Status,
    ],
  },
  {
    kind: 'Invoice',
    view: 'invoices',
    path: '/api/v1/invoices',
    texts: ({ InvoiceNumber, RecipientName, TotalGross, Currency }: Invoice) => [
      `${InvoiceNumber} · ${RecipientName}`,
      money(TotalGross, Currency),
    ],
  },
  {
    kind: 'Payment',
    view: 'payments',
    path: '/api/v1/paymentTransactions',
    texts: ({ Amount, Currency, CustomerName, Status }: Transaction) => [
      `${money(Amount, Currency)} · ${CustomerName}`,
      Status.Status,
    ],
  },
  {
    kind: 'Mail',
    view: 'mails',
    path: '/sandbox/mails',
    texts: ({ Subject, To }: Mail) => [Subject, To],
  },
];

async function findHits({ kind, view, path, texts }: Source, text: string): Promise<Hit[]> {
  const query = new URLSearchParams({ search: text, take: String(TAKE) });
  const { body } = await send({ method: 'GET', path: `${path}?${query}` });
  return (body as { readonly Id: string }[]).map((row) => {
    const [title, detail] = texts(row);
    return { key: `${view}-${row.Id}`, kind, title, detail, href: href(view, row.Id) };
  });
}

/** The request with this `X-Request-Id`. */
function requestHits(text: string): Hit[] {
  const [, id] = /^#?(\d+)$/.exec(text) ?? [];
  const group = timeline.get(`request-${id}`);
  if (group?.request === undefined) return [];
  const title = groupTitle(group);
  return [
    {
      key: `id-${id}`,
      kind: `Request ${id}`,
      title,
      detail: String(group.request.Status),
      href: href('activity', group.key),
    },
  ];
}

/** Returns activities that contain these words, newest first, and a link to all of them. */
function activityHits(text: string): Hit[] {
  const filter = { kind: '', method: '', status: '', failures: '', reads: 'yes', q: text };
  const found = filtered(timeline.groups, filter, Number.POSITIVE_INFINITY, TAKE);
  if (found.length === 0) return [];
  return [
    ...found.map((group) => ({
      key: group.key,
      kind: group.kind === 'task' ? 'Task' : group.kind === 'event' ? 'Event' : 'Request',
      title: groupTitle(group),
      detail: group.request === undefined ? '' : String(group.request.Status),
      href: href('activity', group.key),
    })),
    {
      key: 'activity',
      kind: 'Activity',
      title: `All activity with “${text}”`,
      detail: '',
      href: href('activity', undefined, { q: text }),
    },
  ];
}

/** Searches names, addresses, numbers and ids of all documents, and the activity. Unreadable lists are omitted. */
export async function searchEverything(text: string): Promise<Hit[]> {
  const lists =
    text.length < LEAST ? [] : await Promise.allSettled(sources.map((source) => findHits(source, text)));
  const documents = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  return [...requestHits(text), ...documents, ...activityHits(text)];
}
