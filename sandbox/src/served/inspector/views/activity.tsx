/** @jsxImportSource hono/jsx/dom */
import { useEffect, useMemo, useState } from 'hono/jsx/dom';
import { countDeliveries, type Filter, filtered, type Row, readFilter, toRows } from '../activity-rows.ts';
import { clockTime, day, duration, plural, time } from '../format.ts';
import { deliveryMeaning, statusMeaning } from '../meaning.ts';
import { createObservable, useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { CopyButton, Empty, Mark } from '../parts/basic.tsx';
import { FilterInput } from '../parts/filter-input.tsx';
import { isTold, RequestLine, Story } from '../parts/story.tsx';
import { Windowed } from '../parts/windowed.tsx';
import { selectHref, setQuery, useRouteForView } from '../router.ts';
import { isLoaded, timeline, undone } from '../session.ts';
import { settings } from '../settings.ts';
import type { Delivery, Group } from '../timeline.ts';
import { GroupDetail } from './activity-detail.tsx';

const ROW_HEIGHT = 32;

/** Expanded groups. */
const open = createObservable<ReadonlySet<string>>(new Set());

function toggle(key: string): void {
  const next = new Set(open.get());
  if (!next.delete(key)) next.add(key);
  open.set(next);
}

/** Shows one live row for each activity, newest first, with its effects below it. */
export function ActivityView() {
  const version = useObservable(timeline.version);
  const opened = useObservable(open);
  const takenBack = useObservable(undone);
  const loaded = useObservable(isLoaded);
  const { id, query } = useRouteForView('activity');
  const filter = readFilter(query);
  const [isPaused, setPaused] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  const [limit, setLimit] = useState(Number.POSITIVE_INFINITY);
  const holds = isPaused || !isAtTop;
  const newest = timeline.groups.at(-1)?.order ?? 0;
  useEffect(() => {
    setLimit(holds ? newest : Number.POSITIVE_INFINITY);
  }, [holds]);
  const shownLimit = holds ? Math.min(limit, newest) : Number.POSITIVE_INFINITY;
  const groups = useMemo(
    () => filtered(timeline.groups, filter, shownLimit),
    [version, query.toString(), shownLimit],
  );
  const rows = useMemo(() => toRows(groups, opened), [groups, opened]);
  const all = useMemo(
    () => (holds ? filtered(timeline.groups, filter, Number.POSITIVE_INFINITY).length : 0),
    [version, query.toString(), holds],
  );
  const news = holds ? all - groups.length : 0;
  const selected = id === undefined ? undefined : timeline.get(id);
  return (
    <div class={selected === undefined ? 'split' : 'split open'}>
      <div class="list">
        <div class="heading busy">
          <h1>Activity</h1>
          <Filters filter={filter} />
          <Action
            label="Undo"
            isQuick
            request={() => ({ method: 'POST', path: '/sandbox/session/rewind', body: {} })}
          />
          <button
            type="button"
            aria-pressed={isPaused ? 'true' : 'false'}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        </div>
        <p class="quiet count" role="status" data-count={String(groups.length)}>
          {loaded ? plural(groups.length, 'entry', 'entries') : 'Loading'}
          {news > 0 && (
            <button
              type="button"
              class="small"
              onClick={() => {
                setPaused(false);
                setLimit(newest);
                document.querySelector('.windowed')?.scrollTo({ top: 0 });
              }}
            >
              {news} new
            </button>
          )}
        </p>
        {!loaded ? null : rows.length === 0 ? (
          <NothingHere isFiltered={timeline.groups.length > 0} />
        ) : (
          <Windowed
            count={rows.length}
            rowHeight={ROW_HEIGHT}
            label="What has happened"
            onScroll={setAtTop}
            row={(at) => {
              const row = rows.at(at) as Row;
              return (
                <RowLine
                  row={row}
                  isSelected={row.group.key === id}
                  opened={opened}
                  isUndone={takenBack.has(row.group.key)}
                />
              );
            }}
          />
        )}
      </div>
      {selected !== undefined && <GroupDetail group={selected} version={version} />}
    </div>
  );
}

function NothingHere({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No results">
        <p>
          <button
            type="button"
            onClick={() => setQuery({ kind: '', method: '', status: '', failures: '', reads: 'yes', q: '' })}
          >
            Clear the filters
          </button>
        </p>
      </Empty>
    );
  }
  return <NothingYet />;
}

export function NothingYet() {
  const command = `curl ${settings.baseUrl}/sandbox/catalog`;
  return (
    <Empty title="Nothing has happened yet">
      <p>Each request, event and webhook appears here as it happens. Send one:</p>
      <p>
        <code>{command}</code> <CopyButton text={command} />
      </p>
    </Empty>
  );
}

const choices = {
  kind: [
    ['', 'Everything'],
    ['request', 'Requests'],
    ['task', 'Tasks'],
    ['event', 'Events'],
    ['webhook', 'Webhooks'],
    ['playground', 'Playground'],
  ],
  method: [
    ['', 'Any method'],
    ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((name) => [name, name] as const),
  ],
  status: [
    ['', 'Any status'],
    ['2', '2xx'],
    ['3', '3xx'],
    ['4', '4xx'],
    ['5', '5xx'],
    ['0', 'dropped'],
  ],
} as const;

