// The only file that calls `fetch`.
import { baseUrl, settings } from './configuration.ts';
import { ClientLibError, type Envelope, type ErrorDetails, refusal } from './error.ts';
import type { ErrorCodes } from './error-codes.ts';
import type { Run } from './operation.ts';

/** One request, to the service or to a payment provider. */
export interface Message {
  /** Default: POST with a body, GET without. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Path under `CustomerSelfService/`, or the whole address of a payment provider. */
  readonly to: string;
  readonly body?: unknown;
  /** Self-service token. */
  readonly token?: string | undefined;
  /** Tells the requests of one call apart: a suffix for the call's idempotency key. */
  readonly step?: string;
}

/** Address of a path of the self-service API. */
export const addressOf = (path: string, base = baseUrl()): string =>
  `${base}/api/v1/CustomerSelfService/${path}`;

/**
 * Sends a request and gives its answer, or throws what went wrong. A request whose answer was lost is sent again, with
 * the same idempotency key, so that it is carried out once.
 */
export async function send<T>(run: Run, message: Message): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await exchange(run, message)) as T;
    } catch (error) {
      const wait = pauseBeforeRepeat(error as ClientLibError, attempt);
      if (run.signal.aborted || !((wait as number) < run.remaining())) throw error;
      await delay(wait as number, run.signal);
    }
  }
}

/** Resolves later, or at once when the call has ended: then its own race has told the page. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const call = (request: Request): Promise<Response> => (settings().fetch ?? fetch)(request);

async function exchange(
  run: Run,
  { to, body, method = body ? 'POST' : 'GET', token, step = '' }: Message,
): Promise<unknown> {
  const isProvider = /^http/.test(to);
  const url = isProvider ? to : addressOf(to);
  const server = isProvider ? 'PspServerError' : 'ServerError';
  const details: { -readonly [name in keyof ErrorDetails]: ErrorDetails[name] } = { idempotencyKey: run.key };
  const failure = (codes: ErrorCodes, why: string, cause: unknown): ClientLibError =>
    new ClientLibError(codes, `${method} ${url}: ${why}`, details, cause);

  const headers = {
    ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': run.key + step } : {}),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const request = new Request(url, { method, headers, signal: run.signal, body: JSON.stringify(body) });

  let response: Response;
  try {
    response = await call(request);
  } catch (cause) {
    throw (await isRefusedByCors(url, run))
      ? failure(
          ['InvalidConfiguration', 'CorsRefused'],
          `not readable from ${location.origin} (CORS).`,
          cause,
        )
      : failure([server, 'NetworkDown'], 'did not load: check network, connect-src, blockers.', cause);
  }

  const { status } = response;
  details.status = status;
  const after = response.headers.get('Retry-After');
  // Seconds or a date.
  if (after) details.retryAfterMs = Number(after) * 1000 || Date.parse(after) - Date.now() || 0;
  let content = '';
  let answer: Envelope | undefined;
  let broken: unknown;
  try {
    content = await response.text();
    answer = JSON.parse(content);
  } catch (cause) {
    broken = cause;
  }
  if (status >= 500 || status === 429 || (answer && (answer.Error || status >= 400))) {
    throw refusal(answer ?? {}, server, details);
  }
  if (broken) {
    throw status >= 400 || /^\s*</.test(content)
      ? failure([server, 'UnexpectedAnswer'], `HTTP ${status}, not JSON. Is baseUrl right?`, broken)
      : failure([server, 'TruncatedAnswer'], 'the answer ends early.', broken);
  }
  return answer;
}

/** Milliseconds to wait before the request is sent again, or nothing where a repeat is useless or unwanted. */
function pauseBeforeRepeat(
  { errorCode, details: { status, retryAfterMs } = {} }: Partial<ClientLibError>,
  attempt: number,
): number | undefined {
  // The first request with this key is still being worked on: its answer will come, however often one must ask.
  if (status === 409) return retryAfterMs;
  const isPassing = attempt < 3 && /Down|Trunc|429|50[234]/.test(`${errorCode} ${status}`);
  return isPassing ? (retryAfterMs ?? 100 * 3 ** attempt) : undefined;
}

/**
 * A browser does not say whether a request failed on the network or by CORS. If the address can be reached blindly but
 * not read, even by the simplest request, it is CORS.
 */
async function isRefusedByCors(url: string, { signal }: Run): Promise<boolean> {
  const page = globalThis.location?.origin;
  const answers = (mode: RequestMode): Promise<boolean> =>
    call(new Request(url, { mode, signal })).then(
      () => true,
      () => false,
    );
  return !!page && page !== new URL(url).origin && (await answers('no-cors')) && !(await answers('cors'));
}
