import type { ChangedDocument } from '../../service/model/activity-entries.ts';
import { ApiError, type ApiRequest, forgetAccess, send } from './api.ts';
import { forgetNames } from './names.ts';
import { createObservable } from './observable.ts';
import { settings } from './settings.ts';
import { follow, type StreamEvent, type StreamStatus } from './stream.ts';
import { Timeline } from './timeline.ts';

/** The clock in the control API's format. */
export interface ClockState {
  readonly Now: string;
  readonly Mode: 'WallClock' | 'Manual';
  readonly Next?: { readonly Type: string; readonly Key: string; readonly DueAt: string };
  /** Set during a long advance. */
  readonly Target?: string;
  readonly Done?: number;
  readonly Due?: number;
}

/** A request sent by an action, and its response. */
export interface SentRequest {
  readonly key: number;
  readonly label: string;
  readonly request: ApiRequest;
  readonly state: 'sending' | 'done' | 'failed';
  readonly status?: number;
  readonly message?: string;
}

export const timeline = new Timeline();
/** Whether the logs are loaded; until then, an empty timeline means nothing. */
export const isLoaded = createObservable(false);
/** Rows of the activity that were undone. */
export const undone = createObservable<ReadonlySet<string>>(new Set());
export const clock = createObservable<ClockState | undefined>(settings.clock);
export const connection = createObservable<StreamStatus>('connecting');
/** Actions of this page, newest first. */
export const sent = createObservable<readonly SentRequest[]>([]);
/** Returns whether this page waits for an advance of the clock. */
export const isAdvancing = (): boolean =>
  sent.get().some(({ request, state }) => state === 'sending' && request.path === '/sandbox/clock');
/** Increases per collection with each change of its documents; `*` with every replaced state. */
export const revisions = createObservable<Readonly<Record<string, number>>>({});
/** Real time at which the clock was received. */
let clockToldAt = Date.now();

/** The current simulated instant: a clock that follows the real time has moved on since it was received. */
export function now(): number {
  const state = clock.get();
  if (state === undefined) return Date.now();
  return Date.parse(state.Now) + (state.Mode === 'WallClock' ? Date.now() - clockToldAt : 0);
}

function setClock(state: ClockState): void {
  clockToldAt = Date.now();
  clock.set(state);
}

const setUndone = (rows: readonly string[]): void => undone.set(new Set(rows));

function bump(collections: Iterable<string>): void {
  const next = { ...revisions.get() };
  for (const name of collections) next[name] = (next[name] ?? 0) + 1;
  revisions.set(next);
}

/** Stream events received while the lists were loading; `undefined` once they are loaded. */
let waiting: StreamEvent[] | undefined = [];
/** Increases each time the lists are read, so that an outdated response is ignored. */
let reading = 0;

async function readLists(turn: number): Promise<void> {
  const [requests, events, deliveries, history] = await Promise.all(
    [
      '/sandbox/requests?take=2000',
      '/sandbox/events?take=5000',
      '/sandbox/deliveries?take=5000',
      '/sandbox/session/rewind',
    ].map(async (path) => (await send({ method: 'GET', path })).body),
  );
  if (turn !== reading) return;
  timeline.clear();
  timeline.load(requests, events, deliveries);
  const held = waiting ?? [];
  setUndone((held.findLast(({ name }) => name === 'rewound')?.data ?? history).Undone);
  waiting = undefined;
  timeline.apply(held);
  isLoaded.set(true);
}

/** Reads the lists, and retries until it succeeds: the stream reports when the sandbox is available. */
function reload(): void {
  waiting = [];
  reading += 1;
  const turn = reading;
  readLists(turn).catch((error: unknown) => {
    if (turn !== reading) return;
    if (error instanceof ApiError && error.status === 401) connection.set('refused');
    else setTimeout(reload, 1_000);
  });
}

let begin = (): void => {};
/**
 * Resolves when the stream has started or failed. A list that is read earlier might miss a change, and would be read
 * twice.
 */
export const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

