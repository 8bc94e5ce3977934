/** @jsxImportSource hono/jsx/dom */
import { percent, time } from '../format.ts';
import { useAttention } from '../money-status.ts';
import { Action } from '../parts/action.tsx';
import { Copied, CopyButton, Empty, Facts, Mark } from '../parts/basic.tsx';
import type { Field, Values } from '../parts/fields.tsx';
import { Detail, Section } from '../parts/list-view.tsx';
import { Table } from '../parts/table.tsx';
import { useQuery } from '../query.ts';
import { href, useRouteForView } from '../router.ts';
import { Deliveries, DeliveryDetail } from './deliveries.tsx';

interface Endpoint {
  readonly Id: string;
  readonly Url: string;
  readonly Events: readonly string[];
  readonly Signed: boolean;
  readonly Secret: string;
  readonly CreatedAt: string;
  readonly DisabledAt?: string;
  readonly DisabledReason?: string;
  readonly Pending: number;
  readonly TimeoutMs: number;
  readonly Rehearsal?: Rehearsal;
}

interface Rehearsal {
  readonly Duplicate?: number;
  readonly Drop?: number;
  readonly Delay?: string;
  readonly Reorder?: boolean;
}

export function WebhooksView() {
  const { id, query } = useRouteForView('webhooks');
  const { data: endpoints } = useQuery<Endpoint[]>('/sandbox/webhooks?take=500', ['webhooks', 'deliveries']);
  const { data: attention } = useAttention();
  const countGivenUp = (webhookId: string) =>
    attention && (attention.Endpoints.find(({ WebhookId }) => WebhookId === webhookId)?.GivenUp ?? 0);
  const selected = endpoints?.find((endpoint) => endpoint.Id === id);
  const delivery = query.get('delivery');
  return (
    <div class={selected === undefined && delivery === null ? 'split' : 'split open'}>
      <div class="list scrolls">
        <div class="heading">
          <h1>Webhooks</h1>
          <Register />
        </div>
        {endpoints?.length === 0 && (
          <Empty title="No endpoint yet">
            <p>
              Register the address of your back end, or start the sandbox with{' '}
              <code>--webhook http://localhost:4402/webhooks</code>.
            </p>
          </Empty>
        )}
        {endpoints !== undefined && endpoints.length > 0 && (
          <Table
            caption="Endpoints"
            rows={endpoints}
            rowKey={(endpoint) => endpoint.Id}
            rowHref={(endpoint) => href('webhooks', endpoint.Id)}
            selected={id}
            columns={[
              { title: 'Address', cell: ({ Url }) => Url, isLong: true },
              {
                title: 'Events',
                cell: ({ Events }) => (Events.length === 0 ? 'all' : Events.join(', ')),
                isMinor: true,
              },
              {
                title: 'State',
                cell: (endpoint) => <EndpointState endpoint={endpoint} givenUp={countGivenUp(endpoint.Id)} />,
              },
              { title: 'Pending', cell: ({ Pending }) => Pending, isNumber: true, isMinor: true },
            ]}
          />
        )}
        <Deliveries webhookId={selected?.Id} />
      </div>
      {delivery !== null ? (
        <DeliveryDetail key={delivery} id={delivery} />
      ) : (
        selected !== undefined && <EndpointDetail endpoint={selected} />
      )}
    </div>
  );
}

/** Shows whether an endpoint receives its events: one that missed some is not shown as enabled. */
function EndpointState({
  endpoint: { DisabledAt, Rehearsal: rehearsal },
  givenUp,
}: {
  readonly endpoint: Endpoint;
  /** `undefined` until it is known. */
  readonly givenUp: number | undefined;
}) {
  if (DisabledAt !== undefined) return <Mark meaning="fail">Disabled</Mark>;
  if (givenUp === undefined) return <span class="quiet">Loading</span>;
  if (givenUp > 0) return <Mark meaning="fail">{givenUp} given up</Mark>;
  if (rehearsal !== undefined && Object.keys(rehearsal).length > 0)
    return <Mark meaning="wait">Simulates problems</Mark>;
  return <Mark meaning="ok">Enabled</Mark>;
}

function Register() {
  return (
    <Action
      label="Register endpoint"
      hint="Events are sent to this address from now on."
      fields={[
        {
          name: 'Url',
          label: 'Address',
          kind: 'text',
          value: 'http://localhost:4402/webhooks',
          isRequired: true,
        },
        {
          name: 'Events',
          label: 'Events',
          kind: 'text',
          hint: 'Event names, separated by commas. Empty: all events.',
        },
      ]}
      request={({ Url, Events = '' }) => {
        const events = Events.split(',')
          .map((name) => name.trim())
          .filter(Boolean);
        return {
          method: 'POST',
          path: '/api/v1/webhooks',
          body: { Url, ...(events.length === 0 ? {} : { Events: events }) },
        };
      }}
    />
  );
}

