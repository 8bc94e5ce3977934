import type { Route } from './route.ts';

/** The service's own paths are a public browser API: any origin may call them, without cookies. */
export const corsHeaders: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Sandbox-Warnings, WWW-Authenticate',
  ],
];

/** Answers the question of a browser whether it may call; for the control API the answer has no permission in it. */
export function preflight(path: string, routes: readonly Route[]): Response {
  const methods = [...new Set(routes.map((route) => route.method))].join(', ');
  const headers = new Headers({ Allow: `${methods}, HEAD, OPTIONS` });
  if (path !== '/sandbox' && !path.startsWith('/sandbox/')) {
    for (const [name, value] of corsHeaders) headers.set(name, value);
    headers.set('Access-Control-Allow-Methods', methods);
    headers.set(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-SELECTED-LEGAL-ENTITY-ID, X-Sandbox-Fault',
    );
    headers.set('Access-Control-Max-Age', '600');
  }
  return new Response(null, { status: 204, headers });
}
