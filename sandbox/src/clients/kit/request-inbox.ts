import type { OpenWorkspace } from '../../sandbox/workspaces.ts';
import { type KeptRequest, type RequestTrace, toEntry } from '../../service/http/traffic/request-log.ts';
import { redactedBody } from '../../service/http/wire/redacted-body.ts';
import type { RequestEntry } from '../../service/model/activity-entries.ts';
import { Inbox, type WaitOptions } from './inbox.ts';

/** A request to the sandbox, as the log stores it: without secrets or card data. */
export interface LoggedRequest extends RequestEntry {
  /** The request body, parsed if it is JSON; secrets and card data are `***`. */
  readonly RequestBody?: unknown;
  /** The response body. */
  readonly AnswerBody?: unknown;
}

/** Fields to match a request. */
export interface RequestFields {
  readonly Method?: string;
  /** Path below the workspace with its query; case-insensitive, and `*` matches anything. */
  readonly Path?: string;
  readonly Status?: number;
}

/** Requests, for tests to wait for. */
export interface RequestInbox {
  /**
   * The first matching request that was not returned yet, immediately or after its response. Requests to the control API, and
   * those of the test kit itself, do not count.
   *
   * @example
   * const { Status } = await sandbox.requests.next({ Path: '*' + '/signup/pay' });
   * @throws Error if none is sent in time, with the requests that were
   */
  next(fields?: RequestFields, options?: WaitOptions): Promise<LoggedRequest>;
  /** All requests so far, oldest first, including those that `next` has returned. */
  all(): readonly LoggedRequest[];
}

/** Collects the requests to a workspace from now on. @param patience milliseconds that the test may still wait */
export function openRequestInbox(
  { traffic }: OpenWorkspace,
  patience: () => number,
): RequestInbox & { close(): void } {
  const inbox = new Inbox<LoggedRequest>();
  const hear = (request: KeptRequest) => {
    const entry = toEntry(request);
    if (!entry.Path.startsWith('/sandbox/')) inbox.add({ ...entry, ...readBodies(request.trace) });
  };
  traffic.log.onRequest.add(hear);
  return {
    all: () => inbox.all,
    close: () => traffic.log.onRequest.delete(hear),
    next(fields = {}, { timeoutMs = patience() } = {}) {
      const fits = (entry: LoggedRequest): entry is LoggedRequest => fitsFields(entry, fields);
      return inbox.next(fits, timeoutMs, () => {
        const seen = inbox.all.map(({ Method, Path, Status }) => `  ${Method} ${Path} → ${Status}`);
        const wanted = Object.entries(fields)
          .map(([field, value]) => ` with ${field} ${value}`)
          .join(' and');
        return [
          `No request${wanted} within ${timeoutMs} ms. There were:`,
          ...(seen.length === 0 ? ['  none'] : seen),
        ].join('\n');
      });
    },
  };
}

function readBodies({ requestBody, answerBody }: RequestTrace): Partial<LoggedRequest> {
  return {
    ...(requestBody === undefined ? {} : { RequestBody: read(requestBody) }),
    ...(answerBody === undefined ? {} : { AnswerBody: read(answerBody) }),
  };
}

function read(body: string): unknown {
  const text = redactedBody(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fitsFields(entry: LoggedRequest, { Method, Path, Status }: RequestFields): boolean {
  if (Method !== undefined && Method.toUpperCase() !== entry.Method) return false;
  if (Status !== undefined && Status !== entry.Status) return false;
  return Path === undefined || toPattern(Path).test(entry.Path);
}

function toPattern(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  // A query is compared only if the pattern has one.
  return new RegExp(`^${parts.join('.*')}${path.includes('?') ? '' : '(\\?.*)?'}$`, 'i');
}
