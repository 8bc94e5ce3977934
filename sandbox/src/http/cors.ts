/** The service's own paths are a public browser API: any origin may call them, without cookies. */
export const corsHeaders: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Sandbox-Warnings, Idempotent-Replayed, WWW-Authenticate',
  ],
];

/** The control API is not for other origins. */
export function isOpenToBrowsers(path: string): boolean {
  return !/^\/+sandbox(\/|$)/i.test(path);
}

/** Answers the question of a browser whether it may call; for the control API the answer has no permission in it. */
export function preflight(path: string, allow: string): Response {
  const headers = new Headers({ Allow: allow });
  if (isOpenToBrowsers(path)) {
    for (const [name, value] of corsHeaders) headers.set(name, value);
    headers.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    headers.set(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-SELECTED-LEGAL-ENTITY-ID, X-Sandbox-Fault',
    );
    headers.set('Access-Control-Max-Age', '600');
  }
  return new Response(null, { status: 204, headers });
}
