import { tryDecode } from 'hono/utils/url';
import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { timestamp } from '../../domain/basics/time.ts';
import type { ChangedDocument, RequestEntry } from '../../model/activity-entries.ts';
import type { ObservedChange } from '../../state/state.ts';
import { queryString } from '../wire/path.ts';
import { isSecret } from '../wire/redacted-body.ts';

/** Information about a request for the log. */
export interface RequestTrace {
  /** The id in the log. */
  id: number;
  /** The caller, as identified by the access of the route. */
  caller?: string;
  requestBody?: string | undefined;
  answerBody?: string | undefined;
  /** The headers to show, recorded only while somebody is subscribed. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Its first changes, as reported by the transactions. */
  changes?: ObservedChange[];
  /** The changes of a request that another process handled. */
  documents?: readonly ChangedDocument[] | undefined;
  /** Number of changes that are not kept. */
  moreChanges?: number;
}

/** A stored request. Formatting is postponed until somebody reads the log. */
export interface KeptRequest {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The URL with its query. */
  readonly url: string;
  /** Parts of the path that are secret: the key to a document, to a payment at a provider, or to a purchase at a store. */
  readonly keys: readonly string[];
  readonly status: number;
  readonly durationMs: number;
  readonly warnings: readonly string[];
  readonly client: string | undefined;
  readonly trace: RequestTrace;
}

/** Maximum number of read requests, and of others: read requests never displace requests that changed something. */
const KEPT = 1_000;

const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** The latest requests. They are not part of the service's state: a snapshot excludes them. */
export class RequestLog {
  /** Called with each request after its response; {@link toEntry} creates its entry. */
  readonly onRequest = new Set<(request: KeptRequest) => void>();
  readonly #reads: KeptRequest[] = [];
  readonly #changes: KeptRequest[] = [];
  #last = 0;

  /** The id of a new request. */
  begin(): number {
    this.#last += 1;
    return this.#last;
  }

  add(kept: KeptRequest): void {
    this.#keep(kept);
    for (const listener of this.onRequest) listener(kept);
  }

  #keep(kept: KeptRequest): void {
    const list = reads(kept.method) ? this.#reads : this.#changes;
    list.push(kept);
    if (list.length > KEPT) list.shift();
  }

  #find(id: number): KeptRequest | undefined {
    const hasId = ({ trace }: KeptRequest) => trace.id === id;
    return this.#changes.find(hasId) ?? this.#reads.find(hasId);
  }

  /** Adds a request that another process handled on the same state. */
  addForeign(entry: RequestEntry, seen: Omit<RequestTrace, 'id' | 'caller' | 'changes'>): void {
    if (this.#find(entry.Id) !== undefined) return;
    const { Id, At, Method, Path, Status, DurationMs, Warnings = [], Caller, Client } = entry;
    this.#keep({
      at: Date.parse(At),
      method: Method,
      // With its query, and without the parts that the other process redacted.
      path: Path,
      url: '',
      keys: [],
      status: Status,
      durationMs: DurationMs,
      warnings: Warnings,
      client: Client,
      trace: { id: Id, ...seen, ...(Caller === undefined ? {} : { caller: Caller }) },
    });
  }

  /** Returns the number of stored entries. */
  get count(): number {
    return this.#reads.length + this.#changes.length;
  }

  /** Newest first. */
  list(skip: number, take: number): RequestEntry[] {
    return [...this.#reads, ...this.#changes]
      .sort((a, b) => b.trace.id - a.trace.id)
      .slice(skip, skip + take)
      .map(toEntry);
  }

  /** A request with its trace, whose bodies still contain secrets. */
  get(
    id: number,
  ):
    | { readonly entry: RequestEntry; readonly trace: RequestTrace; readonly hidden: readonly string[] }
    | undefined {
    const kept = this.#find(id);
    return kept === undefined
      ? undefined
      : { entry: toEntry(kept), trace: kept.trace, hidden: redactedTarget(kept).hidden };
  }

  clear(): void {
    this.#reads.length = 0;
    this.#changes.length = 0;
  }
}

/** A request as listed in the log. */
export function toEntry(kept: KeptRequest): RequestEntry {
  return Object.assign({ Id: kept.trace.id, At: timestamp(kept.at) }, requestFacts(kept));
}

/** Returns the fields of an entry other than its id and time. */
export function requestFacts(kept: KeptRequest): Omit<RequestEntry, 'Id' | 'At'> {
  const { method, status, durationMs, warnings, client, trace } = kept;
  const { shown, hidden } = redactedTarget(kept);
  const refusal = status >= 400 ? errorIn(trace.answerBody, hidden) : undefined;
  // No spread: docs/decisions.md.
  return Object.assign(
    {
      Method: method,
      Path: withoutLongNumbers(shown),
      Status: status,
      DurationMs: Math.round(durationMs * 100) / 100,
    },
    warnings.length === 0 ? undefined : { Warnings: warnings },
    trace.caller === undefined ? undefined : { Caller: trace.caller },
    client === undefined ? undefined : { Client: client },
    refusal === undefined ? undefined : { Error: refusal },
  );
}

/** Returns the error in the body of a rejection: a problem, or an OAuth error. */
function errorIn(body: string | undefined, hidden: readonly string[]): RequestEntry['Error'] {
  if (body === undefined) return undefined;
  try {
    const { Code, Message, error } = JSON.parse(body) as Record<string, unknown>;
    const code = Code ?? error;
    return typeof code === 'string' && typeof Message === 'string'
      ? { Code: code, Message: without(hidden, Message) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Shorter values are not secrets, and would match inside words. */
const MIN_SECRET = 6;

/** A redacted path with its query, and the redacted values, which a rejection may repeat. */
function redactedTarget({ path, url, keys }: KeptRequest): { shown: string; hidden: readonly string[] } {
  const hidden: string[] = [];
  const hide = (secret: string) => {
    if (secret.length >= MIN_SECRET && !hidden.includes(secret)) hidden.push(secret);
  };
  for (const key of keys) hide(key);
  const isKey = (segment: string) =>
    keys.includes(segment) || keys.includes(tryDecode(segment, decodeURIComponent));
  const shown =
    keys.length === 0
      ? path
      : path
          .split('/')
          .map((segment) => (isKey(segment) ? '…' : segment))
          .join('/');
  const search = queryString(url);
  if (search === '') return { shown, hidden };
  const query = new URLSearchParams(search);
  for (const name of new Set(query.keys())) {
    // `key` is the parameter of a mail's page.
    if (!isSecret(name) && name.toLowerCase() !== 'key') continue;
    for (const value of query.getAll(name)) hide(value);
    query.set(name, '***');
  }
  return { shown: `${shown}?${query}`, hidden };
}

/** A text without the secrets of its request. */
export function without(hidden: readonly string[], text: string): string {
  return hidden.reduce((left, secret) => left.replaceAll(secret, '***'), text);
}
