// Calls that need the object `sandbox` in process. The service worker uses not-in-process.ts instead.
import type { Env, Hono } from 'hono';
import { hc } from 'hono/client';
import type { ServiceSchema } from '../service/http/routes/index.ts';

export { audit } from '../service/domain/audit/audit.ts';

/** Hono's client of the service. An interface, so that the compiler evaluates it only where it is used. */
export interface SandboxClient extends ReturnType<typeof hc<Hono<Env, ServiceSchema, '/'>>> {}

/** Hono's client sends forms as multipart; OAuth requires the encoding of RFC 6749. */
export function createClient(
  basePath: string,
  answer: (input: RequestInfo | URL, init: RequestInit) => Promise<Response>,
): SandboxClient {
  return hc<Hono<Env, ServiceSchema, '/'>>(`http://sandbox${basePath}`, {
    fetch: (input: RequestInfo | URL, { body = null, ...init }: RequestInit = {}) =>
      answer(input, {
        ...init,
        body:
          body instanceof FormData ? new URLSearchParams(body as unknown as Record<string, string>) : body,
      }),
  });
}