const labels = { kind: 'Kind', method: 'Method', status: 'Status' } as const;

function Filters({ filter }: { readonly filter: Filter }) {
  return (
    <div class="filters">
      <FilterInput value={filter.q} />
      {(['kind', 'method', 'status'] as const).map((name) => (
        <select
          aria-label={labels[name]}
          onChange={(event: Event) => setQuery({ [name]: (event.target as HTMLSelectElement).value })}
        >
          {choices[name].map(([value, text]) => (
            <option value={value} selected={filter[name] === value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={filter.failures !== ''}
          onChange={(event: Event) =>
            setQuery({ failures: (event.target as HTMLInputElement).checked ? 'yes' : '' })
          }
        />
        Failures only
      </label>
      <label class="check" title="A search and the filter by method show reads too">
        <input
          type="checkbox"
          checked={filter.reads === ''}
          onChange={(event: Event) =>
            setQuery({ reads: (event.target as HTMLInputElement).checked ? '' : 'yes' })
          }
        />
        Hide reads
      </label>
    </div>
  );
}

function RowLine({
  row,
  isSelected,
  opened,
  isUndone,
}: {
  readonly row: Row;
  readonly isSelected: boolean;
  readonly opened: ReadonlySet<string>;
  readonly isUndone: boolean;
}) {
  const { group } = row;
  const line =
    row.kind === 'group' ? (
      <GroupLine group={group} isOpen={opened.has(group.key)} />
    ) : row.kind === 'changes' ? (
      <span class="what">
        {group.request !== undefined && <RequestLine group={group} />}{' '}
        {group.changes.length > 0 && (
          <span class="quiet">
            {plural(group.changes.length + group.moreChanges, 'document')} changed:{' '}
            {[...new Set(group.changes.map(({ Collection }) => Collection))].join(', ')}
          </span>
        )}
      </span>
    ) : row.kind === 'event' ? (
      <span class="what">
        <b>{row.node.event.Event}</b>
      </span>
    ) : (
      <DeliveryLine delivery={row.delivery} />
    );
  return (
    <li
      key={rowKey(row)}
      class={`row ${row.kind}${row.kind === 'group' && row.isNested ? ' nested' : ''}${isSelected ? ' selected' : ''}${isUndone ? ' undone' : ''}`}
      data-row={rowKey(row)}
    >
      {line}
    </li>
  );
}

function rowKey(row: Row): string {
  if (row.kind === 'event') return `event-${row.node.event.Id}`;
  if (row.kind === 'delivery') return `delivery-${row.delivery.Id}`;
  return row.kind === 'changes' ? `changes-${row.group.key}` : row.group.key;
}

function GroupLine({ group, isOpen }: { readonly group: Group; readonly isOpen: boolean }) {
  const { events, deliveries, failed, tasks } = countDeliveries(group);
  const { request } = group;
  const warnings = request?.Warnings ?? [];
  const hasChildren = isTold(group) || tasks > 0 || group.changes.length > 0;
  return (
    <>
      <button
        type="button"
        class="fold"
        aria-label={isOpen ? 'Hide what it caused' : 'Show what it caused'}
        aria-expanded={isOpen ? 'true' : 'false'}
        disabled={!hasChildren}
        onClick={() => toggle(group.key)}
      >
        {hasChildren ? (isOpen ? '▾' : '▸') : '·'}
      </button>
      <time datetime={group.at} title={`${time(group.at)} (${group.at})`}>
        {day(group.at)} {clockTime(group.at)}
      </time>
      <a class="what" href={selectHref(group.key)} title={request?.Path}>
        <Story group={group} />
        {request?.Error !== undefined && <span class="reason"> {request.Error.Message}</span>}
      </a>
      {request !== undefined && (
        <span class="status">
          <Mark meaning={statusMeaning(request.Status)}>
            {request.Status === 0 ? 'dropped' : request.Status}
          </Mark>{' '}
          <span class="took">{duration(request.DurationMs)}</span>
        </span>
      )}
      <span class="sums">
        {warnings.length > 0 && (
          <span class="mark wait" title={warnings.join('\n')}>
            {plural(warnings.length, 'warning')}
          </span>
        )}
        {events > 0 && <span>{plural(events, 'event')}</span>}
        {deliveries > 0 && (
          <span class={failed > 0 ? 'mark fail' : ''}>
            {plural(deliveries, 'webhook')}
            {failed > 0 && `, ${failed} failed`}
          </span>
        )}
      </span>
    </>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: Delivery }) {
  const { Url, Status, Attempts, NextAttemptAt } = delivery;
  const last = Attempts.at(-1);
  return (
    <span class="what">
      <Mark meaning={deliveryMeaning(delivery)}>{Status}</Mark> → {Url}{' '}
      <span class="quiet">
        {last?.Error ?? (last?.StatusCode === undefined ? '' : String(last.StatusCode))}
        {Status === 'Pending' &&
          NextAttemptAt !== undefined &&
          Attempts.length > 0 &&
          `, again ${time(NextAttemptAt)}`}
      </span>
    </span>
  );
}
