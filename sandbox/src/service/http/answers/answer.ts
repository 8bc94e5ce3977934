import type { TypedResponse } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SimulationTx } from '../../simulation/simulation-tx.ts';
import { toETag } from '../wire/etag.ts';
import { routeRules, type ServiceContext, warn } from '../zones/env.ts';
import { keepsBodies, keptAnswer } from './kept-body.ts';
import { isUnchanged } from './preconditions.ts';
import { changedReadOnly } from './read-only.ts';
import { respond } from './respond.ts';
import { answerStatic } from './static-text.ts';

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Responds with JSON like `c.json`. A single resource of the REST API also has an `ETag`, so a repeated read is answered
 * with 304.
 */
export function answer<const Body extends object, Status extends ContentfulStatusCode = 200>(
  c: ServiceContext,
  body: Body,
  status?: Status,
  headers?: Readonly<Record<string, string>>,
): Response & TypedResponse<Body, Status, 'json'> {
  return json(c, body, status, headers) as Response & TypedResponse<Body, Status, 'json'>;
}

/** Responds with JSON that is public and rarely changes, as {@link answerStatic}. */
export function answerPublic<const Body extends object>(
  c: ServiceContext,
  body: Body,
): Response & TypedResponse<Body, 200, 'json'> {
  const text = JSON.stringify(body);
  if (keepsBodies(c)) c.env.trace.answerBody = keptAnswer(text);
  return answerStatic(c, text, 'application/json') as Response & TypedResponse<Body, 200, 'json'>;
}

/** Responds with the result of a transaction. */
export const answerChange = <const Body extends object>(
  c: ServiceContext,
  work: (tx: SimulationTx) => Body,
) => answer(c, c.env.core.transaction(work));

function json(
  c: ServiceContext,
  body: object,
  status: ContentfulStatusCode = 200,
  extra?: Readonly<Record<string, string>>,
): Response {
  warnOfReadOnly(c, body);
  const text = JSON.stringify(body);
  if (keepsBodies(c)) c.env.trace.answerBody = keptAnswer(text);
  const headers: Record<string, string> = Object.assign({}, JSON_HEADERS, extra);
  if ('Id' in body && routeRules(c).credential === 'AccessToken') {
    const etag = toETag(text);
    headers['ETag'] = etag;
    if (isUnchanged(c, etag)) return respond(c, null, 304, { ETag: etag });
  }
  if (c.req.method === 'HEAD') headers['Content-Length'] = String(new TextEncoder().encode(text).length);
  return respond(c, text, status, headers);
}

/** Read-only fields may be sent back with a fetched object. Warns if one has a different value, which changes nothing. */
function warnOfReadOnly(c: ServiceContext, body: object): void {
  const { ignored } = c.env;
  if (ignored.size === 0) return;
  for (const name of changedReadOnly(ignored, body)) warn(c, `${name} is read-only and was not changed`);
}
