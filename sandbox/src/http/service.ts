import { Hono } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Core } from '../core.ts';
import { Problem } from '../domain/problem.ts';
import { authenticate } from './authentication.ts';
import { nearestOf } from './casing.ts';
import { corsHeaders, preflight } from './cors.ts';
import { refuseForeignOrigin } from './control-guard.ts';
import { etagOf } from './etag.ts';
import { answerToError, problemResponse } from './problem-response.ts';
import { readBody, readQuery } from './request-input.ts';
import type { RequestLog } from './request-log.ts';
import type { Call, Route } from './route.ts';
import { routes } from './routes/index.ts';

interface Environment {
  readonly Bindings: { readonly core: Core; readonly log: RequestLog; readonly baseUrl: string; readonly path: string };
}

/** The path as it is compared: no doubled and no trailing slash, lower case (field notes 2.1). */
function comparable(path: string): string {
  const single = path.replace(/\/{2,}/g, '/');
  return (single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single).toLowerCase();
}

const app = new Hono<Environment>({
  router: new RegExpRouter(),
  getPath: (_request, options) => comparable((options?.env as Environment['Bindings']).path),
});

for (const entry of routes) {
  const pattern = entry.path.toLowerCase().replace(/\{(\w+)\}/g, ':$1');
  const names = entry.path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  app.on(entry.method, pattern, (context) => answerTo(entry, names, context.req.raw, context.env));
}

app.notFound((context) => nothingThere(context.req.raw, context.env));

/**
 * The service as a function from request to answer, for every host.
 *
 * @param mount path before the service's own paths: `/w/<workspace>` or nothing
 */
export async function answerRequest(core: Core, log: RequestLog, request: Request, mount: string): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(mount.length) || '/';
  const started = performance.now();
  let response: Response;
  if (request.method === 'OPTIONS') response = preflight(comparable(path), routes);
  else if (request.method === 'HEAD') response = await headOf(core, log, request, { url, path, mount });
  else response = await app.fetch(request, { core, log, baseUrl: url.origin + mount, path });
  log.add({ at: core.clock.now(), request, path, response, durationMs: performance.now() - started });
  return response;
}

async function headOf(
  core: Core,
  log: RequestLog,
  request: Request,
  { url, path, mount }: { url: URL; path: string; mount: string },
): Promise<Response> {
  const get = new Request(request.url, { headers: request.headers });
  const response = await app.fetch(get, { core, log, baseUrl: url.origin + mount, path });
  return new Response(null, response);
}

async function answerTo(
  entry: Route,
  names: readonly (string | undefined)[],
  request: Request,
  { core, log, baseUrl, path }: Environment['Bindings'],
): Promise<Response> {
  const warnings: string[] = [];
  const selfService = entry.path.startsWith('/api/v1/CustomerSelfService/') || entry.path.startsWith('/providers/');
  let response: Response;
  try {
    if (entry.credential === 'Control') refuseForeignOrigin(request);
    const warn = (text: string) => warnings.push(text);
    const url = new URL(request.url);
    const call: Call = {
      core,
      request,
      baseUrl,
      params: paramsOf(names, path),
      query: readQuery(entry, url, core.strict, warn),
      ...authenticate(entry.credential, request, url, core),
      body: await readBody(entry, request, core.strict, warn),
      warn,
    };
    const answer = await entry.handle(call as Call<never, never>);
    response = answer instanceof Response ? answer : toResponse(entry, answer, request);
  } catch (error) {
    response = answerToError(error, selfService);
  }
  if (warnings.length > 0) {
    response.headers.set('X-Sandbox-Warnings', warnings.map((text) => text.replace(/[^\x20-\x7e]/g, '?')).join('; '));
    log.warn(request, warnings);
  }
  if (entry.credential !== 'Control') for (const [name, value] of corsHeaders) response.headers.set(name, value);
  return response;
}

function paramsOf(names: readonly (string | undefined)[], path: string): Record<string, string> {
  const params: Record<string, string> = {};
  const parts = path.replace(/\/{2,}/g, '/').split('/');
  names.forEach((name, at) => {
    if (name === undefined) return;
    try {
      params[name] = decodeURIComponent(parts[at] ?? '');
    } catch {
      throw new Problem('Invalid', 'InvalidData', `The path segment "${parts[at]}" is not valid percent-encoding.`);
    }
  });
  return params;
}

function toResponse(
  entry: Route,
  answer: { readonly status: number; readonly body?: unknown; readonly headers?: { readonly [name: string]: string } },
  request: Request,
): Response {
  if (answer.body === undefined) return new Response(null, { status: answer.status, headers: answer.headers ?? {} });
  const text = JSON.stringify(answer.body);
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8', ...answer.headers };
  if (isSingleResource(entry, answer.body)) {
    const etag = etagOf(text);
    headers['ETag'] = etag;
    if (request.method === 'GET' && request.headers.get('If-None-Match') === etag) {
      return new Response(null, { status: 304, headers: { ETag: etag } });
    }
  }
  return new Response(text, { status: answer.status, headers });
}

function isSingleResource(entry: Route, body: unknown): boolean {
  return entry.credential === 'AccessToken' && typeof body === 'object' && body !== null && !Array.isArray(body) && 'Id' in body;
}

function nothingThere(request: Request, { path }: Environment['Bindings']): Response {
  const wanted = comparable(path);
  const methods = routes.filter((entry) => matches(entry.path, wanted)).map((entry) => entry.method);
  if (methods.length > 0) {
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
    return problemResponse(405, 'MethodNotAllowed', `${path} does not take ${request.method}, but ${allow}.`, [], {
      Allow: allow,
    });
  }
  const near = nearestOf(wanted, [...new Set(routes.map((entry) => entry.path))]);
  const hint = near === undefined ? 'See /openapi.json for all paths.' : `Did you mean ${near}?`;
  return problemResponse(404, 'NotFound', `There is no path ${path}. ${hint}`, [], Object.fromEntries(corsHeaders));
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.toLowerCase().split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at]);
}
