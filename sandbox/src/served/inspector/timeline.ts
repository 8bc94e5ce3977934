import type { Cause, ChangedDocument, RequestEntry } from '../../service/model/activity-entries.ts';
import { createObservable } from './observable.ts';
import type { StreamEvent } from './stream.ts';

export interface TaskEntry {
  readonly Id: string;
  readonly At: string;
  readonly Type: string;
  readonly Key: string;
  /** The request that moved the clock. */
  readonly AdvanceId?: number;
}

export interface EventEntry {
  readonly Id: string;
  readonly At: string;
  readonly Event: string;
  readonly EntityId?: string;
  readonly Cause?: Cause;
  readonly [field: string]: unknown;
}

/** One attempt to deliver an event; the control API also has the request and the response. */
export interface Attempt {
  readonly At: string;
  readonly StatusCode?: number;
  readonly Error?: string;
  readonly DurationMs?: number;
  readonly Request?: {
    readonly Method: string;
    readonly Url: string;
    readonly Headers: Readonly<Record<string, string>>;
  };
  readonly Answer?: {
    readonly Status: number;
    readonly Headers: Readonly<Record<string, string>>;
    readonly Body: string;
  };
}

export interface Delivery {
  readonly Id: string;
  readonly EventId: string;
  readonly WebhookId: string;
  readonly Url: string;
  readonly Event: string;
  readonly Status: 'Pending' | 'Succeeded' | 'Failed' | 'Canceled' | 'Dropped';
  readonly Attempts: readonly Attempt[];
  readonly NextAttemptAt?: string;
}

export interface EventNode {
  readonly event: EventEntry;
  readonly deliveries: Delivery[];
}

/** A request or a task with all its effects, or an event that was caused by neither. */
export interface Group {
  readonly key: string;
  readonly kind: 'request' | 'task' | 'event';
  /** Increases with each group, so sorting by it in reverse is newest first. */
  readonly order: number;
  at: string;
  request?: RequestEntry;
  /** Whether a page requested its own files, or logged in; such groups are hidden. */
  isOfPage?: boolean;
  task?: TaskEntry;
  /** Tasks that fell due while this request moved the clock. */
  readonly tasks: Group[];
  /** The advance that a task belongs to. */
  advance?: Group;
  readonly events: EventNode[];
  readonly changes: ChangedDocument[];
  /** Number of changed documents that are not listed. */
  moreChanges: number;
  /** Computed on first use, and reset when something is added. */
  words: string | undefined;
}

/** Without the digits that separate records of one instant. */
const withoutTicks = (at: string): string => at.slice(0, 23);

/** Maximum number of groups; the oldest are dropped first. */
const MAX_GROUPS = 100_000;

export function failedDelivery({ Status, Attempts }: Delivery): boolean {
  return Status === 'Failed' || (Status === 'Pending' && Attempts.at(-1)?.Error !== undefined);
}

/** Maximum characters of a response in a line. */
const MAX_REASON = 160;

