import { withoutLongNumbers } from '../../../sdk/src/payment-data/masking.ts';
import { service } from '../service/http/app.ts';
import { allOperations } from '../service/http/routes/index.ts';
import { HttpProblem } from '../service/http/wire/http-problem.ts';
import { splitUrl } from '../service/http/wire/path.ts';
import { isCrossSite } from '../service/http/wire/same-site.ts';
import type { ServiceBindings } from '../service/http/zones/env.ts';
import type { OpenWorkspace, Workspaces } from './workspaces.ts';

const WORKSPACE = /^\/+w\/+([^/]+)/i;

/** The host's data about a request. */
export interface Arrival {
  /** The network address of the client. */
  readonly visitor?: string | undefined;
  /** The workspace that the host name of the request identifies; a workspace in the path takes precedence. */
  readonly workspace?: string | undefined;
}

/** @throws HttpProblem 400 for a workspace name that is invalid in a path, 404 if there is none */
export function answerRequest(
  workspaces: Workspaces,
  basePath: string,
  request: Request,
  { visitor, workspace: ofHost }: Arrival,
): Response | Promise<Response> {
  const { url } = request;
  const { origin, path } = splitUrl(url);
  // An app that mounts the sandbox may have removed the base path.
  const below = isBelow(path, basePath) ? path.slice(basePath.length) : path;
  const [mount = '', encoded] = WORKSPACE.exec(below) ?? [];
  const answerIn = (workspace: OpenWorkspace) =>
    service.fetch(
      request,
      bindingsFor(workspace, url, origin, basePath + mount, below.slice(mount.length), visitor),
    );
  const name = encoded === undefined ? ofHost : decodedName(encoded);
  if (name === undefined) return answerIn(workspaces.main);
  const workspace = workspaces.find(name);
  return workspace === undefined ? answerFirst(workspaces, name, request, answerIn) : answerIn(workspace);
}

/** Responds to the first request to a workspace, and creates the workspace unless the response is 404. */
async function answerFirst(
  workspaces: Workspaces,
  name: string,
  request: Request,
  answerIn: (workspace: OpenWorkspace) => Response | Promise<Response>,
): Promise<Response> {
  // A service worker does not see which site opens a page in a window, frame or form, so such a request creates nothing. Its
  // mode is `same-origin` after its body was read.
  const isForeign = ['navigate', 'same-origin'].includes(request.mode) || isCrossSite(request);
  if (!workspaces.onFirstUse || isForeign || !workspaces.hasRoom) throw noWorkspace(name);
  const workspace = workspaces.open(name);
  const { revision } = workspace.core.state.documents;
  const response = await answerIn(workspace);
  // A concurrent request may have found something.
  const unused = workspace.core.state.documents.revision === revision && workspace.traffic.log.count <= 1;
  if (response.status === 404 && unused) workspaces.remove(name);
  return response;
}

function noWorkspace(name: string): HttpProblem {
  return new HttpProblem(
    404,
    'NotFound',
    `There is no workspace "${withoutLongNumbers(name.slice(0, 64))}". POST /sandbox/workspaces {"Name": "…"} creates it; ` +
      'it is not created by pages of other sites, or if the sandbox is exposed.',
  );
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

/** @param mount path before the service's own paths: base path and workspace */
export function bindingsFor(
  { core, traffic, createCopy, createReplay }: OpenWorkspace,
  url: string,
  origin: string,
  mount: string,
  path: string,
  visitor?: string,
): ServiceBindings {
  const { basePath = '', pagesUrl } = traffic.hostOptions;
  const baseUrl = origin + mount;
  return {
    core,
    replacements: core.state.replacements,
    visitor,
    traffic,
    url,
    path: path || '/',
    baseUrl,
    pagesUrl: pagesUrl === undefined ? baseUrl : pagesUrl + mount.slice(basePath.length),
    operations: allOperations,
    answerAgent,
    createCopy,
    createReplay,
    warnings: [],
    ignored: new Map(),
    trace: { id: 0 },
    headers: {},
    response: undefined,
    responseHeaders: {},
    responseBody: null,
    route: undefined,
    client: undefined,
    caller: '',
    body: '',
    turn: undefined,
  };
}

/** Responds to a coding agent in its workspace; the tools are loaded with the first request. */
async function answerAgent(request: Request, message: unknown, env: ServiceBindings): Promise<Response> {
  const { answerInWorkspace } = await import('./agent-access.ts');
  return answerInWorkspace(request, message, env, bindingsFor);
}
