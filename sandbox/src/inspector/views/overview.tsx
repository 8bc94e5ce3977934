/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import { ClockPanel } from '../clock-bar.tsx';
import { clockTime, plural } from '../format.ts';
import { useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { CopyButton, Empty } from '../parts/basic.tsx';
import { GroupTitle } from '../parts/request-path.tsx';
import { useQuery } from '../query.ts';
import { href } from '../router.ts';
import { isLoaded, timeline } from '../session.ts';
import { settings, workspaceUrl } from '../settings.ts';
import { hasFailed, isOfPlayground } from '../timeline.ts';
import { AttentionPanel } from './overview-attention.tsx';
import { ForecastPanel } from './overview-forecast.tsx';
import { NextWeekPanel, TurnoverPanel } from './overview-money.tsx';
import { StartPanel } from './overview-start.tsx';
import { SessionPanel } from './session-panel.tsx';
import { SnapshotPanel } from './snapshot-panel.tsx';

/** What needs attention, what is due, and what happened last. */
export function OverviewView() {
  return (
    <>
      <h1>Overview</h1>
      <AttentionPanel />
      <StartPanel />
      <div class="panels">
        <Counts />
        <TurnoverPanel />
        <NextWeekPanel />
        <Latest />
        <ClockPanel />
        <ForecastPanel />
        <SnapshotPanel />
        <SessionPanel />
        <Workspaces />
      </div>
    </>
  );
}

const counted = [
  ['customers', 'Customers', '/api/v1/customers', ['customers']],
  ['contracts', 'Contracts', '/api/v1/contracts', ['contracts']],
  ['orders', 'Orders', '/api/v1/orders', ['orders']],
  ['invoices', 'Invoices', '/api/v1/invoices', ['invoices']],
  ['payments', 'Payments', '/api/v1/paymentTransactions', ['paymentTransactions']],
  ['mails', 'Mails', '/sandbox/mails', ['events']],
  ['webhooks', 'Endpoints', '/api/v1/webhooks', ['webhooks']],
] as const;

/** Longest page that the API gives. */
const MAX_TAKE = 500;

function Counts() {
  return (
    <section class="panel" aria-labelledby="counts-heading">
      <h2 id="counts-heading">State</h2>
      <ul class="counts">
        {counted.map(([view, title, path, collections]) => (
          <Count view={view} title={title} path={path} collections={collections} />
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

/** Problems that are shown of an audit; the control API has all. */
const MAX_PROBLEMS = 5;

/** Whether documents, ledger, balances and payments tell of the same money. It reads everything: once, when the view opens. */
function AuditMark() {
  const { data } = useQuery<Audit>('/sandbox/audit', []);
  if (data === undefined) return null;
  const { Ok, Problems } = data;
  return (
    <div class="audit">
      <p>
        <span class={Ok ? 'mark ok' : 'mark fail'}>
          {Ok ? 'Money adds up' : plural(Problems.length, 'money problem')}
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

function Count({
  view,
  title,
  path,
  collections,
}: {
  readonly view: string;
  readonly title: string;
  readonly path: string;
  readonly collections: readonly string[];
}) {
  const { data } = useQuery<unknown[]>(`${path}?take=${MAX_TAKE}`, collections);
  const count = data?.length;
  return (
    <li>
      <a href={href(view)}>
        <b>{count === undefined ? '…' : count === MAX_TAKE ? `${MAX_TAKE}+` : count}</b> {title}
      </a>
    </li>
  );
}

function Latest() {
  useObservable(timeline.version);
  const loaded = useObservable(isLoaded);
  const latest = timeline.groups
    .slice(-60)
    .filter((group) => group.isOfPage !== true && !isOfPlayground(group))
    .slice(-6)
    .toReversed();
  return (
    <section class="panel" aria-labelledby="latest-heading">
      <h2 id="latest-heading">
        <a href={href('activity')}>Activity</a>
      </h2>
      {!loaded ? (
        <p class="quiet">Loading</p>
      ) : latest.length === 0 ? (
        <Empty title="Nothing has happened yet">
          <p>
            Send a request. This one lists the contracts that there are:{' '}
            <code>curl {settings.baseUrl}/sandbox/catalog</code>{' '}
            <CopyButton text={`curl ${settings.baseUrl}/sandbox/catalog`} />
          </p>
        </Empty>
      ) : (
        <ol class="latest">
          {latest.map((group) => (
            <li>
              <time datetime={group.at}>{clockTime(group.at)}</time>
              <a href={href('activity', group.key)}>
                <GroupTitle group={group} />
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
  const { data = [] } = useQuery<{ Name: string }[]>('/sandbox/workspaces', []);
  const [name, setName] = useState('');
  const open = (event: Event) => {
    event.preventDefault();
    if (name !== '') location.assign(workspaceUrl(name));
  };
  return (
    <section class="panel" aria-labelledby="workspaces-heading">
      <h2 id="workspaces-heading">Workspaces</h2>
      <p class="quiet">Each has a state and a clock of its own, below /w/&lt;name&gt;/.</p>
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
