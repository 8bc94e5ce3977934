import type { MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../env.ts';
import { makesRoom } from '../quotas.ts';

const ADDS_ENDPOINT = /^\/api\/v1\/webhooks$/i;

/** Refuses a request that is one too many, and one that adds to a workspace that is full. */
export const withinQuotas: MiddlewareHandler<ServiceEnv> = (c, next) => {
  const { usage } = c.env.traffic;
  usage.countRequest();
  const { method, path } = c.req;
  const adds = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (!adds || makesRoom(path)) return next();
  const full =
    usage.full ?? (ADDS_ENDPOINT.test(path) && method === 'POST' ? usage.endpointsFull : undefined);
  if (full !== undefined) throw full;
  return next();
};
