import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { withoutLongNumbers } from '../../../sdk/src/payment-data/masking.ts';
import { type FieldProblem, Problem, type ProblemKind } from '../domain/problem.ts';
import type { DeclineCode } from '../domain/problem-codes.ts';
import { StateError } from '../state/collection.ts';
import type { ServiceContext } from './env.ts';
import { ConnectionDropped } from './faults.ts';
import { guideAbout } from './guide-links.ts';
import { HttpProblem } from './http-problem.ts';

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

/** What every refusal looks like: RFC 9457 with the service's own fields beside it. */
export interface ProblemBody {
  /** Address of the guide that explains it. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly Message: string;
  readonly Code: DeclineCode;
  readonly Errors?: readonly FieldProblem[];
}

/** A refusal before it is an answer. */
export interface Refusal {
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  /** For people. */
  readonly message: string;
  /** Address of the guide that explains it. */
  readonly guide: string;
  readonly body: object;
}

/** Where a request was sent: guides are at the same place. */
export interface AskedPlace {
  readonly baseUrl: string;
  readonly path: string;
}

/** In which form a refusal goes out: RFC 9457, the same with the envelope of field notes 1.4, or RFC 6749, 5.2. */
export type ProblemForm = 'Problem' | 'SelfService' | 'OAuth';

/**
 * What was thrown as a refusal. What is no refusal of ours is a bug: 500, without a word of the inside.
 *
 * @param asked unknown where a request is refused before it is known which workspace is asked
 * @param workspaceOf the workspace that knows an id, to name it to a request that was sent to another one
 */
export function refusalOf(
  error: unknown,
  asked?: AskedPlace,
  form: ProblemForm = 'Problem',
  workspaceOf: (id: string) => string | undefined = () => undefined,
): Refusal {
  const problem = asProblem(error);
  const status = problem instanceof HttpProblem ? problem.status : statusByKind[problem.kind];
  const headers: Record<string, string> = problem instanceof HttpProblem ? { ...problem.headers } : {};
  if (problem.retryAfter !== undefined) headers['Retry-After'] = String(problem.retryAfter);
  const guide =
    asked === undefined
      ? 'about:blank'
      : `${asked.baseUrl}/docs/guides/${guideAbout(asked.path, status, problem.code)}`;
  if (form === 'OAuth') return oauthRefusal(problem, status, headers, guide);
  // Only the id of what was not found comes unchecked from the address.
  const message =
    problem.kind === 'NotFound'
      ? withoutLongNumbers(problem.message) + workspaceHint(problem.message, workspaceOf)
      : problem.message;
  const envelope = { Error: { Code: problem.code, Message: message, Details: customerText(problem) } };
  // A declined payment is an answer, not a broken request: 200 with the envelope alone (field notes 1.4).
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
 * Answers whatever was thrown: for `onError`.
 *
 * @throws ConnectionDropped for the host, which breaks the connection in its own way
 */
export function answerToError(
  c: Pick<Context, 'body'> & { readonly env?: unknown },
  error: unknown,
  form?: ProblemForm,
  workspaceOf?: (id: string) => string | undefined,
): Response {
  if (error instanceof ConnectionDropped) throw error;
  // Refused before it was known which workspace is asked, a request has no such environment.
  const env = c.env as ServiceContext['env'] | undefined;
  const asked = env?.trace === undefined ? undefined : env;
  const { status, headers, body } = refusalOf(error, asked, form, workspaceOf);
  const text = JSON.stringify(body);
  if (asked !== undefined) asked.trace.answerBody = text;
  return c.body(text, status, headers);
}

/** Shows whatever was thrown to a person in a browser. */
export async function pageOfError(
  c: ServiceContext,
  error: unknown,
  ...refusal: [form?: ProblemForm, workspaceOf?: (id: string) => string | undefined]
): Promise<Response> {
  if (error instanceof ConnectionDropped) throw error;
  const { status, message, headers, guide } = refusalOf(error, c.env, ...refusal);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  const { errorPage } = await import('./pages/error-page.tsx');
  return errorPage(c, status, message, guide);
}

/** What a page shows to the customer; nothing where only a developer can help. */
function customerText({ kind, code }: Problem): string {
  return kind === 'Declined' ? (declineTexts[code] ?? 'Your payment was declined.') : '';
}

const declineTexts: { readonly [code in DeclineCode]?: string } = {
  BearerExpired: 'Your card has expired.',
  BearerInvalid: 'Your card was declined.',
  InsufficientBalance: 'Your payment was declined: there are not enough funds.',
  LimitExceeded: 'Your payment was declined: it is above the limit of your bank.',
  Canceled: 'You have canceled the payment.',
  PSPConnectionProblem: 'The payment provider cannot be reached. Please try again later.',
  PSPConnectionTimeout: 'The payment provider did not answer. Please try again later.',
};

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const problemJson = { 'Content-Type': 'application/problem+json; charset=utf-8' };

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
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
    'The sandbox failed. This is a bug of the sandbox, not of your request; its console has the details.',
  );
}

/** Names the workspace of an id that is unknown here: the usual mistake of parallel tests. */
function workspaceHint(message: string, workspaceOf: (id: string) => string | undefined): string {
  const id = /"([0-9a-f]{24})"/i.exec(message)?.[1];
  const workspace = id === undefined ? undefined : workspaceOf(id);
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

/** A refusal of the OAuth endpoints, with the error of RFC 6749, 5.2. */
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
