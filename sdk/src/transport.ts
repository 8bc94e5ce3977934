// The only file that calls `fetch`.
import { baseUrl, settings } from './configuration.ts';
import { ClientLibError, type Envelope, type ErrorDetails, refusal } from './error.ts';
import type { ErrorCode } from './error-codes.ts';
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
export const addressOf = (path: string): string => `${baseUrl()}/api/v1/CustomerSelfService/${path}`;

/**
 * Sends a request and gives its answer, or throws what went wrong. A request whose answer was lost is sent again, with
 * the same idempotency key, so that it is carried out once.
 */
export async function send<T>(run: Run, message: Message): Promise<T> {
  const url = isProvider(message) ? message.to : addressOf(message.to);
  for (let attempt = 1; ; attempt++) {
    try {
      return (await exchange(run, url, message)) as T;
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

const isProvider = ({ to }: Message): boolean => /^https?:/.test(to);
const call = (request: Request): Promise<Response> => (settings().fetch ?? fetch)(request);

async function exchange(run: Run, url: string, message: Message): Promise<unknown> {
  const { method = 'POST', body, token, step } = message;
  const server = isProvider(message) ? 'PspServerError' : 'ServerError';
  const details: ErrorDetails = { idempotencyKey: run.key };
  const lost = (code: ErrorCode, why: string, more?: ErrorDetails, cause?: unknown): ClientLibError =>
    new ClientLibError([server, code], `${method} ${url}: ${why}`, { ...details, ...more }, cause);

  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (method !== 'GET') headers['Idempotency-Key'] = step ? `${run.key}.${step}` : run.key;

  let response: Response;
  try {
    const init = { method, headers, signal: run.signal, ...(body ? { body: JSON.stringify(body) } : {}) };
    response = await call(new Request(url, init));
  } catch (cause) {
    if (await isRefusedByCors(url, run)) {
      throw new ClientLibError(
        ['InvalidConfiguration', 'CorsRefused'],
        `${url} answers, but does not allow ${location.origin} to read it (CORS).`,
        details,
        cause,
      );
    }
    throw lost(
      'NetworkDown',
      'no connection. Check the network, the address, and connect-src of the page.',
      {},
      cause,
    );
  }

  const { status } = response;
  const type = response.headers.get('Content-Type') ?? '';
  const known: ErrorDetails = { ...details, status, ...retryAfter(response) };
  let answer: unknown;
  try {
    const content = await response.text();
    if (content || status !== 204) answer = JSON.parse(content);
  } catch (cause) {
    if (status >= 500 || status === 429) throw refusal(status, {}, known, server);
    if (status < 300 && (!(cause instanceof SyntaxError) || /json/.test(type))) {
      throw lost('TruncatedAnswer', 'the answer ends early.', known, cause);
    }
    throw lost('UnexpectedAnswer', `HTTP ${status} ${type} instead of JSON. Is baseUrl right?`, known, cause);
  }
  if (status >= 400 || (answer as Envelope | undefined)?.Error)
    throw refusal(status, answer ?? {}, known, server);
  return answer;
}

/** Milliseconds to wait before the request is sent again, or nothing where a repeat is useless or unwanted. */
function pauseBeforeRepeat({ errorCode, details }: ClientLibError, attempt: number): number | undefined {
  const { status, retryAfterMs } = details;
  // The first request with this key is still being worked on: its answer will come, however often one must ask.
  if (status === 409) return retryAfterMs;
  const passing =
    /^(NetworkDown|TruncatedAnswer)$/.test(errorCode[1] ?? '') || /^(429|50[234])$/.test(`${status}`);
  return passing && attempt < 3 ? (retryAfterMs ?? 300 * 3 ** (attempt - 1)) : undefined;
}

function retryAfter(response: Response): ErrorDetails {
  const value = response.headers.get('Retry-After');
  if (!value) return {};
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return milliseconds >= 0 ? { retryAfterMs: milliseconds } : {};
}

/**
 * A browser does not say whether a request failed on the network or by CORS. If the address can be reached blindly but
 * not read, even by the simplest request, it is CORS.
 */
async function isRefusedByCors(url: string, { signal }: Run): Promise<boolean> {
  const page = globalThis.location?.origin;
  if (!page || page === new URL(url).origin || signal.aborted) return false;
  const answers = (mode: RequestMode): Promise<boolean> =>
    call(new Request(url, { mode, signal })).then(
      () => true,
      () => false,
    );
  return (await answers('no-cors')) && !(await answers('cors'));
}
