import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { invalid, Problem, type ProblemKind } from '../../domain/basics/problem.ts';
import { StateError, UnknownCursor } from '../../state/collection.ts';
import { ConnectionDropped } from '../traffic/faults.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import type { ProblemBody } from '../wire/problem-body.ts';
import type { Rules } from '../zones/description.ts';
import { routeRules, type ServiceContext } from '../zones/env.ts';
import { guideAbout, markdownLink } from '../zones/guide-links.ts';
import type { SentencesByCode } from './customer-sentences/by-code.ts';
import { respond } from './respond.ts';

const statusByKind: { readonly [kind in ProblemKind]: ContentfulStatusCode } = {
  Invalid: 422,
  NotFound: 404,
  Conflict: 409,
  Unauthorized: 401,
  Forbidden: 403,
  PreconditionFailed: 412,
  Unavailable: 503,
  TooManyRequests: 429,
  Declined: 200,
};

const titleByStatus: { readonly [status: number]: string } = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed in the meantime',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Invalid data',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Not available',
  507: 'Quota exceeded',
};

/** A rejection before it becomes a response. */
export interface Refusal {
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  /** Text for people. */
  readonly message: string;
  /** Address of the guide that explains it. */
  readonly guide: string;
  readonly body: object;
}

/** The facts that decide the format of a rejection. */
interface Asked {
  readonly rules: Rules;
  readonly baseUrl: string;
  /** The workspace that has an id, to name it to a request that was sent to another one. */
  readonly findWorkspace: (id: string) => string | undefined;
  /** The customer's messages, in their language, if ClientLib sent the request. */
  readonly sentences?: SentencesByCode | undefined;
}

/**
 * Converts an error to a rejection. Any error that is not a problem is a bug: 500, without internal details.
 *
 * @param asked undefined if the request was rejected before its workspace was known
 */
export function toRefusal(error: unknown, asked?: Asked): Refusal {
  const problem = asProblem(error);
  const status = problem instanceof HttpProblem ? problem.status : statusByKind[problem.kind];
  const headers: Record<string, string> = problem instanceof HttpProblem ? { ...problem.headers } : {};
  if (problem.retryAfter !== undefined) headers['Retry-After'] = String(problem.retryAfter);
  const form = asked?.rules.problems;
  const guide =
    asked === undefined
      ? 'about:blank'
      : `${asked.baseUrl}/docs/guides/${guideAbout(asked.rules, status, problem.code)}`;
  if (asked !== undefined) headers['Link'] = markdownLink(guide, 'help');
  if (form === 'OAuth') return oauthRefusal(problem, status, headers, guide);
  // Only the id in a 404 comes unchecked from the URL.
  const message =
    problem.kind === 'NotFound'
      ? withoutLongNumbers(problem.message) + workspaceHint(problem.message, asked)
      : problem.message;
  const envelope = { Error: selfServiceError(problem, message, asked?.sentences) };
  // A declined payment is a result, not a broken request: 200 with the envelope alone (field notes 1.4).
  if (problem.kind === 'Declined')
    return { status: 200, headers: { ...json, ...headers }, message, guide, body: envelope };
  const body: ProblemBody = {
    type: guide,
    title: titleByStatus[status] ?? 'Problem',
    status,
    detail: message,
    Message: message,
    Code: problem.code,
    ...(problem.fields.length > 0 ? { Errors: problem.fields } : {}),
    ...(form === 'SelfService' ? envelope : {}),
  };
  return { status, headers: { ...problemJson, ...headers }, message, guide, body };
}

/**
 * The response to an error thrown before the workspace of the request is known.
 *
 * @throws ConnectionDropped for the host, which breaks the connection itself
 */
export function responseToError(error: unknown): Response {
  if (error instanceof ConnectionDropped) throw error;
  const { status, headers, body } = toRefusal(error);
  return new Response(JSON.stringify(body), { status, headers });
}

/** Responds to a thrown error in the format of the zone. @throws ConnectionDropped, as {@link responseToError} */
export function answerToError(c: ServiceContext, error: unknown, sentences?: SentencesByCode): Response {
  if (error instanceof ConnectionDropped) throw error;
  const { status, headers, body } = toRefusal(error, { ...askedIn(c), sentences });
  const text = JSON.stringify(body);
  c.env.trace.answerBody = text;
  return respond(c, text, status, headers);
}

