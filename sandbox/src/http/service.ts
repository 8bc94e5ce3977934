import type { Core } from '../core.ts';
import { authenticate } from './authentication.ts';
import { guardControl } from './control-guard.ts';
import { corsHeaders, isOpenToBrowsers, preflight } from './cors.ts';
import { etagOf } from './etag.ts';
import { type Fault, withFault } from './faults.ts';
import { HttpProblem } from './http-problem.ts';
import { answerOnce, idOfRepeats } from './idempotency.ts';
import { masked } from './masking.ts';
import { answerToError, problemReply } from './problem-reply.ts';
import { countRequest } from './rate-limit-headers.ts';
import { jsonReply, type Reply, withHeaders, withoutContent } from './reply.ts';
import { readBody, readQuery } from './request-input.ts';
import { type Answer, type Call, isSelfService, type Route } from './route.ts';
import { allowed, type Place, paramsOf, Router, segmentsOf } from './router.ts';
import { allRoutes, sections } from './routes/index.ts';
import type { ServiceRequest } from './service-request.ts';
import type { Traffic } from './traffic.ts';

/** A request on its way, taken apart once. */
interface Visit {
  readonly core: Core;
  readonly traffic: Traffic;
  readonly request: ServiceRequest;
  /** GET for a HEAD request. */
  readonly method: string;
  /** Below the mount, as it came. */
  readonly path: string;
  readonly segments: readonly string[];
  /** Without the question mark. */
  readonly search: string;
  readonly baseUrl: string;
  readonly pagesUrl: string;
}

/**
 * The service as a function from request to answer, for every host.
 *
 * @throws ConnectionDropped when a fault rule breaks the connection; a host breaks it in its own way
 * @param mount path before the service's own paths: `/w/<workspace>` or nothing
 */
export async function answerRequest(
  core: Core,
  traffic: Traffic,
  request: ServiceRequest,
  mount: string,
): Promise<Reply> {
  const started = performance.now();
  const visit = visitOf(core, traffic, request, mount);
  const seen = (status: number) =>
    traffic.log.add({
      at: core.clock.now(),
      request,
      path: visit.path,
      status,
      durationMs: performance.now() - started,
    });
  try {
    const reply = await answerOrFault(visit);
    seen(reply.status);
    return request.method === 'HEAD' ? withoutContent(reply) : reply;
  } catch (error) {
    seen(0);
    throw error;
  }
}

/** The answer, unless a fault rule wants it otherwise. The control API and a browser's questions always work. */
function answerOrFault(visit: Visit): Promise<Reply> {
  const { traffic, request, path } = visit;
  if (visit.segments[0]?.toLowerCase() === 'sandbox' || request.method === 'OPTIONS')
    return answerVisit(visit);
  let fault: Fault | undefined;
  try {
    fault = traffic.faults.meet(request, path);
  } catch (error) {
    return Promise.resolve(answerToError(error, 'Problem'));
  }
  if (fault === undefined) return answerVisit(visit);
  return withFault(fault, traffic.faults.delayOf(fault), () => answerVisit(visit));
}

function visitOf(core: Core, traffic: Traffic, request: ServiceRequest, mount: string): Visit {
  // By hand: a URL object costs more than all the rest of a simple GET.
  const { url } = request;
  const host = url.indexOf('://') + 3;
  const slash = url.indexOf('/', host);
  const start = slash < 0 ? url.length : slash;
  const fragment = url.indexOf('#', start);
  const end = fragment < 0 ? url.length : fragment;
  const mark = url.indexOf('?', start);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  const path = url.slice(start + mount.length, pathEnd) || '/';
  const baseUrl = url.slice(0, start) + mount;
  const { basePath = '', pagesUrl } = traffic.reach;
  return {
    core,
    traffic,
    request,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path,
    segments: segmentsOf(path),
    search: pathEnd === end ? '' : url.slice(pathEnd + 1, end),
    baseUrl,
    pagesUrl: pagesUrl === undefined ? baseUrl : pagesUrl + mount.slice(basePath.length),
  };
}

function answerVisit(visit: Visit): Promise<Reply> {
  const router = routerOf(visit.segments);
  return router instanceof Promise
    ? router.then((loaded) => answerAt(loaded.find(visit.segments), visit))
    : answerAt(router?.find(visit.segments), visit);
}

async function answerAt(place: Place | undefined, visit: Visit): Promise<Reply> {
  const { request, path } = visit;
  if (
    request.method === 'OPTIONS' &&
    (place !== undefined || request.headers.has('Access-Control-Request-Method'))
  ) {
    // A browser that asks first is let through to an unknown path too, so that it sees the 404 and not a CORS failure.
    return preflight(path, place === undefined ? 'OPTIONS' : allowed(place));
  }
  if (place === undefined) return openToBrowsers(path, await nothingThere(path));
  const route = place.routes[visit.method as Route['method']];
  if (route === undefined) return openToBrowsers(path, wrongMethod(visit, place));
  return answerRoute(route, visit);
}

