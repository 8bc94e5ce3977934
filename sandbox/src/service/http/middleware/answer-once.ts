import type { StatusCode } from 'hono/utils/http-status';
import { DAY_MS } from '../../model/milliseconds.ts';
import { respond } from '../answers/respond.ts';
import { toETag } from '../wire/etag.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import type { ServiceContext } from '../zones/env.ts';
import type { Handler, Middleware, Step } from './middleware.ts';

/** Maximum length of a key. */
const MAX_KEY_LENGTH = 255;

/** How long a response is kept for repeated requests, in milliseconds. */
const RETENTION_MS = DAY_MS;

/** Headers that describe one request and not its result. */
const OF_REQUEST = /^(access-control-|x-ratelimit-|x-sandbox-|x-request-id$|vary$)/;

/**
 * Processes a request with an `Idempotency-Key` once: a repeat with the same body gets the same response, one with another
 * body 422, and one sent while the first is in progress 409. A rejected request did nothing and is not kept, so it can be
 * corrected and sent again with the same key. A declined payment is a result and is kept.
 */
export const answerOnce: Step = ({ rules: { idempotency }, method, path }) =>
  idempotency && (method === 'POST' || method === 'PUT')
    ? (c, next) => {
        const key = c.req.header('Idempotency-Key');
        return key === undefined ? next(c) : keepAnswer(c, next, idOfRepeats(c, path, key));
      }
    : undefined;

/** Returns the key that identifies a request and its repeats: caller, method, path and `Idempotency-Key`. */
function idOfRepeats({ req, env: { caller } }: ServiceContext, pattern: string, key: string): string {
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw new HttpProblem(
      400,
      'InvalidData',
      `Idempotency-Key has ${key.length} characters; send 1 to ${MAX_KEY_LENGTH}.`,
    );
  }
  const path = pattern.replace(/:(\w+)/g, (_variable, name: string) => req.param(name) ?? '');
  return `${caller} ${req.method} ${path} ${key}`;
}

async function keepAnswer(c: Parameters<Middleware>[0], next: Handler, id: string): Promise<Response> {
  const { core, traffic } = c.env;
  const { replacements } = core.state;
  const fingerprint = toETag(c.env.body);

  if (traffic.inFlight.has(id)) {
    throw new HttpProblem(
      409,
      'AlreadyExecuted',
      'A request with this Idempotency-Key is under way. Wait for its answer.',
      {},
      1,
    );
  }
  const kept = core.tx.idempotentAnswers.get(id);
  if (kept !== undefined && kept.KeptUntil > core.tx.now) {
    if (kept.Fingerprint !== fingerprint) {
      throw new HttpProblem(
        422,
        'IdempotencyConflict',
        'This Idempotency-Key was used before with another body. Use a new key for a new request.',
      );
    }
    return respond(c, kept.Body ?? null, kept.Status as StatusCode, {
      ...kept.Headers,
      'Idempotent-Replayed': 'true',
    });
  }

  traffic.inFlight.add(id);
  try {
    const response = await next(c);
    const { status } = response;
    // A state that has been reset since does not store it.
    if (status >= 300 || core.state.replacements !== replacements) return response;
    const isOwn = response === c.env.response;
    const text = isOwn ? c.env.responseBody : await response.clone().text();
    const headers = isOwn ? lowerCased(c.env.responseHeaders) : [...response.headers];
    core.transaction(({ idempotentAnswers, now }) => {
      idempotentAnswers.delete(id);
      idempotentAnswers.insert({
        Id: id,
        Fingerprint: fingerprint,
        Status: status,
        Headers: Object.fromEntries(headers.filter(([name]) => !OF_REQUEST.test(name))),
        ...(text ? { Body: text } : {}),
        KeptUntil: now + RETENTION_MS,
      });
    });
    return response;
  } finally {
    traffic.inFlight.delete(id);
  }
}

/** Headers by lower-case name, as in a `Headers` object. */
function lowerCased(headers: Readonly<Record<string, string>>): [name: string, value: string][] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
}
