import type { Context } from 'hono';
import type { ServiceEnv } from '../zones/env.ts';
import type { Route } from '../zones/zone.ts';

/** Answers a request. */
export type Handler = (c: Context<ServiceEnv>) => Response | Promise<Response>;

/**
 * A step before and after a handler. Unlike Hono's own, it returns the response: to touch `c.res` would make a native,
 * streamed `Response` of it. It returns no promise unless something waits, so that a simple GET takes none.
 */
export type Middleware = (c: Context<ServiceEnv>, next: Handler) => Response | Promise<Response>;

/** Creates the step of a route; none where the zone or the description of the route has no need of it. */
export type Step = (route: Route) => Middleware | undefined;

type Following<T> = (came: T) => Response | Promise<Response>;

/** Goes on with a response: now where it is there, else when it comes. */
export function withResponse(
  response: Response | Promise<Response>,
  follow: Following<Response>,
): Response | Promise<Response> {
  return response instanceof Promise ? response.then(follow) : follow(response);
}

/** Goes on with the response of the work, or with what it throws: now where it is there, else when it comes. */
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
