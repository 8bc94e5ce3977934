import type { OpenWorkspace, Workspaces } from '../../sandbox/workspaces.ts';
import type { ActivityKind } from '../../service/activity/activity.ts';
import { toDocuments } from '../../service/http/traffic/request-documents.ts';
import { without } from '../../service/http/traffic/request-log.ts';
import { watch } from '../../service/http/traffic/watch.ts';
import type { Cause, ChangedDocument, RequestEntry } from '../../service/model/activity-entries.ts';

/** A request of the log, with the bodies for its detail view. */
interface LoggedRequest {
  readonly entry: RequestEntry;
  readonly requestBody: string | undefined;
  readonly answerBody: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly documents: readonly ChangedDocument[];
  readonly moreChanges: number;
  /** Ids of the events that it caused. */
  readonly events: readonly string[];
}

interface Entry {
  readonly kind: ActivityKind;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape
  readonly data: any;
}

/** A message between pages and workers. */
type Message =
  /** A new reader exists: pages with readers announce themselves again. */
  | { readonly type: 'hello' }
  /** A reader has subscribed here. */
  | { readonly type: 'watch'; readonly workspace: string }
  | { readonly type: 'entry'; readonly workspace: string; readonly from: string; readonly entry: Entry }
  | {
      readonly type: 'requests';
      readonly workspace: string;
      readonly from: string;
      /** Oldest first. */
      readonly requests: readonly LoggedRequest[];
      /** Whether it happened before the reader subscribed. */
      readonly isHistory: boolean;
    };

/** Requests of others whose ids here are known. */
const KEPT_IDS = 5_000;

/**
 * Merges the activity of pages and workers that share one state, so that the inspector of one shows the others: with
 * MSW, the page responds to requests, and a worker serves the inspector. Nothing is sent before somebody subscribes.
 */
export class SharedActivity {
  readonly #channel: BroadcastChannel;
  readonly #workspaces: Workspaces;
  /** Loads changes of others. */
  readonly #refresh: () => Promise<void>;
  readonly #name = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e9).toString(36)}`;
  readonly #watchedHere = new Set<string>();
  readonly #watchedElsewhere = new Set<string>();
  /** Ids here of the requests of others. */
  readonly #ids = new Map<string, number>();
  readonly #foreign = new Set<number>();
  #isRefreshing = false;