/** Why an attempt failed, in the receiver's words: `500 TypeError: total is undefined`. */
export function failureText({ StatusCode, Error: error, Answer }: Attempt): string | undefined {
  if (error === undefined || StatusCode === undefined || Answer === undefined) return error;
  // Frameworks respond with a page or JSON, in which the exception's first line is the relevant one.
  const lines = Answer.Body.replace(/<[^>]*>|\\n/g, '\n')
    .replace(/&#?\w+;/g, ' ')
    .split('\n')
    .map((text) => text.trim());
  const line = lines.find((text) => /\w(Error|Exception)\b/.test(text)) ?? lines.find(Boolean);
  return line === undefined ? error : `${StatusCode} ${line.slice(0, MAX_REASON)}`;
}

export function hasFailed({ request, events, tasks }: Group): boolean {
  if (request !== undefined && (request.Status >= 400 || request.Status === 0)) return true;
  if (tasks.some(hasFailed)) return true;
  return events.some(({ deliveries }) => deliveries.some(failedDelivery));
}

/** Shown in frames of the inspector. */
const FRAMES = /^\/(playground$|sandbox\/mails\/[^/]+\/page$)/;

/** Returns whether a request is made by a page itself, above all the inspector: its files, frames, login and undo. */
function isOfPage({ Method, Path, Client }: RequestEntry): boolean {
  const path = Path.toLowerCase().split('?')[0] ?? '';
  if (Method === 'GET') return path === '/' || path.startsWith('/assets/') || FRAMES.test(path);
  return Client === 'inspector' && (path.startsWith('/oauth/') || path === '/sandbox/session/rewind');
}

/** Returns whether the playground sent the request. The playground lists it; the activity shows it on request. */
export const isOfPlayground = ({ request }: Group): boolean => request?.Client === 'playground';

/** Returns the search term of a request id, `#42`: no other number has this format. */
const requestWords = (id: number): string => `#${id}`;

/** Returns the searchable text of a group. */
export function searchText(group: Group): string {
  group.words ??= [
    group.request === undefined ? undefined : requestWords(group.request.Id),
    group.request?.Method,
    group.request?.Path,
    group.request?.Status,
    group.request?.Caller,
    group.request?.Error?.Code,
    group.request?.Error?.Message,
    group.task?.Type,
    group.task?.Key,
    ...group.events.flatMap(({ event, deliveries }) => [
      ...Object.values(event).filter((value) => typeof value === 'string'),
      ...deliveries.map(({ Url }) => Url),
    ]),
    ...group.changes.map(({ Id }) => Id),
  ]
    .join(' ')
    .toLowerCase();
  return group.words;
}

/** All activity, grouped by cause. Entries are identified by id, so a duplicate is stored once. */
export class Timeline {
  /** Increases with each change, for views. */
  readonly version = createObservable(0);
  #groups: Group[] = [];
  readonly #byKey = new Map<string, Group>();
  readonly #events = new Map<string, { readonly group: Group; readonly node: EventNode }>();
  #order = 0;

  /** Oldest first. */
  get groups(): readonly Group[] {
    return this.#groups;
  }

  get(key: string): Group | undefined {
    return this.#byKey.get(key);
  }

  /** The group of an event. */
  findGroup(eventId: string): Group | undefined {
    return this.#events.get(eventId)?.group;
  }

  clear(): void {
    this.#groups = [];
    this.#byKey.clear();
    this.#events.clear();
    this.#changed();
  }

  /** Starts with the content of the logs, before any stream event is applied. */
  load(
    requests: readonly RequestEntry[],
    events: readonly EventEntry[],
    deliveries: readonly Delivery[],
  ): void {
    const known = new Set(requests.map(({ Id }) => Id));
    const isOwn = ({ Cause }: EventEntry) => Cause?.RequestId === undefined || !known.has(Cause.RequestId);
    const roots = [
      ...events.toReversed().map((event) => ({ at: isOwn(event) ? withoutTicks(event.At) : '', event })),
      ...requests.toReversed().map((request) => ({
        at: withoutTicks(request.At),
        add: () => this.#addRequest(request),
      })),
    ];
    const timed = roots.filter(({ at }) => at !== '');
    // Stable sort: events of one instant keep the order of their log, so tasks of a stopped clock stay in front.
    timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    for (const root of timed) 'add' in root ? root.add() : this.#addEvent(root.event);
    for (const event of events.toReversed()) this.#addEvent(event);
    for (const delivery of deliveries.toReversed()) this.#addDelivery(delivery);
    this.#changed();
  }

  apply(entries: readonly StreamEvent[]): void {
    for (const { name, data } of entries) {
      if (name === 'request') this.#addRequest(data);
      else if (name === 'task') this.#addTask(data);
      else if (name === 'event') this.#addEvent(data);
      else if (name === 'delivery') this.#addDelivery(data);
      else if (name === 'change') this.#addChange(data);
    }
    if (this.#groups.length > MAX_GROUPS * 1.1) this.#dropOldest();
    this.#changed();
  }

  #changed(): void {
    this.version.set(this.version.get() + 1);
  }

  #group(kind: Group['kind'], key: string, at: string): Group {
    let group = this.#byKey.get(key);
    if (group === undefined) {
      this.#order += 1;
      group = {
        key,
        kind,
        order: this.#order,
        at,
        events: [],
        tasks: [],
        changes: [],
        moreChanges: 0,
        words: undefined,
      };
      this.#byKey.set(key, group);
      this.#groups.push(group);
    }
    group.words = undefined;
    return group;
  }

  #causeGroup(cause: Cause | undefined, at: string): Group | undefined {
    if (cause?.RequestId !== undefined && cause.RequestId !== 0)
      return this.#group('request', `request-${cause.RequestId}`, at);
    if (cause?.TaskId === undefined) return undefined;
    const group = this.#group('task', cause.TaskId, at);
    group.task ??= { Id: cause.TaskId, At: at, Type: cause.TaskType ?? '', Key: cause.TaskKey ?? '' };
    this.#underAdvance(group, cause.AdvanceId, at);
    return group;
  }

  /** Puts a task below the request that moved the clock. */
  #underAdvance(group: Group, advanceId: number | undefined, at: string): void {
    if (advanceId === undefined || group.advance !== undefined) return;
    group.advance = this.#group('request', `request-${advanceId}`, at);
    group.advance.tasks.push(group);
  }

  #addRequest(request: RequestEntry): void {
    const group = this.#group('request', `request-${request.Id}`, request.At);
    group.request = request;
    group.isOfPage = isOfPage(request);
    group.at = request.At;
  }

  #addTask(task: TaskEntry): void {
    const group = this.#group('task', task.Id, task.At);
    group.task = task;
    this.#underAdvance(group, task.AdvanceId, task.At);
  }

  #addEvent(event: EventEntry): void {
    if (this.#events.has(event.Id)) return;
    const group =
      this.#causeGroup(event.Cause, event.At) ?? this.#group('event', `event-${event.Id}`, event.At);
    const node: EventNode = { event, deliveries: [] };
    group.events.push(node);
    this.#events.set(event.Id, { group, node });
  }

  #addDelivery(delivery: Delivery): void {
    let known = this.#events.get(delivery.EventId);
    if (known === undefined) {
      const at = delivery.Attempts[0]?.At ?? delivery.NextAttemptAt ?? '';
      this.#addEvent({ Id: delivery.EventId, At: at, Event: delivery.Event });
      known = this.#events.get(delivery.EventId);
      if (known === undefined) return;
    }
    const { deliveries } = known.node;
    const at = deliveries.findIndex(({ Id }) => Id === delivery.Id);
    const before = deliveries[at];
    if (before === undefined) deliveries.push(delivery);
    // The response to an earlier request may arrive later.
    else if (before.Attempts.length <= delivery.Attempts.length) deliveries[at] = delivery;
    known.group.words = undefined;
  }

  #addChange({
    At,
    Cause,
    Documents,
    More,
  }: {
    At: string;
    Cause?: Cause;
    Documents: ChangedDocument[];
    More?: number;
  }): void {
    const group = this.#causeGroup(Cause, At);
    if (group === undefined) return;
    group.changes.push(...Documents);
    group.moreChanges += More ?? 0;
  }

  #dropOldest(): void {
    const dropped = this.#groups.slice(0, -MAX_GROUPS);
    this.#groups = this.#groups.slice(-MAX_GROUPS);
    for (const { key, events } of dropped) {
      this.#byKey.delete(key);
      for (const { event } of events) this.#events.delete(event.Id);
    }
  }
}
