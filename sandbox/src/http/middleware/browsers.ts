import type { MiddlewareHandler } from 'hono';
import type { ServiceContext, ServiceEnv } from '../env.ts';
import { isControlPath } from '../path.ts';

/** What the page of any origin may read of an answer. */
const EXPOSED =
  'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Sandbox-Warnings, Idempotent-Replayed, WWW-Authenticate';

/** What a browser may send, when it asks. */
const permission = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-SELECTED-LEGAL-ENTITY-ID, X-Sandbox-Fault',
  'Access-Control-Max-Age': '600',
};

/** What pages of every origin may read, by the path as the router knows it: all else is for back ends. */
const OPEN = /^\/(api\/v1\/CustomerSelfService|providers|clientlib\.js)(\/|$)/;

/**
 * What ClientLib calls is a public browser API: any origin may call it, without cookies. Other paths are open to the
 * origins that the account names, the control API to none. (`hono/cors` would touch the answer, which makes a stream of
 * every body.)
 */
export const openToBrowsers: MiddlewareHandler<ServiceEnv> = (c, next) => {
  letBrowsersRead(c);
  return next();
};

/** Lets the page that asks read the answer to come, where it may. */
export function letBrowsersRead(c: ServiceContext): void {
  const origin = allowedOrigin(c);
  if (origin === undefined) return;
  c.header('Access-Control-Allow-Origin', origin);
  if (origin !== '*') c.header('Vary', 'Origin', { append: true });
  c.header('Access-Control-Expose-Headers', EXPOSED);
}

/** Which page may read the answer: any (`*`), the one that asks, or none. */
export function allowedOrigin(c: Pick<ServiceContext, 'req' | 'env'>): string | undefined {
  const { path } = c.req;
  if (OPEN.test(path)) return '*';
  if (isControlPath(path)) return undefined;
  const origin = c.req.header('Origin');
  return c.env.core.tx.account.AllowedOrigins?.find((allowed) => allowed === origin);
}

/** Answers the question of a browser whether it may call; where it may not, the answer has no permission in it. */
export function permit(c: Pick<ServiceContext, 'req' | 'body' | 'env'>, Allow: string): Response {
  return c.body(null, 204, allowedOrigin(c) === undefined ? { Allow } : { Allow, ...permission });
}
