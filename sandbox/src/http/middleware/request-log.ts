import type { MiddlewareHandler } from 'hono';
import { withoutLongNumbers } from '../../../../sdk/src/payment-data/masking.ts';
import type { ServiceContext, ServiceEnv } from '../env.ts';

/** By this header a program of ours says who it is. */
const CLIENT_HEADER = 'X-Sandbox-Client';

/** Headers that say something about a request that reads; none of them is a secret. */
const OF_READS = ['Accept', 'Accept-Language', 'If-None-Match', 'Origin', 'Prefer', 'User-Agent'];

/** And about any other. */
const OF_CHANGES = [...OF_READS, 'Content-Type', 'Idempotency-Key', 'If-Match'];

/** Characters of a header that are shown. */
const MAX_HEADER = 200;

function shownHeaders(c: ServiceContext): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of c.req.method === 'GET' ? OF_READS : OF_CHANGES) {
    const value = c.req.header(name);
    if (value !== undefined) shown[name] = withoutLongNumbers(value.slice(0, MAX_HEADER));
  }
  return shown;
}

/** The program that calls, when it says so. */
export const clientOf = (c: Pick<ServiceContext, 'req'>): string | undefined =>
  c.req.header(CLIENT_HEADER)?.slice(0, 40);

/** Writes each request into the log of its workspace, with status 0 where a fault rule dropped the connection. */
export const logged: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  const { core, traffic, path, warnings, trace } = c.env;
  const { method } = c.req;
  const client = clientOf(c);
  // The inspector looks on: what it reads is not what happened.
  if (client === 'inspector' && method === 'GET') return next();
  const started = performance.now();
  trace.id = traffic.log.begin();
  if (core.activity.isWatched) trace.headers = shownHeaders(c);
  const seen = (status: number) => {
    const entry = traffic.log.add({
      at: core.clock.now(),
      method,
      path,
      url: c.req.url,
      status,
      durationMs: performance.now() - started,
      warnings,
      client,
      trace,
    });
    if (core.activity.isWatched) core.activity.add('request', entry());
  };
  try {
    await next();
  } catch (error) {
    seen(0);
    throw error;
  }
  seen(c.res.status);
};
