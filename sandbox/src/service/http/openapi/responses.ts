import * as z from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Operation, PlainSchema, Rules } from '../zones/description.ts';
import { guideAbout } from '../zones/guide-links.ts';
import { rest } from '../zones/zones.ts';
import { declined, oauthError, problem, type Refusal, refusals, refusalsFor } from './problems.ts';

type Responses = Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject>;

export function toResponses(operation: Operation): Responses {
  const responses: Responses = {};
  for (const [status, schema] of Object.entries(operation.answers))
    responses[status as keyof Responses] = toResponse(operation, status, schema);
  for (const [status, refusal] of refusalsFor(operation)) {
    const shared = sharedResponse(refusalForm(operation, status), status, refusal);
    const key = `${status}` as keyof Responses;
    const own = responses[key]?.content;
    // A route may reject in its own format, and in the service's format before it is reached.
    responses[key] = own === undefined ? shared : merged(own, shared);
  }
  return responses;
}

const text = { schema: { type: 'string' } } as const;

const header = (id: string, schema: z.ZodType, description: string) =>
  schema.optional().meta({ description, header: { id } });

const rateLimitHeaders = {
  'X-RateLimit-Limit': header('RateLimitLimit', z.int(), 'Requests in a window.'),
  'X-RateLimit-Remaining': header('RateLimitRemaining', z.int(), 'Requests that are left in this window.'),
};
const etag = header('ETag', z.string(), 'Of a single resource; for `If-Match` and `If-None-Match`.');
const challenge = header('WWWAuthenticate', z.string(), 'The challenge.');
const retryAfter = header('RetryAfter', z.int(), 'Seconds.');

function toResponse(
  { rules, contentType }: Operation,
  status: string,
  schema: z.ZodType | PlainSchema | undefined,
): ZodOpenApiResponseObject {
  const single = schema !== undefined && !(schema instanceof z.ZodArray);
  const content: ZodOpenApiContentObject = {};
  if (schema !== undefined) content['application/json'] = { schema: jsonSchema(rules, schema) };
  for (const type of [contentType ?? []].flat())
    content[type] = { schema: { type: 'string', format: 'binary' } };
  return {
    description: statusDescription(Number(status)),
    headers: z.object({
      ...(rules.limits ? rateLimitHeaders : {}),
      ...(single && rules.credential === 'AccessToken' ? { ETag: etag } : {}),
    }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function jsonSchema({ problems }: Rules, schema: z.ZodType | PlainSchema) {
  if ('jsonSchema' in schema) return schema.jsonSchema;
  return problems === 'SelfService' ? z.union([schema, declined]) : schema;
}

function statusDescription(status: number): string {
  if (status >= 400) return refusals[status]?.description ?? 'Refused.';
  return status === 204 ? 'Done, without content.' : 'Done.';
}

/** Statuses whose rejections have a Retry-After header. */
const RETRIED = [429, 503, 507];

/** The format of a rejection: a problem, a problem or page, or that of RFC 6749. */
type Form = 'Problem' | 'Page' | 'OAuth';

function refusalForm(operation: Operation, status: number): Form {
  if (operation.rules.problems === 'OAuth' && status !== 404) return 'OAuth';
  return operation.contentType === 'text/html' ? 'Page' : 'Problem';
}

const { rules: exampleRules } = rest('/api');

const responsesByName = new Map<string, ZodOpenApiResponseObject>();

/** A rejection that is the same for all operations: a component of the document that they refer to. */
function sharedResponse(form: Form, status: number, refusal: Refusal): ZodOpenApiResponseObject {
  const id = form === 'Problem' ? refusal.name : `${form}${refusal.name}`;
  const known = responsesByName.get(id);
  if (known !== undefined) return known;
  const headers = z.object({
    ...(status === 401 ? { 'WWW-Authenticate': challenge } : {}),
    ...(RETRIED.includes(status) ? { 'Retry-After': retryAfter } : {}),
  });
  const response = {
    id,
    description: `${refusal.description} Code: \`${refusal.code}\`.`,
    headers,
    content: refusalContent(form, status, refusal),
  };
  responsesByName.set(id, response);
  return response;
}

function refusalContent(form: Form, status: number, { description, code, message }: Refusal) {
  if (form === 'OAuth') {
    const example = { error: 'invalid_client', error_description: message, Message: message };
    return { 'application/json': { schema: oauthError, example } };
  }
  const title = description.replace(/[.;,].*$/, '');
  const type = `http://localhost:4400/docs/guides/${guideAbout(exampleRules, status, code)}`;
  const example = { type, title, status, detail: message, Message: message, Code: code };
  return {
    'application/problem+json': { schema: problem, example },
    ...(form === 'Page' ? { 'text/html': text } : {}),
  };
}

/** A rejection with its own formats in addition to the service's. */
function merged(own: ZodOpenApiContentObject, { id: _id, ...shared }: ZodOpenApiResponseObject) {
  return { ...shared, content: { ...own, ...shared.content } };
}
