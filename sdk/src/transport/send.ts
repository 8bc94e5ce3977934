// The only file that calls `fetch`.
import { warn } from '../calls/callbacks.ts';
import type { Run } from '../calls/run.ts';
import { baseUrl } from '../configuration/configuration.ts';
import { ClientLibError, type ErrorFacts, invalid } from '../errors/client-lib-error.ts';
import type { ErrorCode, ErrorCodes } from '../errors/codes.ts';
import { payer } from '../errors/sentences.ts';
import { toJson } from '../input/json.ts';
import { isObject } from '../input/record.ts';
import { type Shape, wrongField } from '../input/shape.ts';
import { refusal, type Server } from './refusal.ts';

/** A request to the service or to a payment provider. */
export interface Message {
  /** Default: POST with a body, GET without. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Path under `CustomerSelfService/`, or the whole address of a payment provider. */
  readonly to: string;
  readonly body?: unknown;
  /** Self-service token. */
  readonly token?: string | undefined;
  /** Distinguishes the requests of one call: a suffix for the call's idempotency key. */
  readonly step?: string;
  /** The expected shape of the response. */
  readonly answer: Shape;
}

/** Address of a path of the self-service API. */
export const endpointUrl = (path: string, base: string): string =>
  `${base}/api/v1/CustomerSelfService/${path}`;

/**
 * Sends a request and returns its answer, or throws what went wrong. A request whose answer was lost is sent again with
 * the same idempotency key, so that it is carried out once.
 */
export async function send<T>(run: Run, message: Message): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await exchange(run, message)) as T;
    } catch (error) {
      const wait = error instanceof ClientLibError ? pauseBeforeRepeat(error, attempt) : undefined;
      if (wait === undefined || wait >= run.remaining() || run.signal.aborted) throw error;
      // A pause, also where Retry-After is 0 or a date that has passed.
      await delay(Math.max(wait, 100), run.signal);
    }
  }
}

/** Resolves later, or at once when the call has ended: the page has its answer already. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const MAX_ATTEMPTS = 3;
const passingStatuses: readonly unknown[] = [429, 502, 503, 504];
const passingCodes: readonly ErrorCode[] = ['NetworkDown', 'TruncatedAnswer'];

/** Milliseconds to wait before the request is sent again; nothing where a repeat is useless or unwanted. */
function pauseBeforeRepeat(
  { errorCode, status, retryAfterMs }: ClientLibError,
  attempt: number,
): number | undefined {
  // The first request with this key is still being worked on: its answer will come, however often one must ask.
  if (status === 409) return retryAfterMs;
  const isPassing = passingStatuses.includes(status) || errorCode.some((code) => passingCodes.includes(code));
  return isPassing && attempt < MAX_ATTEMPTS ? (retryAfterMs ?? 100 * 3 ** attempt) : undefined;
}

type Fetch = (request: Request | string, init?: RequestInit) => Promise<Response>;

/**
 * A simulated page, as in jsdom, may have no `Request`, or one that rejects the page's signal. Such a call still ends
 * at its deadline; its request continues.
 */
function call(url: string, { signal, settings }: Run, init: RequestInit): Promise<Response> {
  const send = (settings.fetch ?? globalThis.fetch) as Fetch | undefined;
  if (!send)
    throw invalid('InvalidConfiguration', 'fetch', 'configure({ fetch }), as there is no global one');
  if (!globalThis.Request) return send(url, init);
  let request: Request;
  try {
    request = new Request(url, { ...init, signal });
  } catch {
    request = new Request(url, init);
  }
  return send(request);
}

/** An error of a request, with what is known of it. */
type Failure = (codes: ErrorCodes, why: string, cause?: unknown) => ClientLibError;

/** Sends one request and reads its response. */
async function exchange(run: Run, message: Message): Promise<unknown> {
  const { to, body, method = body ? 'POST' : 'GET' } = message;
  const isProvider = to.startsWith('http');
  const url = isProvider ? to : endpointUrl(to, baseUrl(run.settings));
  const server: Server = isProvider ? 'PspServerError' : 'ServerError';
  let facts: ErrorFacts = { idempotencyKey: run.key };
  const failure: Failure = (codes, why, cause) =>
    new ClientLibError(codes, `${method} ${url}: ${why}`, facts, cause);

  if (run.signal.aborted) throw failure(['Aborted'], 'the call has ended.');
  let response: Response;
  try {
    response = await call(url, run, requestInit(method, message, run));
  } catch (cause) {
    if (cause instanceof ClientLibError) throw cause;
    throw (await isRefusedByCors(url, run))
      ? failure(
          ['InvalidConfiguration', 'CorsRefused'],
          `not readable from ${location.origin} (CORS).`,
          cause,
        )
      : failure([server, 'NetworkDown'], 'did not load: check network, connect-src, blockers.', cause);
  }
  showWarnings(response, url);
  facts = { idempotencyKey: run.key, status: response.status, retryAfterMs: retryAfterMs(response) };

  const answer = await readAnswer(response, server, failure);
  const isRefusal = isObject(answer) && (answer['Error'] || response.status >= 400);
  if (isRefusal || isTrouble(response)) throw refusal(answer, server, facts);
  const wrong = isObject(answer) ? wrongField(answer, message.answer) : 'no object';
  if (wrong) throw failure([server, 'UnexpectedAnswer'], `unexpected answer: ${wrong}.`);
  return answer;
}

/** Whatever such an answer says, it is an error. */
const isTrouble = ({ status }: Response): boolean => status >= 500 || status === 429;

function requestInit(method: string, { body, token, step = '' }: Message, run: Run): RequestInit {
  const headers = {
    ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': run.key + step } : {}),
    ...(payer.locale && { 'Accept-Language': payer.locale }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return { method, headers, body: body ? toJson(body) : null };
}

/** The JSON of an answer; nothing when a server in trouble sends anything else. */
async function readAnswer(response: Response, server: Server, failure: Failure): Promise<unknown> {
  const { status } = response;
  let content = '';
  try {
    content = await response.text();
    return JSON.parse(content);
  } catch (cause) {
    if (isTrouble(response)) return undefined;
    throw status >= 400 || content.trimStart().startsWith('<')
      ? failure([server, 'UnexpectedAnswer'], `HTTP ${status}, not JSON. Is baseUrl right?`, cause)
      : failure([server, 'TruncatedAnswer'], 'the answer ends early.', cause);
  }
}

/** A sandbox names what it ignored, such as a misspelt property. The service itself sends no such header. */
function showWarnings({ headers }: Response, url: string): void {
  const warnings = headers.get('X-Sandbox-Warnings');
  if (warnings) warn(`${url}: ${warnings}`);
}

/** `Retry-After`, which is in seconds or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const after = headers.get('Retry-After');
  if (!after) return undefined;
  return Number(after) * 1000 || Date.parse(after) - Date.now() || 0;
}

/**
 * A browser does not say whether a request failed on the network or by CORS. If the address can be reached blindly but
 * not read, even by the simplest request, it is CORS.
 */
async function isRefusedByCors(url: string, run: Run): Promise<boolean> {
  const page = globalThis.location?.origin;
  if (!page || page === new URL(url).origin) return false;
  const succeeds = (mode: RequestMode): Promise<boolean> =>
    call(url, run, { mode }).then(
      () => true,
      () => false,
    );
  return (await succeeds('no-cors')) && !(await succeeds('cors'));
}