function receive(events: readonly StreamEvent[]): void {
  const changed = new Set<string>();
  const readAll = () => {
    reload();
    changed.add('*');
  };
  for (const { name, data } of events) {
    if (name === 'hello') {
      setClock(data);
      begin();
      // If a later one does not continue the last one, a `gap` follows.
      // After the requests of the view.
      if (reading === 0) void begun.then(reload);
    } else if (name === 'gap' || name === 'state') {
      forgetAccess();
      forgetNames();
      readAll();
    } else if (name === 'rewound') {
      // Undone rows stay in the list and are marked.
      setUndone(data.Undone);
      forgetNames();
      changed.add('*');
    } else if (name === 'clock') {
      setClock(data);
      changed.add('clock');
    } else if (name === 'change') {
      for (const { Collection } of data.Documents as ChangedDocument[]) changed.add(Collection);
    } else if (name === 'event') changed.add('events');
    else if (name === 'delivery') changed.add('deliveries');
    else if (name === 'request') changed.add('requests');
  }
  // Events before the replacement belong to the old state, which is not shown any more.
  const replacedAt = events.findLastIndex(({ name }) => name === 'gap' || name === 'state');
  if (waiting === undefined) timeline.apply(events);
  else waiting.push(...events.slice(replacedAt + 1));
  if (changed.size > 0) bump(changed);
}

/** Real milliseconds for which stream events are collected, so that a burst is rendered once. */
const BURST_MS = 100;

/**
 * The page renders less often during a flood of events, which nobody reads row by row, and leaves the processor to the
 * cause of the flood.
 */
const FLOOD_EVENTS = 50;
const FLOOD_MS = 500;

/** Number of pending events of a hidden tab before they are processed without rendering. */
const MOST_WAITING = 20_000;

let gathered: StreamEvent[] = [];
/** The pause after the page has rendered. */
let pause: ReturnType<typeof setTimeout> | undefined;

/** Renders the first events after a pause immediately. */
function gather(events: readonly StreamEvent[]): void {
  gathered.push(...events);
  if (pause === undefined) flush();
}

/** Processes pending events; a hidden tab does not render. */
function flush(): void {
  pause = undefined;
  if (gathered.length < (document.hidden ? MOST_WAITING : 1)) return;
  const events = gathered;
  gathered = [];
  receive(events);
  pause = setTimeout(flush, events.length > FLOOD_EVENTS ? FLOOD_MS : BURST_MS);
}

/** Follows the sandbox until the signal aborts; without a signal, as long as the page exists. */
export function start(signal?: AbortSignal): void {
  document.addEventListener('visibilitychange', () => gather([]));
  // Workspaces are not in the stream of one; tests in a terminal may have made some.
  addEventListener('focus', () => bump(['workspaces']));
  const onStatus = (status: StreamStatus) => {
    connection.set(status);
    if (status === 'lost' || status === 'refused') begin();
  };
  signal?.addEventListener('abort', () => {
    clearTimeout(pause);
    pause = undefined;
  });
  void follow(gather, onStatus, signal);
}

/** Real milliseconds for which a successful request is shown. */
const SHOWN_MS = 6_000;

let lastKey = 0;

function note(entry: SentRequest): void {
  // Of the successful requests, only the latest is shown.
  const others = sent.get().filter(({ key, state }) => key !== entry.key && state !== 'done');
  sent.set([entry, ...others].sort((a, b) => b.key - a.key).slice(0, 20));
}

/**
 * Sends the request of an action and shows it.
 *
 * @param check waits for the effects of the request, and returns why they failed
 * @throws ApiError if it is rejected, which is also shown
 */
export async function act(
  label: string,
  request: ApiRequest,
  check?: (answer: unknown) => Promise<string | undefined>,
): Promise<unknown> {
  lastKey += 1;
  const key = lastKey;
  // Only the name of a file is kept.
  const shown = request.file === undefined ? request : { ...request, body: '' };
  note({ key, label, request: shown, state: 'sending' });
  try {
    const { status, body } = await send(request);
    const failure = await check?.(body);
    if (failure !== undefined) {
      note({ key, label, request: shown, state: 'failed', status: 0, message: failure });
      bump(['acted']);
      return body;
    }
    note({ key, label, request: shown, state: 'done', status });
    setTimeout(() => dismiss(key), SHOWN_MS);
    if (request.path === '/sandbox/clock' && body?.Now !== undefined) setClock(body);
    bump(['acted']);
    return body;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    note({ key, label, request: shown, state: 'failed', status, message: (error as Error).message });
    throw error;
  }
}

/** Removes results when the view changes, because they are about the previous one. */
export const dismissEnded = (): void => sent.set(sent.get().filter(({ state }) => state === 'sending'));

export const dismiss = (key: number): void => sent.set(sent.get().filter((entry) => entry.key !== key));
