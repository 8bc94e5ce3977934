/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import { filtered, isOnTop, readFilter } from '../activity-rows.ts';
import { ClockPanel } from '../clock-bar.tsx';
import { plural } from '../format.ts';
import { useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { Time } from '../parts/basic.tsx';
import { Story } from '../parts/story.tsx';
import { useQuery } from '../query.ts';
import { href } from '../router.ts';
import { isLoaded, timeline } from '../session.ts';
import { settings, workspaceUrl } from '../settings.ts';
import { hasFailed } from '../timeline.ts';
import { NothingYet } from './activity.tsx';
import { AttentionPanel } from './overview-attention.tsx';
import { ForecastPanel } from './overview-forecast.tsx';
import { NextWeekPanel, TurnoverPanel } from './overview-money.tsx';
import { StartPanel } from './overview-start.tsx';
import { SessionPanel } from './session-panel.tsx';
import { SnapshotPanel } from './snapshot-panel.tsx';

/** Shows what needs attention, what is due, and the latest activity. */
export function OverviewView() {
  return (
    <>
      <h1>Overview</h1>
      <div class="first">
        <AttentionPanel />
        <ForecastPanel />
      </div>
      <StartPanel />
      <div class="panels">
        <Counts />
        <TurnoverPanel />
        <NextWeekPanel />
        <Latest />
        <ClockPanel />
        <SnapshotPanel />
        <SessionPanel />
        <Workspaces />
      </div>
    </>
  );
}

/** Views with their collection. */
const counted = [
  ['customers', 'Customers', 'customers'],
  ['contracts', 'Contracts', 'contracts'],
  ['orders', 'Orders', 'orders'],
  ['invoices', 'Invoices', 'invoices'],
  ['payments', 'Payments', 'paymentTransactions'],
  ['mails', 'Mails', 'mails'],
  ['webhooks', 'Endpoints', 'webhooks'],
] as const;

/** Mails are created with their events. */
const countedCollections = [...counted.map(([, , collection]) => collection), 'events'];

interface Usage {
  readonly Collections: Readonly<Record<string, number>>;
}

function Counts() {
  const { data } = useQuery<Usage>('/sandbox/usage', countedCollections);
  return (
    <section class="panel" aria-labelledby="counts-heading">
      <h2 id="counts-heading">State</h2>
      <ul class="counts">
        {counted.map(([view, title, collection]) => (
          <li>
            <a href={href(view)}>
              <b>{data?.Collections[collection]?.toLocaleString('en-GB') ?? '…'}</b> {title}
            </a>
          </li>
        ))}
      </ul>
      <AuditMark />
    </section>
  );
}

interface Audit {
  readonly Ok: boolean;
  readonly Problems: readonly {
    readonly Rule: string;
    readonly ContractId?: string;
    readonly Message: string;
  }[];
}

/** Maximum number of audit problems to show; the control API has all. */
const MAX_PROBLEMS = 5;

/**
 * Shows whether documents, ledger, balances and payments agree. It reads everything, so only once, when the view opens.
 */
function AuditMark() {
  const { data } = useQuery<Audit>('/sandbox/audit', []);
  if (data === undefined) return null;
  const { Ok, Problems } = data;
  return (
    <div class="audit">
      <p>
        <span class={Ok ? 'mark ok' : 'mark fail'}>
          {Ok ? 'All amounts are consistent' : plural(Problems.length, 'inconsistency', 'inconsistencies')}
        </span>
      </p>
      {Problems.slice(0, MAX_PROBLEMS).map(({ Rule, ContractId, Message }) => (
        <p>
          {ContractId === undefined ? Rule : <a href={href('contracts', ContractId)}>{Rule}</a>}: {Message}
        </p>
      ))}
    </div>
  );
}

/** Maximum number of activity entries to show. */
const LATEST = 6;

const atFirst = readFilter(new URLSearchParams());

function Latest() {
  useObservable(timeline.version);
  const loaded = useObservable(isLoaded);
  // The default rows of the activity: a task is below the request that moved the clock.
  const latest = filtered(timeline.groups, atFirst, Number.POSITIVE_INFINITY, LATEST, isOnTop);
  return (
    <section class="panel" aria-labelledby="latest-heading">
      <h2 id="latest-heading">
        <a href={href('activity')}>Activity</a>
      </h2>
      {!loaded ? (
        <p class="quiet">Loading</p>
      ) : latest.length === 0 ? (
        <NothingYet />
      ) : (
        <ol class="latest">
          {latest.map((group) => (
            <li>
              <Time at={group.at} />
              <a href={href('activity', group.key)}>
                <Story group={group} />
              </a>
              <span class={hasFailed(group) ? 'mark fail' : 'quiet'}>
                {group.request === undefined
                  ? plural(group.events.length, 'event')
                  : String(group.request.Status)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Workspaces() {
  const { data = [] } = useQuery<{ Name: string }[]>('/sandbox/workspaces', ['workspaces']);
  const [name, setName] = useState('');
  const open = (event: Event) => {
    event.preventDefault();
    if (name !== '') location.assign(workspaceUrl(name));
  };
  return (
    <section class="panel" aria-labelledby="workspaces-heading">
      <h2 id="workspaces-heading">Workspaces</h2>
      <p class="quiet">Each workspace has its own state and clock, at /w/&lt;name&gt;/.</p>
      <ul class="plain">
        <li>
          <a href={workspaceUrl('')} aria-current={settings.workspace === '' ? 'true' : undefined}>
            main
          </a>
        </li>
        {data.map(({ Name }) => (
          <li>
            <a href={workspaceUrl(Name)} aria-current={settings.workspace === Name ? 'true' : undefined}>
              {Name}
            </a>{' '}
            {settings.workspace !== Name && (
              <Action
                label={`Remove ${Name}`}
                isDanger
                hint="Deletes the workspace with its state, clock and logs. This cannot be undone."
                request={() => ({
                  method: 'DELETE',
                  path: `/sandbox/workspaces/${encodeURIComponent(Name)}`,
                })}
              />
            )}
          </li>
        ))}
      </ul>
      <form class="inline" onSubmit={open}>
        <input
          aria-label="Name of a workspace"
          placeholder="checkout-1"
          value={name}
          onInput={(event: Event) => setName((event.target as HTMLInputElement).value)}
        />
        <button type="submit">Open workspace</button>
      </form>
    </section>
  );
}
