/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { useEffect } from 'hono/jsx/dom';
import { exportCsv, MAX_TAKE } from '../csv.ts';
import { plural } from '../format.ts';
import { useQuery } from '../query.ts';
import { currentRoute, go, href, selectHref, setQuery, useRouteForView } from '../router.ts';
import { nextSorting, readSorting, sorted } from '../sorting.ts';
import { Empty, Failure } from './basic.tsx';
import { FilterInput } from './filter-input.tsx';
import { type Column, Table } from './table.tsx';

export interface Choice {
  /** The query parameter of the API. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  /** Filters the loaded rows ({@link ListViewProps.keep}), and is not sent to the API. */
  readonly isLocal?: boolean;
}

export interface ListViewProps<Row extends { readonly Id: string }> {
  /** The name in the URL. */
  readonly name: string;
  readonly title: string;
  /** The path in the REST API. */
  readonly path: string;
  readonly collections: readonly string[];
  readonly columns: readonly Column<Row>[];
  readonly detail: (id: string) => Child;
  /** Says what an empty list would contain, and how to create the first entry. */
  readonly empty: Child;
  readonly choices?: readonly Choice[];
  /** Returns whether a row is shown, for filters that the page applies itself. */
  readonly keep?: (row: Row, query: URLSearchParams) => boolean;
  readonly actions?: Child;
}

/** Rows of one page; the API returns {@link MAX_TAKE} at most, which are sorted together. */
const PAGE = 100;

/** A list with search and filters, and the detail of the selected row beside it. */
export function ListView<Row extends { readonly Id: string }>({
  name: view,
  title,
  path,
  collections,
  columns,
  detail,
  empty,
  choices = [],
  keep,
  actions,
}: ListViewProps<Row>) {
  const { id, query } = useRouteForView(view);
  const page = Number(query.get('page') ?? 0);
  const block = Math.floor((page * PAGE) / MAX_TAKE);
  const search = toSearchParams(query, choices);
  const path500 = `${path}?${new URLSearchParams({ ...Object.fromEntries(search), take: String(MAX_TAKE), skip: String(block * MAX_TAKE) })}`;
  const { data, error, isLoading } = useQuery<Row[]>(path500, collections);
  const isFiltered = query.has('q') || page > 0 || choices.some(({ name }) => query.has(name));
  const sorting = readSorting(query.get('sort'));
  const sortBy = columns.find((column) => column.title === sorting?.column)?.sortBy;
  const kept = data?.filter((row) => keep === undefined || keep(row, query));
  const all = kept === undefined ? undefined : sorted(kept, sortBy, sorting?.isDescending ?? false);
  const first = page * PAGE - block * MAX_TAKE;
  const rows = all?.slice(first, first + PAGE);
  const isListed = rows !== undefined;
  useEffect(() => {
    if (isListed) document.querySelector('.list tr[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [id, isListed]);
  const isMore = all !== undefined && (all.length > first + PAGE || data?.length === MAX_TAKE);
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <div class="list">
        <div class="heading">
          <h1>{title}</h1>
          <div class="filters">
            <FilterInput value={query.get('q') ?? ''} />
            {choices.map((choice) => (
              <ChoiceSelect choice={choice} value={query.get(choice.name) ?? ''} />
            ))}
          </div>
          {actions}
        </div>
        <div class="quiet count">
          <span role="status">
            {all === undefined
              ? isLoading
                ? 'Loading'
                : ''
              : totalText(title, block * MAX_TAKE + all.length, data?.length === MAX_TAKE)}
          </span>
          {(page > 0 || isMore) && <Pages page={page} isMore={isMore} count={rows?.length ?? 0} />}
          {all !== undefined && all.length > 0 && (
            <button
              type="button"
              class="small"
              title={`GET ${path}, all pages`}
              onClick={() => void exportCsv(view, path, search)}
            >
              Export CSV
            </button>
          )}
        </div>
        {error !== undefined && <Failure error={error} />}
        {rows?.length === 0 && (isFiltered ? <NoResults /> : empty)}
        {rows !== undefined && rows.length > 0 && (
          <Table
            caption={title}
            rows={rows}
            columns={columns}
            rowKey={({ Id }) => Id}
            rowHref={({ Id }) => href(view, Id, Object.fromEntries(query))}
            selected={id}
            sorting={sorting}
            onSort={(column) => setQuery({ sort: nextSorting(sorting, column), page: '' })}
          />
        )}
      </div>
      {id !== undefined && (
        <div key={id} class="detail-holder">
          {detail(id)}
        </div>
      )}
    </div>
  );
}

/** The filters in the URL as query parameters of the API. */
function toSearchParams(query: URLSearchParams, choices: readonly Choice[]): URLSearchParams {
  const search = new URLSearchParams();
  const q = query.get('q') ?? '';
  if (q !== '') search.set('search', q);
  for (const { name, isLocal } of choices) {
    const value = query.get(name);
    if (value !== null && isLocal !== true) search.set(name, value);
  }
  return search;
}

function ChoiceSelect({
  choice: { name, label, options },
  value,
}: {
  readonly choice: Choice;
  readonly value: string;
}) {
  return (
    <select
      aria-label={label}
      onChange={(event: Event) => setQuery({ [name]: (event.target as HTMLSelectElement).value, page: '' })}
    >
      <option value="">{label}: any</option>
      {options.map((option) => (
        <option value={option} selected={value === option}>
          {option}
        </option>
      ))}
    </select>
  );
}

function Pages({
  page,
  isMore,
  count,
}: {
  readonly page: number;
  readonly isMore: boolean;
  readonly count: number;
}) {
  const go = (to: number) => setQuery({ page: to === 0 ? '' : String(to) });
  return (
    <>
      <span>
        {page * PAGE + 1} to {page * PAGE + count}
      </span>
      {page > 0 && (
        <button type="button" class="small" onClick={() => go(page - 1)}>
          Previous
        </button>
      )}
      {isMore && (
        <button type="button" class="small" onClick={() => go(page + 1)}>
          Next
        </button>
      )}
    </>
  );
}

/** No row matches the search and the filters. */
export function NoResults() {
  return (
    <Empty title="No results">
      <p>
        <button
          type="button"
          onClick={() => {
            const { view } = currentRoute();
            go(href(view));
          }}
        >
          Clear the filters
        </button>
      </p>
    </Empty>
  );
}

/** `312 invoices`; beyond the page size: `more than 500 invoices`. */
function totalText(title: string, count: number, isMore: boolean): string {
  const noun = title.toLowerCase();
  return `${isMore ? 'more than ' : ''}${plural(count, noun.replace(/s$/, ''), noun)}`;
}

export interface DetailProps {
  readonly title: Child;
  readonly label?: string;
  readonly error?: Error | undefined;
  readonly children?: Child;
}

/** The detail of one document, beside its list. */
export function Detail({ title, label = 'Details', error, children }: DetailProps) {
  return (
    <section class="detail" aria-label={label}>
      <header>
        <h1>{title}</h1>
        <a class="button small" href={selectHref(undefined)} aria-label="× close details">
          ×
        </a>
      </header>
      {error !== undefined && <Failure error={error} />}
      {children}
    </section>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: Child }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Links to documents of a customer or contract in other views. */
export function Related({ id }: { readonly id: string }) {
  return (
    <Section title="Related">
      <p class="actions">
        <a class="button" href={href('activity', undefined, { q: id })}>
          Activity
        </a>
        <a class="button" href={href('mails', undefined, { q: id })}>
          Mails
        </a>
      </p>
    </Section>
  );
}