/** Shows a thrown error to a person in a browser. */
export async function pageOfError(c: ServiceContext, error: unknown): Promise<Response> {
  if (error instanceof ConnectionDropped) throw error;
  const { status, message, headers, guide } = toRefusal(error, askedIn(c));
  const { 'Content-Type': _ofProgram, ...others } = headers;
  Object.assign(c.env.headers, others);
  const { errorPage } = await import('../pages/error-page.tsx');
  return errorPage(c, status, message, guide);
}

function askedIn(c: ServiceContext): Asked {
  const { baseUrl, core, traffic } = c.env;
  return {
    rules: routeRules(c),
    baseUrl,
    findWorkspace: (id) => traffic.workspaces.workspaceKnowing(id, core),
  };
}

/**
 * The envelope of field notes 1.4: a sentence for anybody, the reason for a declined payment, and details for the
 * developer.
 */
function selfServiceError(
  { kind, code, fields, order }: Problem,
  message: string,
  sentences?: SentencesByCode,
) {
  const sentence = sentences === undefined ? message : (sentences[code] ?? sentences['']);
  const isDeclined = kind === 'Declined' && sentences !== undefined;
  return {
    Code: code,
    Message: isDeclined && code !== 'Canceled' ? (sentences.Rejected ?? sentence) : sentence,
    Details: isDeclined ? (sentences[code] ?? sentences.Rejected ?? sentence) : '',
    DeveloperMessage: message,
    ...(fields[0] === undefined || fields[0].Field === '' ? {} : { Field: fields[0].Field }),
    ...(order && { Order: order }),
  };
}

const noSniffing = { 'X-Content-Type-Options': 'nosniff' };
const json = { 'Content-Type': 'application/json; charset=utf-8', ...noSniffing };
const problemJson = { 'Content-Type': 'application/problem+json; charset=utf-8', ...noSniffing };

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof UnknownCursor) return invalid('from', error.message);
  if (error instanceof StateError) {
    const message = `${error.index} "${error.value}" is taken already; it must be unique.`;
    const Message = `"${error.value}" is taken already.`;
    return new Problem('Conflict', 'AlreadyExists', message, [
      { Field: error.index, Code: 'AlreadyExists', Message },
    ]);
  }
  // biome-ignore lint/suspicious/noConsole: a bug of the sandbox must not go unseen
  console.error('clientlib-sandbox: a request failed by a bug of the sandbox.', error);
  return new HttpProblem(
    500,
    'InternalError',
    'The sandbox failed. This is a bug in the sandbox, not in your request; its console has the details.',
  );
}

/** Names the workspace of an id that is unknown here: a common mistake in parallel tests. */
function workspaceHint(message: string, asked: Asked | undefined): string {
  const id = /"([0-9a-f]{24})"/i.exec(message)?.[1];
  const workspace = id === undefined ? undefined : asked?.findWorkspace(id);
  return workspace === undefined ? '' : ` The id belongs to ${workspace}.`;
}

/** RFC 6749, 5.2: `error` and `error_description`, never cached. */
function oauthRefusal(
  problem: Problem,
  status: ContentfulStatusCode,
  headers: { readonly [name: string]: string },
  guide: string,
): Refusal {
  const error =
    problem instanceof OAuthProblem
      ? problem.error
      : status === 429 || status === 409
        ? 'temporarily_unavailable'
        : 'invalid_request';
  return {
    status,
    headers: { ...json, 'Cache-Control': 'no-store', Pragma: 'no-cache', ...headers },
    message: problem.message,
    guide,
    body: { error, error_description: problem.message, Message: problem.message },
  };
}

/** A rejection of the OAuth endpoints, with the error of RFC 6749, 5.2. */
export class OAuthProblem extends HttpProblem {
  readonly error: string;

  constructor(
    status: ContentfulStatusCode,
    error: string,
    message: string,
    headers: { readonly [name: string]: string } = {},
  ) {
    super(status, status === 401 ? 'LoginError' : 'InvalidData', message, headers);
    this.error = error;
  }
}