  /** @param name of the shared state */
  constructor(name: string, workspaces: Workspaces, refresh: () => Promise<void>) {
    this.#workspaces = workspaces;
    this.#refresh = refresh;
    this.#channel = new BroadcastChannel(`clientlib-sandbox activity ${name}`);
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    // A channel keeps a Node process alive unless it is unref'd; browsers know no such thing.
    (this.#channel as { unref?: () => void }).unref?.();
    workspaces.each((workspace, opened) => this.#join(workspace, opened));
    this.#post({ type: 'hello' });
  }

  #post(message: Message): void {
    this.#channel.postMessage(message);
  }

  #join(workspace: string, { core, traffic }: OpenWorkspace): void {
    const { activity } = core;
    const watched = () => {
      this.#watchedHere.add(workspace);
      this.#post({ type: 'watch', workspace });
    };
    core.feed.on('reader', watched);
    if (activity.hasReaders) watched();
    core.feed.on('entry', ({ kind, data }) => {
      if (!this.#watchedElsewhere.has(workspace)) return;
      const from = this.#name;
      if (kind !== 'request') return this.#post({ type: 'entry', workspace, from, entry: { kind, data } });
      const request = logged(
        traffic,
        (data as RequestEntry).Id,
        activity.eventsFor((data as RequestEntry).Id),
      );
      if (request !== undefined)
        this.#post({ type: 'requests', workspace, from, requests: [request], isHistory: false });
    });
    if (this.#watchedElsewhere.has(workspace)) watch(core);
  }

  #receive(message: Message): void {
    if (message.type === 'hello') {
      for (const workspace of this.#watchedHere) this.#post({ type: 'watch', workspace });
      return;
    }
    const opened = this.#workspaces.entries().find(([name]) => name === message.workspace)?.[1];
    if (message.type === 'watch') {
      this.#watchedElsewhere.add(message.workspace);
      if (opened === undefined) return;
      watch(opened.core);
      this.#sendHistory(message.workspace, opened);
    } else if (opened !== undefined && this.#watchedHere.has(message.workspace)) {
      if (message.type === 'entry') this.#takeEntry(opened, message.from, message.entry);
      else this.#takeRequests(opened, message.from, message.requests, message.isHistory);
    }
  }

  #sendHistory(workspace: string, { core, traffic }: OpenWorkspace): void {
    const requests = traffic.log
      .list(0, traffic.log.count)
      .toReversed()
      .filter(({ Id }) => !this.#foreign.has(Id))
      .flatMap(({ Id }) => logged(traffic, Id, core.activity.eventsFor(Id)) ?? []);
    if (requests.length > 0)
      this.#post({ type: 'requests', workspace, from: this.#name, requests, isHistory: true });
  }

  #takeRequests(
    { core, traffic }: OpenWorkspace,
    from: string,
    requests: readonly LoggedRequest[],
    isHistory: boolean,
  ): void {
    const { activity } = core;
    for (const { entry, events, ...seen } of requests) {
      const Id = this.#idHere(traffic, from, entry.Id);
      const shown = { ...entry, Id };
      traffic.log.addForeign(shown, seen);
      for (const event of events) activity.causeKnown(event, { RequestId: Id });
      if (!isHistory) activity.addForeign('request', shown);
    }
    // Their events are already in the state: the lists are read again.
    if (isHistory) activity.addForeign('state', {});
    this.#refreshSoon();
  }

  #takeEntry({ core, traffic }: OpenWorkspace, from: string, { kind, data }: Entry): void {
    const { activity } = core;
    const cause = data.Cause === undefined ? undefined : this.#causeHere(traffic, from, data.Cause);
    const shown = {
      ...data,
      ...(cause === undefined ? {} : { Cause: cause }),
      ...(kind === 'task' ? { Id: `${from}-${data.Id}` } : {}),
      ...(data.AdvanceId === undefined ? {} : { AdvanceId: this.#idHere(traffic, from, data.AdvanceId) }),
    };
    if (kind === 'event' && cause !== undefined) activity.causeKnown(data.Id, cause);
    activity.addForeign(kind, shown);
    this.#refreshSoon();
  }

  #causeHere(traffic: OpenWorkspace['traffic'], from: string, cause: Cause): Cause {
    const { AdvanceId, RequestId, TaskId } = cause;
    return {
      ...cause,
      ...(RequestId === undefined || RequestId === 0
        ? {}
        : { RequestId: this.#idHere(traffic, from, RequestId) }),
      ...(TaskId === undefined ? {} : { TaskId: `${from}-${TaskId}` }),
      ...(AdvanceId === undefined ? {} : { AdvanceId: this.#idHere(traffic, from, AdvanceId) }),
    };
  }

  #idHere(traffic: OpenWorkspace['traffic'], from: string, id: number): number {
    const key = `${from} ${id}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const here = traffic.log.begin();
    this.#ids.set(key, here);
    this.#foreign.add(here);
    if (this.#ids.size > KEPT_IDS) {
      const [oldest, gone] = this.#ids.entries().next().value as [string, number];
      this.#ids.delete(oldest);
      this.#foreign.delete(gone);
    }
    return here;
  }

  /** Loads once for all messages during a load: the clock of the stream follows that of the others. */
  #refreshSoon(): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    const end = () => {
      this.#isRefreshing = false;
    };
    this.#refresh().then(end, end);
  }
}

function logged(
  { log }: OpenWorkspace['traffic'],
  id: number,
  events: readonly string[],
): LoggedRequest | undefined {
  const found = log.get(id);
  if (found === undefined) return undefined;
  const { requestBody, answerBody, headers } = found.trace;
  const shown = (text: string | undefined) => (text === undefined ? text : without(found.hidden, text));
  return {
    entry: found.entry,
    requestBody: shown(requestBody),
    answerBody: shown(answerBody),
    headers,
    documents: toDocuments(found.trace).Documents,
    moreChanges: found.trace.moreChanges ?? 0,
    events,
  };
}
