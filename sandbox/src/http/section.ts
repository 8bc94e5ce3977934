import { type Context, type Env, Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { stateReplaced } from '../core.ts';
import { Problem } from '../domain/problem.ts';
import { wantsPage } from './accepts.ts';
import type { AnswerOf, Described, InputOf } from './describe.ts';
import type { Credential, Description, Operation } from './description.ts';
import type { ServiceEnv } from './env.ts';
import { ConnectionDropped } from './faults.ts';
import type { Access } from './middleware/access.ts';
import { openToBrowsers } from './middleware/browsers.ts';
import { nothingThere, wrongMethod } from './not-found.ts';
import { PathWords } from './path.ts';
import { answerToError, type ProblemForm, pageOfError } from './problem-answer.ts';

type Handler<D extends Description, Path extends string, Added extends Env> = (
  c: Context<ServiceEnv & Added, Path, InputOf<D>>,
) => AnswerOf<D> | Promise<AnswerOf<D>>;

type AddRoute = <const D extends Description, Path extends string, Added extends Env>(
  path: Path,
  described: Described<D>,
  access: Access<Added>,
  handler: Handler<D, Path, Added>,
) => void;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * The routes of one resource: a Hono app in which each route has a description, an access and a handler, whose answer the
 * compiler holds to the description.
 */
export interface Section extends Readonly<Record<Method, AddRoute>> {
  readonly fetch: Hono<ServiceEnv>['fetch'];
  readonly routes: Hono<ServiceEnv>['routes'];
}

/**
 * Makes the app of one resource.
 *
 * @param path before the paths of its routes
 * @param form in which form its refusals go out
 */
export function section(path: string, form: ProblemForm = 'Problem'): Section {
  let words: PathWords | undefined;
  const app: Hono<ServiceEnv> = new Hono<ServiceEnv>({
    getPath: (_request, options) => {
      words ??= new PathWords(app.routes.map((route) => route.path));
      return words.canonical(options?.env?.path ?? '/');
    },
  });
  app.use(openToBrowsers, methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }));
  app.notFound(nothingThere);
  app.onError((error, c) => {
    const { core, traffic } = c.env;
    const workspaceOf = (id: string) => traffic.workspaces.workspaceKnowing(id, core);
    if (core.replacements !== c.env.replacements && isOfStateBefore(error))
      return answerToError(c, stateReplaced(), form);
    if (c.get('description')?.contentType === 'text/html' && wantsPage(c))
      return pageOfError(c, error, form, workspaceOf);
    return answerToError(c, error, form, workspaceOf);
  });
  return app.basePath(path) as Section;
}

/** Whether a reset meanwhile explains what was thrown: nothing is there any more of what the request began with. */
function isOfStateBefore(error: unknown): boolean {
  return !(error instanceof ConnectionDropped) && (!(error instanceof Problem) || error.kind === 'NotFound');
}

/** The routes of an app, from the handlers that describe them. */
export function operationsOf({ routes }: Section): Operation[] {
  const accesses = new Map<string, Credential>();
  for (const { method, path, handler } of routes)
    if ('credential' in handler) accesses.set(`${method} ${path}`, (handler as Access).credential);
  return routes.flatMap(({ method, path, handler }) => {
    const credential = accesses.get(`${method} ${path}`);
    if (!('description' in handler) || credential === undefined) return [];
    const { description } = handler as MiddlewareHandler & Described;
    return [
      {
        ...description,
        method: method as Operation['method'],
        path: path.replace(/:(\w+)/g, '{$1}'),
        credential,
      },
    ];
  });
}
