import type { ServiceContext } from '../zones/env.ts';
import { routeRules } from '../zones/env.ts';
import type { Step } from './middleware.ts';

/** The response headers that pages of other origins may read. */
const EXPOSED =
  'ETag, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-Sandbox-Warnings, Idempotent-Replayed, WWW-Authenticate';

/** The response to a preflight request. */
const permission = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-SELECTED-LEGAL-ENTITY-ID, X-Sandbox-Client, X-Sandbox-Fault',
  'Access-Control-Max-Age': '600',
};

/**
 * ClientLib's calls are a public browser API: any origin may use it, without cookies. Other zones are open to the
 * origins of the account, the control API to none. (`hono/cors` would turn every body into a stream.)
 */
export const setCors: Step = ({ rules: { cors } }) =>
  cors === 'none'
    ? undefined
    : (c, next) => {
        const origin = allowedOrigin(c);
        if (origin !== undefined) {
          const { headers } = c.env;
          headers['Access-Control-Allow-Origin'] = origin;
          if (origin !== '*') headers['Vary'] = 'Origin';
          headers['Access-Control-Expose-Headers'] = EXPOSED;
        }
        return next(c);
      };

/** Returns which pages may read the response: all (`*`), the requesting one, or none. */
export function allowedOrigin(c: Pick<ServiceContext, 'req' | 'env'>): string | undefined {
  const { cors } = routeRules(c);
  if (cors === 'any') return '*';
  if (cors === 'none') return undefined;
  const origin = c.req.header('Origin');
  if (origin === undefined) return undefined;
  return c.env.core.tx.account.AllowedOrigins?.find((allowed) => allowed === origin);
}

/** Responds to a preflight request; if the page is not allowed to call, the response grants no permission. */
export function permit(c: Pick<ServiceContext, 'req' | 'body' | 'env'>, Allow: string): Response {
  return c.body(null, 204, allowedOrigin(c) === undefined ? { Allow } : { Allow, ...permission });
}
