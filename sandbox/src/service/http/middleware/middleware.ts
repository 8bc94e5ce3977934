import type { Context } from 'hono';
import type { ServiceEnv } from '../zones/env.ts';
import type { Route } from '../zones/zone.ts';

/** Responds to a request. */
export type Handler = (c: Context<ServiceEnv>) => Response | Promise<Response>;

/**
 * A step before and after a handler. Unlike Hono's middleware, it returns the response: accessing `c.res` would create a
 * native, streamed `Response`. It returns a promise only if something waits, so that a simple GET needs none.
 */
export type Middleware = (c: Context<ServiceEnv>, next: Handler) => Response | Promise<Response>;

/** Creates the step of a route; returns nothing if the zone or the description of the route does not need it. */
export type Step = (route: Route) => Middleware | undefined;

type Following<T> = (came: T) => Response | Promise<Response>;

/** Continues with a response: immediately if available, otherwise when it resolves. */
export function withResponse(
  response: Response | Promise<Response>,
  follow: Following<Response>,
): Response | Promise<Response> {
  return response instanceof Promise ? response.then(follow) : follow(response);
}

/** Continues with the response of the work, or with its error: immediately if available, otherwise when it settles. */
export function whenAnswered(
  work: () => Response | Promise<Response>,
  follow: Following<Response>,
  failed: Following<unknown>,
): Response | Promise<Response> {
  try {
    const response = work();
    return response instanceof Promise ? response.then(follow, failed) : follow(response);
  } catch (error) {
    return failed(error);
  }
}
