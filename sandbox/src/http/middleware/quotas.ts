import type { MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../env.ts';

/** What makes room, or is needed for that: it works in a full workspace too. */
const MAKES_ROOM = /^\/(sandbox\/(reset|snapshot|faults)|oauth)\b/i;

/** Refuses a request that is one too many, and one that adds to a workspace that is full. */
export const withinQuotas: MiddlewareHandler<ServiceEnv> = (c, next) => {
  const { usage } = c.env.traffic;
  usage.countRequest();
  const { method, path } = c.req;
  const adds = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (!adds || MAKES_ROOM.test(path)) return next();
  const { full } = usage;
  if (full !== undefined) throw full;
  return next();
};
