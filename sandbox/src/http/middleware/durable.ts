import type { MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../env.ts';

/** Holds an answer back until all that it may tell of is kept. What cannot be kept was taken back: 503. */
export const durable: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  await next();
  await c.env.core.durable();
};