const rehearsalFields = ({ Duplicate, Drop, Delay, Reorder }: Rehearsal): Field[] => [
  {
    name: 'Duplicate',
    label: 'Duplicate (probability 0 to 1)',
    kind: 'number',
    value: String(Duplicate ?? 0),
  },
  { name: 'Drop', label: 'Lose (probability 0 to 1)', kind: 'number', value: String(Drop ?? 0) },
  { name: 'Delay', label: 'Delay (ISO 8601 duration)', kind: 'text', value: Delay ?? '' },
  { name: 'Reorder', label: 'Send in a shuffled order', kind: 'checkbox', value: String(Reorder ?? false) },
];

function toRehearsal({ Duplicate, Drop, Delay = '', Reorder }: Values): Rehearsal {
  return {
    ...(Number(Duplicate) > 0 ? { Duplicate: Number(Duplicate) } : {}),
    ...(Number(Drop) > 0 ? { Drop: Number(Drop) } : {}),
    ...(Delay === '' ? {} : { Delay }),
    ...(Reorder === 'true' ? { Reorder: true } : {}),
  };
}

/** `duplicates 20 %, delays by PT1M` */
const describeProblems = ({ Duplicate = 0, Drop = 0, Delay, Reorder }: Rehearsal): string =>
  [
    Duplicate > 0 && `duplicates ${percent(Duplicate)}`,
    Drop > 0 && `loses ${percent(Drop)}`,
    Delay !== undefined && `delays by ${Delay}`,
    Reorder && 'shuffles the order',
  ]
    .filter(Boolean)
    .join(', ') || 'none';

function EndpointDetail({ endpoint }: { readonly endpoint: Endpoint }) {
  const {
    Id: id,
    Url,
    Events,
    Signed,
    Secret,
    CreatedAt,
    DisabledAt,
    DisabledReason,
    TimeoutMs,
    Pending,
  } = endpoint;
  const control = `/sandbox/webhooks/${id}`;
  return (
    <Detail title={Url}>
      {DisabledReason !== undefined && <p class="message fail">{DisabledReason}</p>}
      <Facts
        facts={[
          { name: 'Id', value: <Copied text={id} /> },
          { name: 'Events', value: Events.length === 0 ? 'all' : Events.join(', ') },
          {
            name: 'Secret',
            value: Signed ? (
              <>
                <code>{`${Secret.slice(0, 10)}…`}</code> <CopyButton text={Secret} label="Copy secret" />
              </>
            ) : (
              'not signed'
            ),
          },
          { name: 'Registered', value: time(CreatedAt) },
          { name: 'Timeout', value: `${TimeoutMs} ms` },
          { name: 'Pending', value: String(Pending) },
          endpoint.Rehearsal !== undefined && {
            name: 'Simulated problems',
            value: describeProblems(endpoint.Rehearsal),
          },
        ]}
      />
      <Section title="Actions">
        <p class="actions">
          <Action
            label="Send an event"
            fields={[
              { name: 'Event', label: 'Event', kind: 'text', value: 'PaymentSucceeded', isRequired: true },
            ]}
            hint="Sends an event built from the newest documents. No document changes."
            request={({ Event }) => ({
              method: 'POST',
              path: '/sandbox/events',
              body: { Event, WebhookId: id },
            })}
          />
          <Action
            label="Simulate problems"
            hint="Duplicates, loses, delays or reorders deliveries to this endpoint until you turn it off."
            fields={rehearsalFields(endpoint.Rehearsal ?? {})}
            request={(values) => ({
              method: 'PATCH',
              path: control,
              body: { Rehearsal: toRehearsal(values) },
            })}
          />
          <Action
            label="Resend undelivered events"
            hint="Sends every event that the endpoint subscribed to and has not accepted."
            request={() => ({
              method: 'POST',
              path: '/sandbox/deliveries/resend',
              body: { WebhookId: id, OnlyMissing: true },
            })}
          />
          <Action
            label="Rotate secret"
            hint="Creates a new secret. For one day, deliveries are signed with both secrets."
            request={() => ({ method: 'POST', path: `/api/v1/webhooks/${id}/rotateSecret`, body: {} })}
          />
          <Action
            label={DisabledAt === undefined ? 'Disable' : 'Enable'}
            hint={
              DisabledAt === undefined
                ? 'Sends no events to the endpoint until it is enabled again.'
                : 'Sends events to the endpoint again.'
            }
            request={() => ({ method: 'PATCH', path: control, body: { Enabled: DisabledAt !== undefined } })}
          />
          <Action
            label="Delete"
            isDanger
            hint="Deletes the endpoint. Its pending deliveries are canceled."
            request={() => ({ method: 'DELETE', path: `/api/v1/webhooks/${id}` })}
          />
        </p>
      </Section>
    </Detail>
  );
}
