import type { Reply } from './reply.ts';

/** The service's own paths are a public browser API: any origin may call them, without cookies. */
export const corsHeaders: Reply['headers'] = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Sandbox-Warnings, Idempotent-Replayed, WWW-Authenticate',
};

/** What a browser may send, when it asks. */
const permission: Reply['headers'] = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-SELECTED-LEGAL-ENTITY-ID, X-Sandbox-Fault',
  'Access-Control-Max-Age': '600',
};

/** The control API is not for other origins. */
export function isOpenToBrowsers(path: string): boolean {
  return !/^\/+sandbox(\/|$)/i.test(path);
}

/** Answers the question of a browser whether it may call; for the control API the answer has no permission in it. */
export function preflight(path: string, allow: string): Reply {
  const headers = isOpenToBrowsers(path) ? { Allow: allow, ...corsHeaders, ...permission } : { Allow: allow };
  return { status: 204, headers, content: null };
}
