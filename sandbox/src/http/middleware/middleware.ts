import type { Context } from 'hono';
import type { ServiceEnv } from '../env.ts';
import type { Route } from '../zone.ts';

type Next = () => Response | Promise<Response>;

/**
 * A step before and after a handler. Unlike Hono's own, it returns the response: to touch `c.res` would make a native,
 * streamed `Response` of it, and a step that only comes before needs no promise.
 */
export type Middleware = (c: Context<ServiceEnv>, next: Next) => Response | Promise<Response>;

/** Makes the step of a route; none where the zone or the description of the route has no need of it. */
export type Step = (route: Route) => Middleware | undefined;
