/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { useQuery } from '../query.ts';
import { href, selectHref, setQuery, useRouteOf } from '../router.ts';
import { Empty, Failure } from './basic.tsx';
import { FilterInput } from './filter-input.tsx';
import { type Column, Table } from './table.tsx';

export interface Choice {
  /** Of the query of the API. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

export interface ListViewProps<Row extends { readonly Id: string }> {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** Of the REST API. */
  readonly path: string;
  readonly collections: readonly string[];
  readonly columns: readonly Column<Row>[];
  readonly detail: (id: string) => Child;
  /** What would be here, and what makes it appear. */
  readonly empty: Child;
  readonly choices?: readonly Choice[];
  readonly actions?: Child;
}

/** Rows of one page. */
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
  actions,
}: ListViewProps<Row>) {
  const { id, query } = useRouteOf(view);
  const page = Number(query.get('page') ?? 0);
  const search = new URLSearchParams({ take: String(PAGE), skip: String(page * PAGE) });
  const q = query.get('q') ?? '';
  if (q !== '') search.set('search', q);
  for (const { name } of choices) {
    const value = query.get(name);
    if (value !== null) search.set(name, value);
  }
  const { data, error, isLoading } = useQuery<Row[]>(`${path}?${search}`, collections);
  const isFiltered = q !== '' || page > 0 || choices.some(({ name }) => query.has(name));
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <div class="list">
        <div class="heading">
          <h1>{title}</h1>
          <div class="filters">
            <FilterInput value={q} />
            {choices.map(({ name, label, options }) => (
              <select
                aria-label={label}
                onChange={(event: Event) =>
                  setQuery({ [name]: (event.target as HTMLSelectElement).value, page: '' })
                }
              >
                <option value="">{label}: any</option>
                {options.map((option) => (
                  <option value={option} selected={query.get(name) === option}>
                    {option}
                  </option>
                ))}
              </select>
            ))}
          </div>
          {actions}
        </div>
        <p class="quiet count" role="status">
          {data === undefined ? (isLoading ? 'Loading' : '') : rangeText(page, data.length)}
          {page > 0 && (
            <button
              type="button"
              class="small"
              onClick={() => setQuery({ page: page === 1 ? '' : String(page - 1) })}
            >
              Previous
            </button>
          )}
          {data?.length === PAGE && (
            <button type="button" class="small" onClick={() => setQuery({ page: String(page + 1) })}>
              Next
            </button>
          )}
        </p>
        {error !== undefined && <Failure error={error} />}
        {data?.length === 0 && (isFiltered ? <Empty title="Nothing fits" /> : empty)}
        {data !== undefined && data.length > 0 && (
          <Table
            caption={title}
            rows={data}
            columns={columns}
            keyOf={({ Id }) => Id}
            hrefOf={({ Id }) => href(view, Id, Object.fromEntries(query))}
            selected={id}
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

const rangeText = (page: number, count: number): string =>
  count === 0
    ? 'None'
    : page === 0 && count < PAGE
      ? String(count)
      : `${page * PAGE + 1} to ${page * PAGE + count}`;

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

/** What has to do with a customer or contract, in other views. */
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
