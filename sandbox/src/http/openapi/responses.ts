import * as z from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Operation, PlainSchema } from '../description.ts';
import { guideAbout } from '../guide-links.ts';
import { makesRoom } from '../quotas.ts';
import { declined, oauthError, problem, refusals } from './problems.ts';

type Responses = Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject>;

/** What an operation answers, and how it refuses. */
export function responsesOf(operation: Operation): Responses {
  const responses: Responses = {};
  for (const [status, schema] of Object.entries(operation.answers))
    responses[status as keyof Responses] = answerOf(operation, status, schema);
  for (const status of refusalStatusesOf(operation)) {
    const own = responses[`${status}` as keyof Responses]?.content;
    const refusal = refusalOf(operation, status);
    // A route may refuse in a form of its own and, before it is reached, in that of the service.
    responses[`${status}` as keyof Responses] = { ...refusal, content: { ...own, ...refusal.content } };
  }
  return responses;
}

const text = { schema: { type: 'string' } } as const;
const integer = { schema: { type: 'integer' } } as const;

const rateLimitHeaders = {
  'X-RateLimit-Limit': { description: 'Requests in a window.', ...integer },
  'X-RateLimit-Remaining': { description: 'Requests that are left in this window.', ...integer },
};

function answerOf(
  { path, credential, contentType }: Operation,
  status: string,
  schema: z.ZodType | PlainSchema | undefined,
): ZodOpenApiResponseObject {
  const single = schema !== undefined && !(schema instanceof z.ZodArray);
  const content: ZodOpenApiContentObject = {};
  if (schema !== undefined) content['application/json'] = { schema: jsonOf(path, schema) };
  for (const type of [contentType ?? []].flat())
    content[type] = { schema: { type: 'string', format: 'binary' } };
  return {
    description: descriptionOf(Number(status)),
    headers: {
      ...(path.startsWith('/api/') ? rateLimitHeaders : {}),
      ...(single && credential === 'AccessToken'
        ? { ETag: { description: 'Of a single resource; for `If-Match` and `If-None-Match`.', ...text } }
        : {}),
    },
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function jsonOf(path: string, schema: z.ZodType | PlainSchema) {
  if ('jsonSchema' in schema) return schema.jsonSchema;
  return isSelfService(path) ? z.union([schema, declined]) : schema;
}

/** Whether ClientLib or a page calls it: such answers carry the `Error` envelope of field notes 1.4. */
function isSelfService(path: string): boolean {
  return path.startsWith('/api/v1/CustomerSelfService/') || path.startsWith('/providers/');
}

function descriptionOf(status: number): string {
  if (status >= 400) return refusals[status]?.description ?? 'Refused.';
  return status === 204 ? 'Done, without content.' : 'Done.';
}

/** OAuth's endpoints take forms and refuse in a form of their own; the forms of pages answer with pages. */
const isOAuthForm = ({ form, contentType }: Operation) => form !== undefined && contentType !== 'text/html';

/** Which refusals follow from what a route is, besides those that it names itself. */
function refusalStatusesOf(operation: Operation): number[] {
  const { credential, path, json, form, query, method, contentType } = operation;
  const body = json ?? form;
  // There may be no such workspace, and a fault may be asked for without the right to it.
  const found = new Set([403, 404, 429, ...(operation.refusals ?? [])]);
  const add = (...statuses: number[]) => {
    for (const status of statuses) found.add(status);
  };
  if (method !== 'GET' && method !== 'DELETE' && !makesRoom(path)) add(507);
  if (isOAuthForm(operation)) add(400, 409, 413);
  else {
    if (credential === 'AccessToken' || credential === 'SelfServiceToken') add(400, 401);
    if (credential === 'Control') add(401);
    if (path.includes('{')) add(400, 404);
    // With --strict also what the path does not know.
    if (query !== undefined || body !== undefined || contentType !== 'text/html') add(422);
    if (path.startsWith('/api/') && method === 'DELETE') add(413);
    if (body !== undefined) add(400, 413, 415);
    if (path.startsWith('/api/') && (method === 'POST' || method === 'PUT')) add(400, 409, 422);
    if (isSelfService(path)) add(401, 403, 404, 409, 422);
    // The clock moves, and the client does not wait.
    if (operation.whileClockMoves !== true) add(409);
    // The state cannot be kept at present.
    if (method !== 'GET') add(503);
  }
  return [...found].sort();
}

/** Statuses whose refusals say when to try again. */
const RETRIED = [429, 503, 507];

/** Statuses of refusals before a section is reached. */
const EARLY = [403, 429];

function refusalOf(operation: Operation, status: number): ZodOpenApiResponseObject {
  const { description, code, message } = refusals[status] ?? unknownRefusal;
  const common = {
    description,
    headers: {
      ...(status === 401 ? { 'WWW-Authenticate': { description: 'The challenge.', ...text } } : {}),
      ...(RETRIED.includes(status) ? { 'Retry-After': { description: 'Seconds.', ...integer } } : {}),
    },
  };
  if (isOAuthForm(operation) && status !== 404) {
    const example = { error: 'invalid_client', error_description: message, Message: message };
    const early = EARLY.includes(status) ? { 'application/problem+json': { schema: problem } } : {};
    return { ...common, content: { 'application/json': { schema: oauthError, example }, ...early } };
  }
  const title = description.replace(/[.;,].*$/, '');
  const type = `http://localhost:4400/docs/guides/${guideAbout(operation.path, status, code)}`;
  const example = { type, title, status, detail: message, Message: message, Code: code };
  return {
    ...common,
    content: {
      'application/problem+json': { schema: problem, example },
      ...(operation.contentType === 'text/html' ? { 'text/html': text } : {}),
    },
  };
}

const unknownRefusal = { description: 'Refused.', code: 'InvalidData', message: 'Refused.' };
