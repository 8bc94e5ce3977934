import type { MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../env.ts';

/** Writes each request into the log of its workspace, with status 0 where a fault rule dropped the connection. */
export const logged: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  const { core, traffic, path, warnings } = c.env;
  const started = performance.now();
  const seen = (status: number) =>
    traffic.log.add({
      at: core.clock.now(),
      method: c.req.method,
      path,
      url: c.req.url,
      status,
      durationMs: performance.now() - started,
      warnings,
    });
  try {
    await next();
  } catch (error) {
    seen(0);
    throw error;
  }
  seen(c.res.status);
};
