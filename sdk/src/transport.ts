// The only file that calls `fetch`.
import { baseUrl, settings } from './configuration.ts';
import { ClientLibError, type Envelope, type ErrorDetails, refusal } from './error.ts';
import type { ErrorCodes } from './error-codes.ts';
import type { Run } from './operation.ts';

/** One request, to the service or to a payment provider. */
export interface Message {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Path under `CustomerSelfService/`, or the whole address of a payment provider. */
  readonly to: string;
  readonly body?: unknown;
  /** Self-service token. */
  readonly token?: string | undefined;
  /** Tells the requests of one call apart: the call's idempotency key gets it as a suffix. */
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
  const { to } = message;
  const [url, server] = /^https?:/.test(to)
    ? ([to, 'PspServerError'] as const)
    : ([addressOf(to), 'ServerError'] as const);
  for (let attempt = 1; ; attempt++) {
    try {
      return (await exchange(run, url, message, server)) as T;
    } catch (error) {
      const wait = error instanceof ClientLibError ? pauseBeforeRepeat(error, attempt) : undefined;
      if (wait === undefined || wait >= run.remaining() || run.signal.aborted) throw error;
      await delay(wait, run.signal);
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
  url: string,
  { method = 'POST', body, token, step }: Message,
  server: 'ServerError' | 'PspServerError',
): Promise<unknown> {
  const known: ErrorDetails = { idempotencyKey: run.key };
  const failure = (codes: ErrorCodes, why: string, details: ErrorDetails, cause: unknown): ClientLibError =>
    new ClientLibError(codes, `${method} ${url}: ${why}`, details, cause);

  const headers: Record<string, string> = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (method !== 'GET') headers['Idempotency-Key'] = step ? `${run.key}.${step}` : run.key;

  let response: Response;
  try {
    response = await call(
      new Request(url, { method, headers, signal: run.signal, body: body ? JSON.stringify(body) : null }),
    );
  } catch (cause) {
    throw (await isRefusedByCors(url, run))
      ? failure(
          ['InvalidConfiguration', 'CorsRefused'],
          `not readable from ${location.origin} (CORS).`,
          known,
          cause,
        )
      : failure([server, 'NetworkDown'], 'did not load: check network, connect-src, blockers.', known, cause);
  }

  const { status } = response;
  const after = response.headers.get('Retry-After');
  const details: ErrorDetails = {
    ...known,
    status,
    // Seconds or a date.
    ...(after && { retryAfterMs: Number(after) * 1000 || Date.parse(after) - Date.now() || 0 }),
  };
  let content = '';
  let answer: Envelope | undefined;
  let broken: unknown;
  try {
    content = await response.text();
    answer = JSON.parse(content);
  } catch (cause) {
    broken = cause;
  }
  if (status >= 500 || status === 429 || answer?.Error || (answer && status >= 400)) {
    throw refusal(status, answer ?? {}, details, server);
  }
  if (broken) {
    throw status >= 400 || /^\s*</.test(content)
      ? failure([server, 'UnexpectedAnswer'], `HTTP ${status}, not JSON. Is baseUrl right?`, details, broken)
      : failure([server, 'TruncatedAnswer'], 'the answer ends early.', details, broken);
  }
  return answer;
}

/** Milliseconds to wait before the request is sent again, or nothing where a repeat is useless or unwanted. */
function pauseBeforeRepeat(
  { errorCode, details: { status, retryAfterMs } }: ClientLibError,
  attempt: number,
): number | undefined {
  // The first request with this key is still being worked on: its answer will come, however often one must ask.
  if (status === 409) return retryAfterMs;
  const isPassing = /Down|Trunc/.test(`${errorCode[1]}`) || /429|50[234]/.test(`${status}`);
  return isPassing && attempt < 3 ? (retryAfterMs ?? 300 * 3 ** (attempt - 1)) : undefined;
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
