import { HonoBase } from 'hono/hono-base';
import type { H, RouterRoute } from 'hono/types';
import type { Handler } from './middleware/middleware.ts';
import { methodNotAllowed, notFound } from './middleware/not-found.ts';
import { type Group, groups } from './routes/index.ts';
import { PathRouter } from './wire/router.ts';
import type { Rules } from './zones/description.ts';
import type { ServiceContext, ServiceEnv } from './zones/env.ts';

const router = new PathRouter<[H, RouterRoute]>();

/** The service as a Hono app. Its `env` contains the requested workspace. */
export const service = new HonoBase<ServiceEnv>({
  router,
  getPath: (_request, options) => options?.env?.path ?? '/',
});

// The host breaks a dropped connection.
service.onError((error) => {
  throw error;
});

/** The steps before a route are loaded with the first routes: starting does not need them. */
const loadPipeline = () => import('./middleware/pipeline.ts');

const loading = new Map<Group, Promise<void>>();
const loaded = new Set<Group>();
const wildcards = new Set<string>();

for (const group of groups) for (const { base, rules } of group.bases) addWildcard(base, rules, group);

/** Handles paths without a route: the group that may have it responds, or 404. */
function addWildcard(base: string, rules: Rules, group?: Group): void {
  const path = base === '/' ? '/*' : `${base}/*`;
  if (wildcards.has(path)) return;
  wildcards.add(path);
  let answerMissing: Handler | undefined;
  service.all(path, async (c) => {
    if (group !== undefined && !loaded.has(group)) {
      await loadRoutes(group);
      return service.fetch(c.req.raw, c.env);
    }
    const { createPipeline } = await loadPipeline();
    answerMissing ??= createPipeline({
      method: 'ALL',
      path,
      rules: { ...rules, problems: 'Problem' },
      handler: missing,
    });
    return answerMissing(c);
  });
}

/** Adds the routes of a group. Their schemas take most of the startup time. */
function loadRoutes(group: Group): Promise<void> {
  const before = loading.get(group);
  if (before !== undefined) return before;
  const now = Promise.all([loadPipeline(), group.load()]).then(([{ createPipeline }, all]) => {
    for (const { base, rules, all: routes } of all) {
      for (const route of routes) service.on(route.method, route.path, createPipeline(route));
      addWildcard(base, rules);
    }
    loaded.add(group);
  });
  loading.set(group, now);
  return now;
}

function missing(c: ServiceContext): Response | Promise<Response> {
  const methods = router.methodsAt(c.env.path);
  return methods.length === 0 ? notFound(c) : methodNotAllowed(c, methods);
}
