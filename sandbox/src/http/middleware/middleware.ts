import type { Context } from 'hono';
import type { ServiceEnv } from '../env.ts';
import type { Route } from '../zone.ts';

/** Answers a request. */
export type Handler = (c: Context<ServiceEnv>) => Response | Promise<Response>;

/**
 * A step before and after a handler. Unlike Hono's own, it returns the response: to touch `c.res` would make a native,
 * streamed `Response` of it. It returns no promise unless something waits, so that a simple GET takes none.
 */
export type Middleware = (c: Context<ServiceEnv>, next: Handler) => Response | Promise<Response>;

/** Makes the step of a route; none where the zone or the description of the route has no need of it. */
export type Step = (route: Route) => Middleware | undefined;

/** Does something with a response: now where it is there, else when it comes. */
export function withResponse(
  response: Response | Promise<Response>,
  work: (response: Response) => Response | Promise<Response>,
): Response | Promise<Response> {
  return response instanceof Promise ? response.then(work) : work(response);
}
