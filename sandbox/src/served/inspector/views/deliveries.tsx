/** @jsxImportSource hono/jsx/dom */
import { plural } from '../format.ts';
import { deliveryMeaning } from '../meaning.ts';
import { DocumentLink, Mark, Time } from '../parts/basic.tsx';
import { FilterInput } from '../parts/filter-input.tsx';
import { Detail, NoResults } from '../parts/list-view.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useQuery } from '../query.ts';
import { href, setQuery, useRouteForView } from '../router.ts';
import { nextSorting, readSorting, sorted } from '../sorting.ts';
import { type Delivery, failureText } from '../timeline.ts';
import { DeliveryPart } from './activity-detail.tsx';
import { Resend } from './resend.tsx';

/** A delivery as the control API lists it. */
interface WholeDelivery extends Delivery {
  readonly Body: { readonly ContractId?: string; readonly CustomerId?: string };
  readonly ReferenceCode?: string;
  readonly CustomerName?: string;
}

const statuses = ['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped'];

/** Number of deliveries to read: the activity has all. */
const MAX_READ = 500;

/** Number of deliveries to show. */
const SHOWN = 100;

/** `Failed, 500 TypeError: …`: the status with the last response. */
function statusText({ Status, Attempts }: WholeDelivery): string {
  const last = Attempts.at(-1);
  const answer = last && (failureText(last) ?? last.StatusCode);
  return answer === undefined ? Status : `${Status}, ${answer}`;
}

function searchText(delivery: WholeDelivery): string {
  const { Event, Url, EventId, Body, Attempts, ReferenceCode, CustomerName } = delivery;
  const errors = Attempts.map(({ Error: error = '' }) => error);
  const about = [ReferenceCode, CustomerName, ...Object.values(Body)];
  return [Event, Url, EventId, statusText(delivery), ...errors, ...about].join(' ').toLowerCase();
}

const columns: readonly Column<WholeDelivery>[] = [
  { title: 'Event', cell: ({ Event }) => Event, sortBy: ({ Event }) => Event },
  {
    title: 'Status',
    cell: (delivery) => <Mark meaning={deliveryMeaning(delivery)}>{statusText(delivery)}</Mark>,
    sortBy: statusText,
    isLong: true,
  },
  {
    title: 'Last attempt',
    cell: ({ Attempts }) => <Time at={Attempts.at(-1)?.At} />,
    sortBy: ({ Attempts }) => Attempts.at(-1)?.At,
    isMinor: true,
  },
  {
    title: 'For',
    cell: ({ Body: { ContractId, CustomerId }, ReferenceCode, CustomerName }) =>
      ContractId !== undefined ? (
        <DocumentLink collection="contracts" id={ContractId}>
          {ReferenceCode && `${ReferenceCode} · ${CustomerName}`}
        </DocumentLink>
      ) : CustomerId !== undefined ? (
        <DocumentLink collection="customers" id={CustomerId}>
          {CustomerName}
        </DocumentLink>
      ) : (
        ''
      ),
    isLong: true,
  },
  { title: 'Endpoint', cell: ({ Url }) => Url, sortBy: ({ Url }) => Url, isMinor: true, isLong: true },
  {
    title: 'Attempts',
    cell: ({ Attempts }) => Attempts.length,
    sortBy: ({ Attempts }) => Attempts.length,
    isNumber: true,
    isMinor: true,
  },
  { title: 'Actions', cell: (delivery) => <Resend delivery={delivery} isSmall /> },
];

/** Deliveries, newest first, of one endpoint or all. */
export function Deliveries({ webhookId }: { readonly webhookId: string | undefined }) {
  const { query } = useRouteForView('webhooks');
  const status = query.get('status') ?? '';
  const search = new URLSearchParams({
    take: String(MAX_READ),
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(status === '' ? {} : { status }),
  });
  const { data } = useQuery<WholeDelivery[]>(`/sandbox/deliveries?${search}`, ['deliveries', 'webhooks']);
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = data?.filter((delivery) => words.every((word) => searchText(delivery).includes(word)));
  const sorting = readSorting(query.get('sort'));
  const sortBy = columns.find(({ title }) => title === sorting?.column)?.sortBy;
  const rows = fitting && sorted(fitting, sortBy, sorting?.isDescending ?? false);
  const isFiltered = status !== '' || words.length > 0;
  return (
    <section class="deliveries" aria-labelledby="deliveries-heading">
      <div class="heading">
        <h2 id="deliveries-heading">Deliveries</h2>
        <FilterInput value={query.get('q') ?? ''} label="Filter deliveries" />
        <select
          aria-label="Status of deliveries"
          onChange={(event: Event) => setQuery({ status: (event.target as HTMLSelectElement).value })}
        >
          <option value="">Status: any</option>
          {statuses.map((name) => (
            <option value={name} selected={name === status}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <p class="quiet" role="status">
        {rows === undefined
          ? 'Loading'
          : `${data?.length === MAX_READ ? 'more than ' : ''}${plural(rows.length, 'delivery', 'deliveries')}`}
        {rows !== undefined && rows.length > SHOWN && `, the first ${SHOWN} are shown`}
      </p>
      {rows?.length === 0 && isFiltered && <NoResults />}
      {rows !== undefined && rows.length > 0 && (
        <Table
          caption="Deliveries"
          rows={rows.slice(0, SHOWN)}
          columns={columns}
          rowKey={({ Id }) => Id}
          rowHref={({ Id }) => href('webhooks', webhookId, { ...Object.fromEntries(query), delivery: Id })}
          selected={query.get('delivery') ?? undefined}
          sorting={sorting}
          onSort={(column) => setQuery({ sort: nextSorting(sorting, column) })}
        />
      )}
    </section>
  );
}

/** One delivery with its attempts, next to the list. */
export function DeliveryDetail({ id }: { readonly id: string }) {
  const { data, error } = useQuery<Delivery[]>('/sandbox/deliveries?take=500', ['deliveries']);
  const delivery = data?.find((entry) => entry.Id === id);
  return (
    <Detail title={delivery?.Event ?? 'Delivery'} label="Delivery" error={error}>
      {delivery !== undefined && <DeliveryPart delivery={delivery} />}
      {data !== undefined && delivery === undefined && <p>This delivery is no longer stored.</p>}
    </Detail>
  );
}
