import type { Context } from 'hono';
import type { Core } from '../../core/core.ts';
import { Problem } from '../../domain/basics/problem.ts';
import type { SelfServiceToken } from '../../domain/records/access.ts';
import type { CreateCopy, CreateReplay } from '../traffic/fork.ts';
import type { RequestTrace } from '../traffic/request-log.ts';
import type { RequestTurn } from '../traffic/request-turn.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { FoundRoute, Operation, Rules } from './description.ts';

/**
 * The dependencies of a request, passed from app to app as Hono's `env`. The internal fields are not in the package's
 * types: applications that mount the app do not need the service's internals.
 */
export interface ServiceBindings {
  /** @internal */
  readonly core: Core;
  /** Number of times that the state had been replaced when the request arrived. */
  readonly replacements: number;
  /** State between requests: the log, limits, keys. @internal */
  readonly traffic: Traffic;
  /** The network address of the caller. */
  readonly visitor: string | undefined;
  /** The URL as received. */
  readonly url: string;
  /** Path below the workspace, as received. */
  readonly path: string;
  /** URL of the service, without a trailing slash: `http://localhost:4400/w/checkout`. */
  readonly baseUrl: string;
  /** Prefix of the paths of pages that a browser navigates to. Default: the base URL. */
  readonly pagesUrl: string;
  /** All routes, for their documentation. */
  readonly operations: () => Promise<readonly Operation[]>;
  /** Responds to a message of a coding agent. The tools are loaded with the first message. */
  readonly answerAgent: (request: Request, message: unknown, env: ServiceBindings) => Promise<Response>;
  /** Creates a sandbox beside this one, for a copy of its state. */
  readonly createCopy: CreateCopy;
  /** Creates a sandbox beside this one, in which a session is replayed. */
  readonly createReplay: CreateReplay;
  /** Warnings for the developer, in the log and in the header `X-Sandbox-Warnings`. */
  readonly warnings: string[];
  /** Read-only fields in the body, by their names as received. */
  readonly ignored: Map<string, unknown>;
  /** Information about the request for the log. */
  readonly trace: RequestTrace;
  /** Headers of the response, from all steps. Cheaper than in Hono, which creates a `Headers` object for them. */
  readonly headers: Record<string, string>;
  /**
   * The response that already has {@link headers}, with its own headers and its body: reading them from a `Response` copies
   * its stream.
   */
  response: Response | undefined;
  responseHeaders: Readonly<Record<string, string>>;
  responseBody: string | null;
  /** Set by the first step. */
  route: FoundRoute | undefined;
  /** The calling program, if the request names it; set by the first step. */
  client: string | undefined;
  /** The caller, for limits and repeats; set by the authentication step. */
  caller: string;
  /** Text of the body, if the route accepts one. */
  body: string;
  /** The turn of the request, if turns are recorded. */
  turn: RequestTurn | undefined;
}

export interface ServiceEnv {
  Bindings: ServiceBindings;
  Variables: { selfServiceToken?: SelfServiceToken };
}

/** The context of a request, without the fields that its route adds. */
export type ServiceContext = Pick<
  Context<ServiceEnv>,
  'env' | 'req' | 'get' | 'header' | 'body' | 'html' | 'newResponse'
>;

/** The rules of the zone that the request belongs to. */
export function routeRules({ env: { route } }: Pick<ServiceContext, 'env'>): Rules {
  if (route === undefined) throw new Error('The request has no route.');
  return route.rules;
}

/** Maximum number of warnings per request, and characters per warning: clients reject headers of more than 16 kB. */
const MAX_WARNINGS = 40;
const MAX_WARNING_LENGTH = 200;

/** Warns the developer of valid input that is probably a mistake. */
export function warn(c: ServiceContext, text: string): void {
  const { warnings, headers } = c.env;
  if (warnings.length > MAX_WARNINGS) return;
  const short = text.length <= MAX_WARNING_LENGTH ? text : `${text.slice(0, MAX_WARNING_LENGTH)}…`;
  warnings.push(warnings.length < MAX_WARNINGS ? short : 'there are more warnings, which are not listed');
  headers['X-Sandbox-Warnings'] = warnings.join('; ').replace(/[^\x20-\x7e]/g, '?');
}

/**
 * Warns the developer of input that is ignored, or not read in the way it was sent.
 *
 * @param field path of the input
 * @throws Problem Invalid with `--strict`, before anything is changed
 */
export function warnOrRefuse(
  c: ServiceContext,
  field: string,
  text: string,
  strict = c.env.core.strict,
): void {
  if (!strict) {
    warn(c, text);
    return;
  }
  throw new Problem('Invalid', 'InvalidData', `${text}.`, [
    { Field: field, Code: 'InvalidData', Message: text },
  ]);
}

/** Origin of the requesting page; `undefined` if there is none. */
export function pageOrigin(c: ServiceContext): string | undefined {
  return c.req.header('Origin') ?? c.env.traffic.hostOptions.pageOrigin;
}
