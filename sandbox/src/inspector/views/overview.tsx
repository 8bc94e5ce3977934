/** @jsxImportSource hono/jsx/dom */
import { useRef, useState } from 'hono/jsx/dom';
import { ClockPanel } from '../clock-bar.tsx';
import { clockTime, plural } from '../format.ts';
import { groupTitle } from '../meaning.ts';
import { useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { CopyButton, Empty, Failure } from '../parts/basic.tsx';
import { useQuery } from '../query.ts';
import { href } from '../router.ts';
import { act, timeline } from '../session.ts';
import { settings, workspaceUrl } from '../settings.ts';
import { hasFailed } from '../timeline.ts';

/** Where things stand, what is due, and what happened last. */
export function OverviewView() {
  return (
    <>
      <h1>Overview</h1>
      <div class="panels">
        <ClockPanel />
        <Counts />
        <Latest />
        <Workspaces />
        <SnapshotPanel />
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
  const latest = timeline.groups
    .slice(-60)
    .filter(({ isOfPage }) => isOfPage !== true)
    .slice(-6)
    .toReversed();
  return (
    <section class="panel" aria-labelledby="latest-heading">
      <h2 id="latest-heading">
        <a href={href('activity')}>Activity</a>
      </h2>
      {latest.length === 0 ? (
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
              <a href={href('activity', group.key)}>{groupTitle(group)}</a>
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
                isDanger
                hint="With everything that is in it."
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

/** The whole state as a file, and back. */
function SnapshotPanel() {
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<{ error?: Error; done?: string }>({});
  const file = useRef<HTMLInputElement>(null);
  const save = async () => {
    const text = await act('Save snapshot', { method: 'GET', path: '/sandbox/snapshot.ndjson' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([String(text)], { type: 'application/x-ndjson' }));
    link.download = `sandbox${settings.workspace === '' ? '' : `-${settings.workspace}`}.ndjson`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const restore = async (given: File | undefined) => {
    if (given === undefined) return;
    const text = await given.text();
    const isLines = given.name.endsWith('.ndjson') || !isOneJson(text);
    setResult({});
    try {
      await act('Restore snapshot', {
        method: 'PUT',
        path: isLines ? '/sandbox/snapshot.ndjson' : '/sandbox/snapshot',
        body: text,
        file: given.name,
      });
      setResult({ done: given.name });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  return (
    <section
      class={isOver ? 'panel drop over' : 'panel drop'}
      aria-labelledby="snapshot-heading"
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void restore(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id="snapshot-heading">Snapshot</h2>
      <p class="quiet">The whole state of this workspace as a file. Drop a file here to go back to it.</p>
      <p class="actions">
        <button
          type="button"
          title="GET /sandbox/snapshot.ndjson"
          onClick={() => void save().catch(() => {})}
        >
          Save snapshot
        </button>
        <button type="button" title="PUT /sandbox/snapshot.ndjson" onClick={() => file.current?.click()}>
          Restore snapshot…
        </button>
        <Action
          label="Reset"
          isDanger
          hint="Back to the fixtures: state, clock, faults and logs."
          fields={[
            { name: 'Webhooks', label: 'Keep webhooks', kind: 'checkbox' },
            { name: 'Tokens', label: 'Keep access tokens', kind: 'checkbox' },
            { name: 'Catalogue', label: 'Keep the catalogue', kind: 'checkbox' },
          ]}
          request={(values) => {
            const Keep = Object.keys(values).filter((part) => values[part] === 'true');
            return { method: 'POST', path: '/sandbox/reset', body: Keep.length === 0 ? {} : { Keep } };
          }}
        />
      </p>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Snapshot file"
        accept=".ndjson,.json"
        onChange={(event: Event) => void restore((event.target as HTMLInputElement).files?.[0])}
      />
      {result.done !== undefined && (
        <p class="message ok" role="status">
          The state is that of {result.done}.
        </p>
      )}
      {result.error !== undefined && <Failure error={result.error} />}
    </section>
  );
}

function isOneJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
