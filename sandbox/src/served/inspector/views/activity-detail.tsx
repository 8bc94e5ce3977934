/** @jsxImportSource hono/jsx/dom */

import type { Child } from 'hono/jsx';
import type { ChangedDocument, RequestEntry } from '../../../service/model/activity-entries.ts';
import type { Mail } from '../../../service/model/mail.ts';
import { ApiError } from '../api.ts';
import { clockTime, day, duration, plural, shortId, taskName, time } from '../format.ts';
import { deliveryMeaning, statusMeaning, taskHref, taskView } from '../meaning.ts';
import { useName } from '../names.ts';
import { useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { Copied, CopyButton, DocumentLink, Facts, Failure, Json, Mark } from '../parts/basic.tsx';
import { Section } from '../parts/list-view.tsx';
import { CopyCodes } from '../parts/request-view.tsx';
import { Story } from '../parts/story.tsx';
import { useQuery } from '../query.ts';
import { href, selectHref } from '../router.ts';
import { undone } from '../session.ts';
import { settings } from '../settings.ts';
import { type Delivery, type EventNode, failureText, type Group } from '../timeline.ts';
import { Resend } from './resend.tsx';

/** Shows the request of a group, its changes and its deliveries. */
export function GroupDetail({ group }: { readonly group: Group; readonly version: number }) {
  return (
    <section class="detail" aria-label="Details">
      <header>
        <h1>
          <Story group={group} />
        </h1>
        <a class="button small" href={selectHref(undefined)} aria-label="Close details">
          ×
        </a>
      </header>
      <GoBack group={group} />
      {group.request !== undefined && <RequestPart request={group.request} />}
      {group.task !== undefined && (
        <Section title="What was due">
          <Facts
            facts={[
              { name: 'Task', value: taskName(group.task.Type) },
              { name: 'For', value: <TaskSubject type={group.task.Type} id={group.task.Key} /> },
              { name: 'At', value: time(group.task.At) },
            ]}
          />
        </Section>
      )}
      <Section title="What it did">
        {group.request === undefined ? (
          <Changes documents={group.changes} more={group.moreChanges} />
        ) : (
          <RequestChanges id={group.request.Id} tasks={group.tasks.length} />
        )}
      </Section>
      <Section title="What went out">
        {group.events.length === 0 && <p class="quiet">No events.</p>}
        {group.events.map((node) => (
          <EventPart node={node} />
        ))}
      </Section>
    </section>
  );
}

/** The contract of a row. */
function findContractId({ events, task, request }: Group): string | undefined {
  const [ofEvent] = events.flatMap(({ event: { ContractId } }) =>
    typeof ContractId === 'string' ? [ContractId] : [],
  );
  return (
    ofEvent ??
    /contracts\/([0-9a-f]{24})/i.exec(request?.Path ?? '')?.[1] ??
    (task && taskView(task.Type) === 'contracts' ? task.Key.match(/^[0-9a-f]{24}$/)?.[0] : undefined)
  );
}

/** Restores the state after this row, and returns to the latest one. */
function GoBack({ group }: { readonly group: Group }) {
  const { key, kind } = group;
  const contractId = findContractId(group);
  const isUndone = useObservable(undone).has(key);
  if (kind === 'event') return null;
  return (
    <p class="actions">
      <Action
        label={isUndone ? 'Return to here' : 'Go back to here'}
        isQuick
        request={() => ({ method: 'POST', path: '/sandbox/session/rewind', body: { Row: key } })}
      />
      {contractId !== undefined && (
        <a class="button" href={href('contracts', contractId, { row: key })}>
          Try something else from here
        </a>
      )}
      {isUndone && <span class="mark wait">undone</span>}
    </p>
  );
}

/** Shows the subject of a task by its reference or name. */
export function TaskSubject({ type, id }: { readonly type: string; readonly id: string }) {
  return <a href={taskHref(type, id)}>{useName(taskView(type), id) || shortId(id)}</a>;
}

interface RequestDetail extends RequestEntry {
  readonly Headers?: Readonly<Record<string, string>>;
  readonly RequestBody?: string;
  readonly AnswerBody?: string;
  readonly Documents: readonly ChangedDocument[];
  readonly MoreDocuments?: number;
}

/** Shows the changes that are stored with a request. */
function RequestChanges({ id, tasks }: { readonly id: number; readonly tasks: number }) {
  const { data, error } = useQuery<RequestDetail>(`/sandbox/requests/${id}`);
  if (error instanceof ApiError && error.status === 404)
    return <p class="quiet">This request is no longer stored.</p>;
  if (error !== undefined) return <Failure error={error} />;
  if (data === undefined) return <p class="quiet">Loading</p>;
  if (tasks > 0) return <p>It ran {plural(tasks, 'task')}, which are listed below its row.</p>;
  return <Changes documents={data.Documents} more={data.MoreDocuments ?? 0} />;
}

function RequestPart({ request }: { readonly request: RequestEntry }) {
  const { Id: id, At, Method, Path, Status, DurationMs, Warnings, Caller, Client, Error: error } = request;
  const { data } = useQuery<RequestDetail>(`/sandbox/requests/${id}`);
  const again = {
    method: Method as 'GET',
    path: Path,
    status: Status,
    ...(data?.RequestBody === undefined ? {} : { body: data.RequestBody }),
  };
  return (
    <Section title="What came in">
      <Facts
        facts={[
          { name: 'Request', value: <code>{`${Method} ${Path}`}</code> },
          { name: 'X-Request-Id', value: <Copied text={String(id)} /> },
          { name: 'Caller', value: Client === undefined ? Caller : `${Caller ?? ''} (${Client})` },
          { name: 'At', value: <time title={At}>{`${day(At)} ${clockTime(At)}`}</time> },
          {
            name: 'Status',
            value: (
              <Mark meaning={statusMeaning(Status)}>{Status === 0 ? 'connection dropped' : Status}</Mark>
            ),
          },
          { name: 'Duration', value: duration(DurationMs) },
        ]}
      />
      {error !== undefined && (
        <p class="message fail">
          <span>
            {error.Message} <b>{error.Code}</b>{' '}
            <a href={`${settings.baseUrl}/docs?tag=${encodeURIComponent(findTag(Path))}`}>
              API reference of this path
            </a>
          </span>
        </p>
      )}
      {Warnings?.map((text) => (
        <p class="message wait">{text}</p>
      ))}
      {data?.Headers !== undefined && (
        <details>
          <summary>Headers</summary>
          <Facts facts={Object.entries(data.Headers).map(([name, value]) => ({ name, value }))} />
        </details>
      )}
      {data?.RequestBody !== undefined && (
        <details open>
          <summary>Request body</summary>
          <Json value={data.RequestBody} />
        </details>
      )}
      {data?.AnswerBody !== undefined && (
        <details open={error === undefined}>
          <summary>Response</summary>
          <Json value={data.AnswerBody} />
        </details>
      )}
      <CopyCodes request={again} />
    </Section>
  );
}

const tags: readonly (readonly [start: string, tag: string])[] = [
  ['/api/v1/customerselfservice', 'ClientLib'],
  ['/api/v1/orders', 'Orders'],
  ['/api/v1/customers', 'Customers'],
  ['/api/v1/contracts', 'Contracts'],
  ['/api/v1/invoices', 'Invoices'],
  ['/api/v1/payment', 'Payments'],
  ['/api/v1/webhooks', 'Webhooks'],
  ['/oauth', 'OAuth'],
  ['/sandbox', 'Control'],
];

/** The documentation group of a path. */
function findTag(path: string): string {
  const lower = path.toLowerCase();
  return tags.find(([start]) => lower.startsWith(start))?.[1] ?? '';
}

function Changes({
  documents,
  more,
}: {
  readonly documents: readonly ChangedDocument[];
  readonly more: number;
}) {
  if (documents.length === 0) return <p class="quiet">No document changed.</p>;
  return (
    <>
      {documents.map(({ Collection, Id: id, Change, Fields = [] }) => (
        <div class="change">
          <p>
            {Change} {Collection} <DocumentLink collection={Collection} id={id} />
          </p>
          {Fields.length > 0 && (
            <table class="diff">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {Fields.map(({ Field, Before, After }) => (
                  <tr>
                    <td>{Field}</td>
                    <td>{shown(Before)}</td>
                    <td>{shown(After)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      ))}
      {more > 0 && <p class="quiet">and {plural(more, 'more document')}.</p>}
    </>
  );
}

const shown = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function EventPart({ node: { event, deliveries } }: { readonly node: EventNode }) {
  const { Id: id, At, Event, Cause, ...fields } = event;
  return (
    <details class="event" open={deliveries.length > 0}>
      <summary>
        <b>{Event}</b> <span class="quiet">{time(At)}</span>
      </summary>
      <Facts
        facts={[
          { name: 'Id', value: <Copied text={id} /> },
          ...Object.entries(fields).map(([name, value]) => ({ name, value: fieldValue(name, value) })),
        ]}
      />
      <EventMail eventId={id} />
      {deliveries.length === 0 && <p class="quiet">No endpoint subscribes to it.</p>}
      {deliveries.map((delivery) => (
        <DeliveryPart delivery={delivery} />
      ))}
    </details>
  );
}

const collectionByField: Readonly<Record<string, string>> = {
  ContractId: 'contracts',
  CustomerId: 'customers',
  OrderId: 'orders',
  InvoiceId: 'invoices',
  PaymentTransactionId: 'paymentTransactions',
};

function fieldValue(name: string, value: unknown): Child {
  if (typeof value !== 'string') return JSON.stringify(value);
  const collection = collectionByField[name];
  return collection === undefined ? value : <DocumentLink collection={collection} id={value} />;
}

/** The mail for an event, which has the event's id. */
function EventMail({ eventId }: { readonly eventId: string }) {
  const { data = [] } = useQuery<Mail[]>(`/sandbox/mails?search=${eventId}&take=1`, []);
  return data.map(({ Id: id, Subject, To }) => (
    <p>
      Mail to {To}:{' '}
      <DocumentLink collection="mails" id={id}>
        {Subject}
      </DocumentLink>
    </p>
  ));
}

/** A delivery with each attempt: the request and the receiver's response. */
export function DeliveryPart({ delivery }: { readonly delivery: Delivery }) {
  const { Id: id, EventId, Url, Status, Attempts, NextAttemptAt } = delivery;
  const { data } = useQuery<(Delivery & { Body: unknown })[]>(`/sandbox/deliveries?eventId=${EventId}`, [
    'deliveries',
  ]);
  const whole = data?.find((entry) => entry.Id === id);
  const attempts = whole?.Attempts ?? Attempts;
  const last = attempts.at(-1);
  const failure = last && failureText(last);
  return (
    <div class="delivery">
      <p>
        <Mark meaning={deliveryMeaning(delivery)}>{Status}</Mark> → <code>{Url}</code>
      </p>
      {failure !== undefined && (
        <p class="message fail">
          <b>{failure}</b>
        </p>
      )}
      {Status === 'Pending' && NextAttemptAt !== undefined && (
        <p class="quiet">
          {Attempts.length === 0 ? 'First attempt' : 'Next attempt'} at {time(NextAttemptAt)}
        </p>
      )}
      {attempts.map(({ At, StatusCode, Error: error, DurationMs, Request, Answer }, at) => (
        <details class="attempt">
          <summary>
            Attempt {at + 1}: <Mark meaning={error === undefined ? 'ok' : 'fail'}>{error ?? StatusCode}</Mark>{' '}
            <span class="quiet">
              {time(At)}
              {DurationMs === undefined ? '' : `, ${duration(DurationMs)}`}
            </span>
          </summary>
          {Request !== undefined && <Json value={Request.Headers} />}
          {at === 0 && whole !== undefined && <Json value={whole.Body} />}
          {Answer !== undefined && (
            <>
              <p>Response {Answer.Status}</p>
              <Json value={Answer.Body === '' ? Answer.Headers : Answer.Body} />
            </>
          )}
        </details>
      ))}
      <p class="actions">
        <Resend delivery={delivery} />
        <CopyButton text={JSON.stringify(whole?.Body ?? {}, null, 2)} label="Copy body" />
      </p>
    </div>
  );
}
