import type { z } from 'zod';
import { type FieldProblem, Problem, type ProblemKind } from '../domain/problem.ts';
import { StoreError } from '../state/collection.ts';

const statusByKind: { readonly [kind in ProblemKind]: number } = {
  Invalid: 422,
  NotFound: 404,
  Conflict: 409,
  Unauthorized: 401,
  Forbidden: 403,
  PreconditionFailed: 412,
  Unavailable: 503,
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
};

/** What every refusal looks like: RFC 9457 with the service's own fields beside it. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly Message: string;
  readonly Code: string;
  readonly Errors?: readonly FieldProblem[];
}

/** @param extra further fields, such as the `Error` envelope of self-service answers */
export function problemResponse(
  status: number,
  code: string,
  message: string,
  fields: readonly FieldProblem[] = [],
  headers: { readonly [name: string]: string } = {},
  extra: object = {},
): Response {
  const body: ProblemBody = {
    type: 'about:blank',
    title: titleByStatus[status] ?? 'Problem',
    status,
    detail: message,
    Message: message,
    Code: code,
    ...(fields.length > 0 ? { Errors: fields } : {}),
    ...extra,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers },
  });
}

/** Turns whatever was thrown into an answer. What is no refusal of ours is a bug: 500, without a word of the inside. */
export function answerToError(error: unknown, selfService: boolean): Response {
  if (error instanceof Problem) {
    const status = (error as { status?: number }).status ?? statusByKind[error.kind];
    const headers = error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) };
    const envelope = { Error: { Code: error.code, Message: error.message, Details: error.fields } };
    // A declined payment is an answer, not a broken request: 200 with the envelope alone (field notes 1.4).
    if (error.kind === 'Declined') return Response.json(envelope, { headers });
    return problemResponse(status, error.code, error.message, error.fields, headers, selfService ? envelope : {});
  }
  if (error instanceof StoreError) {
    return problemResponse(409, 'Duplicate', `${error.index} "${error.value}" is taken already; it must be unique.`, [
      { Field: error.index, Code: 'Duplicate', Message: `"${error.value}" is taken already.` },
    ]);
  }
  console.error('clientlib-sandbox: a request failed by a bug of the sandbox.', error);
  const message = 'The sandbox failed. This is a bug of the sandbox, not of your request; its console has the details.';
  const envelope = { Error: { Code: 'InternalError', Message: message, Details: [] } };
  return problemResponse(500, 'InternalError', message, [], {}, selfService ? envelope : {});
}

/** The zod issues of a request as field problems: which field, what came, what was expected. */
export function fieldProblems(error: z.ZodError, input: unknown): FieldProblem[] {
  return error.issues.map((issue) => {
    const field = issue.path.reduce<string>(
      (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path === '' ? String(part) : `${path}.${String(part)}`),
      '',
    );
    const came = issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)?.[part], input);
    return {
      Field: field,
      Code: came === undefined ? 'Missing' : 'InvalidData',
      Message: came === undefined ? `is required: ${issue.message}` : `${issue.message}, got ${shown(came)}`,
    };
  });
}

/** A value as an error message may show it: short, and never a long run of digits, which could be a card. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const masked = text.replace(/\d(?:[ -]?\d){11,}/g, '…');
  return masked.length > 60 ? `${masked.slice(0, 60)}…` : masked;
}
