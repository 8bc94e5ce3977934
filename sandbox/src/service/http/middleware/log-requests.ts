import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { keepChanges } from '../traffic/request-documents.ts';
import { type KeptRequest, toEntry } from '../traffic/request-log.ts';
import { splitPath } from '../wire/router.ts';
import type { ServiceContext } from '../zones/env.ts';
import type { Route } from '../zones/zone.ts';
import { type Step, whenAnswered } from './middleware.ts';

/** Our own programs identify themselves by this header. */
const CLIENT_HEADER = 'X-Sandbox-Client';

/** Headers to show for read requests; none of them is a secret. */
const OF_READS = ['Accept', 'Accept-Language', 'If-None-Match', 'Origin', 'Prefer', 'User-Agent'];

/** Headers to show for all other requests. */
const OF_CHANGES = [...OF_READS, 'Content-Type', 'Idempotency-Key', 'If-Match'];

/** Maximum characters of a header to show. */
const MAX_HEADER = 200;

function shownHeaders(c: ServiceContext): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of c.req.method === 'GET' ? OF_READS : OF_CHANGES) {
    const value = c.req.header(name);
    if (value !== undefined) shown[name] = withoutLongNumbers(value.slice(0, MAX_HEADER));
  }
  return shown;
}

/** Logs each request in its workspace, with status 0 if a fault rule dropped the connection. */
export const logRequests: Step = (route) => (c, next) => {
  const { env } = c;
  const { core, traffic, path, url, warnings, trace } = env;
  const { method } = c.req;
  env.route = route;
  const program = c.req.header(CLIENT_HEADER)?.slice(0, 40);
  const client = program === undefined ? undefined : withoutLongNumbers(program);
  env.client = client;
  // Requests of the inspector are not logged.
  if (client === 'inspector' && method === 'GET') return next(c);
  const started = performance.now();
  trace.id = traffic.log.begin();
  env.headers['X-Request-Id'] = String(trace.id);
  if (core.activity.isWatched) trace.headers = shownHeaders(c);
  const { keys } = route.rules;
  const add = (status: number) => {
    const kept: KeptRequest = {
      at: core.clock.now(),
      method,
      path,
      url,
      keys: keys === undefined ? NONE : keysIn(c, route, keys),
      status,
      durationMs: performance.now() - started,
      warnings,
      client,
      trace,
    };
    traffic.log.add(kept);
    if (core.activity.isWatched) core.activity.add('request', toEntry(kept));
    if (env.turn !== undefined) env.turn.status = status;
  };
  return whenAnswered(
    () => next(c),
    (response) => {
      add(response.status);
      return response;
    },
    (error) => {
      add(0);
      throw error;
    },
  );
};

const NONE: readonly string[] = [];

/** Returns the secrets in a path. If no route matches, every part of it may be one. */
function keysIn(c: ServiceContext, route: Route, names: readonly string[]): readonly string[] {
  if (route.description === undefined) return splitPath(c.env.path).slice(splitPath(route.path).length - 1);
  return names.flatMap((name) => c.req.param(name) ?? []);
}

/** Records the request as the cause of its handler's changes, and keeps those changes. */
export const noteCause: Step = ({ description }) =>
  description &&
  ((c, next) => {
    const { core, trace } = c.env;
    return core.activity.causedBy(
      { RequestId: trace.id },
      () => next(c),
      (changes) => keepChanges(trace, changes),
    );
  });
