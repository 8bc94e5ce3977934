/** @jsxImportSource hono/jsx/dom */
import { plural, shortId, taskName, words } from '../format.ts';
import { taskView } from '../meaning.ts';
import { useName } from '../names.ts';
import type { EventEntry, Group } from '../timeline.ts';

const ID = /^[0-9a-f]{24}$/i;

/** A sent request: `POST /api/v1/contracts/…4f01a2/end`, and the name of its subject. */
export function RequestLine({ group: { request } }: { readonly group: Group }) {
  const [path = '', ...search] = request?.Path.split('?') ?? [];
  const parts = path.split('/');
  const at = parts.findIndex((part) => ID.test(part));
  const name = useName(parts[at - 1] ?? '', parts[at]);
  if (request === undefined) return <>Request in progress</>;
  return (
    <>
      <span title={request.Path}>{`${request.Method} ${parts.map(shortId).join('/')}`}</span>
      {search.length > 0 && <span class="quiet">?{search.join('?')}</span>}
      {name && <span class="quiet"> {name}</span>}
    </>
  );
}

/** The most significant events, most significant first; of all others, the first one is shown. */
const telling = [
  'ContractCreated',
  'PaymentFailed',
  'OrderSucceeded',
  'PaymentSucceeded',
  'ContractCancelled',
  'PaymentEscalated',
  'InvoiceCreated',
];

const isMove = ({ request }: Group): boolean =>
  request?.Method === 'POST' && /^\/sandbox\/clock\/?$/i.test(request.Path) && request.Status < 400;

/** Returns whether a request is described in words, with its line one click away. */
export const isTold = (group: Group): boolean => group.events.length > 0 || isMove(group);

/** Describes an event in words: `+1 month: 42 tasks`, `Ada Lovelace signed up for Pro monthly`. */
export function Story({ group }: { readonly group: Group }) {
  const { events, task } = group;
  if (isMove(group)) return <Move group={group} />;
  const names = events.map(({ event }) => event.Event);
  const name = telling.find((each) => names.includes(each)) ?? names[0];
  const event = events.find((node) => node.event.Event === name)?.event;
  const what = task === undefined ? undefined : taskName(task.Type);
  if (event !== undefined) return <Told event={event} what={what} />;
  if (task === undefined) return <RequestLine group={group} />;
  return <WithName view={taskView(task.Type)} id={task.Key} text={taskName(task.Type)} />;
}

function Move({ group: { request, tasks } }: { readonly group: Group }) {
  const move = useName('moves', String(request?.Id)) || 'Clock moved';
  return (
    <>
      {move}
      {tasks.length > 0 && `: ${plural(tasks.length, 'task')}`}
    </>
  );
}

/** A text with the name of what it is about: reference and customer of its contract. */
function WithName({
  view = 'contracts',
  id = '',
  text,
}: {
  view?: string;
  id: string | undefined;
  text: string;
}) {
  return (
    <>
      {text} <span class="quiet">{useName(view, id) || shortId(id)}</span>
    </>
  );
}

/** @param what the task that caused the event */
function Told({ event, what }: { readonly event: EventEntry; readonly what: string | undefined }) {
  const of = (field: string) => (typeof event[field] === 'string' ? event[field] : undefined);
  const customer = useName('customers', of('CustomerId'));
  const plan = useName('plans', of('OrderId'));
  const payment = useName('paymentTransactions', of('PaymentTransactionId'));
  const failure = useName('failures', of('PaymentTransactionId'));
  const { Event } = event;
  if (customer && plan && (Event === 'ContractCreated' || Event === 'OrderSucceeded'))
    return <>{`${customer} ${Event === 'ContractCreated' ? 'signed up for' : 'ordered'} ${plan}`}</>;
  if (failure && Event === 'PaymentFailed')
    return <WithName id={of('ContractId')} text={`${what ?? 'Payment'} ${failure}`} />;
  if (payment && Event === 'PaymentSucceeded') return <>{`${what ?? 'Payment'} paid: ${payment}`}</>;
  const text = what !== undefined && Event === 'InvoiceCreated' ? `${what} billed` : words(Event);
  return of('ContractId') === undefined ? (
    <>
      {text} <span class="quiet">{customer}</span>
    </>
  ) : (
    <WithName id={of('ContractId')} text={text} />
  );
}
