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

/**
 * The service's own paths are a public browser API: any origin may call them, without cookies. The control API is not for
 * other origins. (`hono/cors` would touch the answer, which makes a stream of every body.)
 */
export const openToBrowsers: MiddlewareHandler<ServiceEnv> = (c, next) => {
  letBrowsersRead(c);
  return next();
};

/** Lets the page of any origin read the answer to come, unless it is of the control API. */
export function letBrowsersRead(c: ServiceContext): void {
  if (isControlPath(c.req.path)) return;
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers the question of a browser whether it may call; for the control API the answer has no permission in it. */
export function permit(c: Pick<ServiceContext, 'req' | 'body'>, Allow: string): Response {
  return c.body(null, 204, isControlPath(c.req.path) ? { Allow } : { Allow, ...permission });
}