const routers = new Map<string, Router | Promise<Router>>();

/** The router of the section that a path lies in, made when the section is asked for first. */
function routerOf(segments: readonly string[]): Router | Promise<Router> | undefined {
  const section = sectionOf(segments);
  const known = routers.get(section);
  if (known !== undefined) return known;
  const loads = Object.hasOwn(sections, section) ? sections[section] : undefined;
  if (loads === undefined) return undefined;
  const loading = Promise.all(loads.map((load) => load())).then((lists) => {
    const router = new Router();
    for (const route of lists.flat()) router.add(route);
    routers.set(section, router);
    return router;
  });
  routers.set(section, loading);
  return loading;
}

function sectionOf(segments: readonly string[]): string {
  const first = segments[0]?.toLowerCase() ?? '';
  if (first === 'api') return `api/${segments[1]}/${segments[2]}`.toLowerCase();
  return first === 'sandbox' && segments.length > 1 ? `sandbox/${segments[1]}`.toLowerCase() : first;
}

async function answerRoute(route: Route, visit: Visit): Promise<Reply> {
  const { core, traffic, request } = visit;
  const warnings: string[] = [];
  const headers: Record<string, string> = {};
  const form = route.bodyType === 'form' ? 'OAuth' : isSelfService(route.path) ? 'SelfService' : 'Problem';
  let reply: Reply;
  try {
    if (route.credential === 'Control') guardControl(request, core.controlToken);
    const warn = (text: string) => warnings.push(text);
    const params = paramsOf(route, visit.segments);
    if (params === undefined) {
      throw new HttpProblem(400, 'InvalidData', `The path ${visit.path} is not valid percent-encoding.`);
    }
    const credentials = authenticate(route.credential, request, visit.search, core, traffic);
    countRequest(route, core, traffic, credentials, headers);
    // Nobody sends the control API what the real service would overlook.
    const strict = core.strict || route.credential === 'Control';
    const query = readQuery(route, visit.search, strict, warn);
    const input = await readBody(route, request, strict, warn);
    const call: Call = {
      core,
      traffic,
      request,
      baseUrl: visit.baseUrl,
      pagesUrl: visit.pagesUrl,
      pageOrigin: request.headers.get('Origin') ?? traffic.reach.pageOrigin,
      params,
      query,
      ...credentials,
      body: input.value,
      routes: allRoutes,
      warn,
    };
    const once = idOfRepeats(route, call);
    const handle = async () => toReply(route, await route.handle(call as Call<never, never>), request);
    reply = await (once === undefined ? handle() : answerOnce(once, call, input.text, form, handle));
  } catch (error) {
    reply = answerToError(error, form, (id) => traffic.workspaces.whoKnows(id, core));
  }
  if (warnings.length > 0) {
    headers['X-Sandbox-Warnings'] = warnings.map((text) => text.replace(/[^\x20-\x7e]/g, '?')).join('; ');
    traffic.log.warn(request, warnings);
  }
  if (route.credential !== 'Control') Object.assign(headers, corsHeaders);
  return withHeaders(reply, headers);
}

function toReply(route: Route, answer: Answer, request: ServiceRequest): Reply {
  if ('content' in answer) return answer;
  const { status, body, headers = {} } = answer;
  if (body === undefined) return { status, headers, content: null };
  const reply = jsonReply(status, body, headers);
  if (!isSingleResource(route, body)) return reply;
  const ETag = etagOf(reply.content as string);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && request.headers.get('If-None-Match') === ETag)
    return { status: 304, headers: { ETag }, content: null };
  return withHeaders(reply, { ETag });
}

function isSingleResource(route: Route, body: unknown): boolean {
  return route.credential === 'AccessToken' && typeof body === 'object' && body !== null && 'Id' in body;
}

function wrongMethod({ path, request }: Visit, place: Place): Reply {
  const allow = allowed(place);
  return problemReply(
    405,
    'MethodNotAllowed',
    `${masked(path)} does not take ${request.method}, but ${allow}.`,
    [],
    { Allow: allow },
  );
}

async function nothingThere(path: string): Promise<Reply> {
  const { nearestPath } = await import('./nearest-path.ts');
  const near = nearestPath(path, await allRoutes());
  const hint =
    near === undefined ? 'All paths are at /docs, for programs at /openapi.json.' : `Did you mean ${near}?`;
  return problemReply(404, 'NotFound', `There is no path ${masked(path)}. ${hint}`);
}

function openToBrowsers(path: string, reply: Reply): Reply {
  return isOpenToBrowsers(path) ? withHeaders(reply, corsHeaders) : reply;
}
