import type { AttemptOutcome } from '../domain/webhooks/deliveries.ts';
import { isPrivateHost } from '../domain/webhooks/private-host.ts';
import { readBeginning } from '../model/beginning-of-text.ts';

/** Delivers a webhook to its receiver: `fetch`, or a function of the test or page in which the sandbox runs. */
export type Deliver = (request: Request) => Promise<Response>;

/** Thrown by a {@link Deliver} that may not make the attempt. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers with secrets of this endpoint: they are not taken along to another host. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly body: string;
  /** Real milliseconds that the answer may take, its body included. */
  readonly timeoutMs: number;
}

/** The answer as the log keeps it. */
export interface Answer {
  readonly Status: number;
  readonly Headers: Readonly<Record<string, string>>;
  /** The first characters. */
  readonly Body: string;
  /** The URL that responded, if a redirect was followed. */
  readonly Url?: string;
}

export interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly answer?: Answer;
  /** Whether the response came after the timeout. */
  readonly late?: boolean;
}

/** Statuses that mean "I have it" (field notes 4). */
const TAKEN = [200, 201, 202, 204];

/** Characters of an answer that are kept. */
const KEPT_BODY = 1_000;

/**
 * Posts a webhook and reads the answer. Never throws: what goes wrong is the outcome.
 *
 * @param halt ends the exchange when it is aborted; it is aborted when the time is over
 */
export async function postWebhook(
  request: WebhookRequest,
  deliver: Deliver,
  halt: AbortController,
): Promise<Exchange> {
  const timer = setTimeout(() => halt.abort(), request.timeoutMs);
  const halted = new Promise<never>((_, reject) => {
    halt.signal.addEventListener('abort', () => reject(new Error('halted')));
  });
  try {
    // Raced, because a function given in place of HTTP may pay no heed to the signal.
    return await Promise.race([post(request, deliver, halt.signal), halted]);
  } catch (error) {
    if (error instanceof DeliveryRefused) return { outcome: { Error: `not sent: ${error.message}` } };
    if (!halt.signal.aborted) return { outcome: { Error: failureReason(error) } };
    return { outcome: { Error: `no answer within ${request.timeoutMs / 1000} s` }, late: true };
  } finally {
    clearTimeout(timer);
  }
}

async function post(request: WebhookRequest, deliver: Deliver, signal: AbortSignal): Promise<Exchange> {
  const first = await deliver(fetchRequest(request, request.url, signal));
  if (first.status !== 301) return judged(await read(first));
  const answer = await read(first);
  const target = redirectTarget(request.url, answer.Headers['location']);
  if (typeof target === 'string') return failed(answer, target);
  const second = await deliver(fetchRequest(request, target.href, signal));
  const last = { ...(await read(second)), Url: target.href };
  if (last.Status === 301) return failed(last, 'a second redirect; one is followed');
  return judged(last);
}

function fetchRequest(request: WebhookRequest, url: string, signal: AbortSignal): Request {
  const sameHost = url === request.url || new URL(url).origin === new URL(request.url).origin;
  return new Request(url, {
    method: 'POST',
    headers: { ...request.headers, ...(sameHost ? request.credentials : {}) },
    body: request.body,
    redirect: 'manual',
    signal,
  });
}

/**
 * Returns the target of a 301, or why it is not followed. The POST is repeated there with the same body and signature.
 */
function redirectTarget(from: string, location: string | undefined): URL | string {
  if (location === undefined) return '301 without a Location';
  let target: URL;
  try {
    target = new URL(location, from);
  } catch {
    return `301 to "${location.slice(0, 200)}", which is no URL`;
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    return `301 to ${target.protocol} is not followed`;
  if (isPrivateHost(target.hostname) && target.hostname !== new URL(from).hostname)
    return `301 to ${target.hostname}, which is this machine or in its network, is not followed`;
  if (new URL(from).protocol === 'https:' && target.protocol === 'http:')
    return '301 from https to http is not followed';
  if (target.username !== '' || target.password !== '')
    return '301 to an address with a password is not followed';
  return target;
}

function judged(answer: Answer): Exchange {
  if (TAKEN.includes(answer.Status)) return { outcome: { StatusCode: answer.Status }, answer };
  if (answer.Status === 0) {
    return failed(answer, 'a redirect that this platform does not show; register the address it leads to');
  }
  const redirect =
    answer.Status >= 300 && answer.Status < 400 ? ' is not followed; answer 301 or take it' : '';
  return failed(answer, `answered ${answer.Status}${redirect}`);
}

function failed(answer: Answer, reason: string): Exchange {
  const RetryAfter = retryAfter(answer.Headers['retry-after']);
  const outcome: AttemptOutcome = {
    StatusCode: answer.Status,
    Error: reason,
    ...(RetryAfter === undefined ? {} : { RetryAfter }),
    ...(answer.Status === 410 ? { Gone: true } : {}),
  };
  return { outcome, answer };
}

/** Milliseconds of a Retry-After: seconds, or a date of the receiver's, which is real time. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Reads an answer; of a long body only the beginning. Short ones are read to the end, which frees the connection. */
async function read(response: Response): Promise<Answer> {
  const body = await readBeginning(response, KEPT_BODY);
  return {
    Status: response.status,
    Headers: Object.fromEntries(response.headers),
    Body: body.slice(0, KEPT_BODY),
  };
}

/** Returns the code of a network failure: `ECONNREFUSED`. */
function failureReason(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return `not delivered: ${cause?.code ?? cause?.message ?? message ?? String(error)}`;
}
