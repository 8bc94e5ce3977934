import type * as z from 'zod';
import { eventCatalogue } from '../../model/event-catalogue.ts';
import type { Operation as Route } from '../description.ts';
import { version } from '../version.ts';
import type { OpenApiDocument, OpenApiResponse, Operation } from './document-types.ts';
import { exampleOf } from './example.ts';
import { parametersOf } from './parameters.ts';
import { declined, oauthError, problem, refusals } from './problems.ts';
import { type JsonSchema, Schemas } from './schemas.ts';
import { webhookOperations } from './webhook-operations.ts';

const tagDescriptions: { readonly [tag: string]: string } = {
  OAuth: 'Access tokens for back ends and apps.',
  Orders: 'Signups and changes: preview, create, commit, approve.',
  Customers: 'Who buys.',
  Contracts: 'What runs: terms, usage, components, discounts, bookings.',
  Invoices: 'Invoices, drafts and reminders, with their PDFs.',
  Payments: 'Payment transactions and refunds.',
  Catalogue: 'What is sold: plans, variants, components, discounts, coupons, taxes.',
  Webhooks: 'Endpoints of the merchant that are told of events.',
  'Self-service': 'What ClientLib calls, in the browser of the customer.',
  Control: 'The sandbox itself: clock, reset, logs, faults. Not part of the real service.',
};

/** The document for a place: servers and token addresses name it. */
export function placed(document: OpenApiDocument, baseUrl: string): OpenApiDocument {
  return {
    ...document,
    servers: [{ url: baseUrl, description: 'This sandbox' }],
    components: { ...document.components, securitySchemes: securitySchemes(baseUrl) },
  };
}

/** The description of all routes, made from the table of routes and its schemas; {@link placed} completes it. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const schemas = new Schemas();
  // Answers first: an input that differs from the answer of the same name takes a name of its own.
  const answers = routes.map((route) => answersOf(route, schemas));
  const paths: Record<string, Record<string, Operation>> = {};
  routes.forEach((route, at) => {
    const path =
      route.path === '/oauth/token' || route.path === '/oauth/revoke' ? `${route.path}/` : route.path;
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, answers[at] ?? {}, schemas);
  });
  const used = [...new Set(routes.map(({ tag }) => tag))];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Subscription billing service, simulated',
      version,
      description:
        'Paths are matched without regard to case, trailing and doubled slashes. Property names come in any case and ' +
        'go out in PascalCase. Unset fields are left out. Lists are bare arrays with `take`, `skip` and the inclusive ' +
        'cursor `from`. Unknown properties are reported in the header `X-Sandbox-Warnings`.',
    },
    servers: [],
    tags: used.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    webhooks: webhookOperations(eventCatalogue),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function operationOf(
  route: Route,
  responses: { readonly [status: string]: OpenApiResponse },
  schemas: Schemas,
): Operation {
  const parameters = parametersOf(route, schemas);
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...((route.json ?? route.form) === undefined ? {} : { requestBody: requestBodyOf(route, schemas) }),
    responses,
    security: securityOf(route),
  };
}

/** `postOrdersByIdCommit` */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\/v1\//, '/')
    .split(/[^A-Za-z{}]+/)
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('{') ? `by${capital(word.slice(1, -1))}` : word));
  return method.toLowerCase() + words.map(capital).join('');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function requestBodyOf(route: Route, schemas: Schemas): NonNullable<Operation['requestBody']> {
  const schema = schemas.input((route.json ?? route.form) as z.ZodType);
  const type = route.form !== undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    required: route.bodyOptional !== true,
    content: { [type]: { schema, example: exampleOf(schema, schemas.components, false) } },
  };
}

const rateLimitHeaders = {
  'X-RateLimit-Limit': { description: 'Requests in a window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests that are left in this window.',
    schema: { type: 'integer' },
  },
};

function answersOf(route: Route, schemas: Schemas): { [status: string]: OpenApiResponse } {
  const responses: { [status: string]: OpenApiResponse } = {};
  for (const [status, schema] of Object.entries(route.answers)) {
    const json = schema === undefined ? undefined : schemas.output(schema);
    const headers = {
      ...(route.path.startsWith('/api/') ? rateLimitHeaders : {}),
      ...(json !== undefined && route.credential === 'AccessToken' && json['type'] !== 'array'
        ? {
            ETag: {
              description: 'Of a single resource; for `If-Match` and `If-None-Match`.',
              schema: { type: 'string' },
            },
          }
        : {}),
    };
    responses[status] = {
      description:
        Number(status) === 204
          ? 'Done; there is nothing to tell.'
          : Number(status) >= 400
            ? 'Refused.'
            : 'Done.',
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...contentOf(route, json, schemas),
    };
  }
  for (const status of refusalsOf(route)) {
    const own = responses[status]?.content;
    const refusal = refusalOf(route, status, schemas);
    // A route may refuse in a form of its own and, before it is reached, in that of the service.
    responses[status] = own === undefined ? refusal : { ...refusal, content: { ...own, ...refusal.content } };
  }
  return responses;
}

function contentOf(
  route: Route,
  json: JsonSchema | undefined,
  schemas: Schemas,
): Pick<OpenApiResponse, 'content'> {
  const other =
    route.contentType === undefined
      ? {}
      : { [route.contentType]: { schema: { type: 'string', format: 'binary' } } };
  if (json === undefined) return route.contentType === undefined ? {} : { content: other };
  const example = exampleOf(json, schemas.components, true);
  const schema = isSelfService(route.path) ? { anyOf: [json, schemas.output(declined)] } : json;
  return { content: { 'application/json': { schema, example }, ...other } };
}

/** Whether ClientLib or a page calls it: such answers carry the `Error` envelope of field notes 1.4. */
function isSelfService(path: string): boolean {
  return path.startsWith('/api/v1/CustomerSelfService/') || path.startsWith('/providers/');
}

/** OAuth's endpoints take forms and refuse in a form of their own; the forms of pages answer with pages. */
const isOAuthForm = ({ form, contentType }: Route) => form !== undefined && contentType !== 'text/html';

/** Which refusals follow from what a route is, besides those that it names itself. */
function refusalsOf(route: Route): number[] {
  const { credential, path, json, form, query, method } = route;
  const body = json ?? form;
  const found = new Set(route.refusals ?? []);
  if (isOAuthForm(route)) return [...found.add(400).add(413)].sort();
  if (credential === 'AccessToken' || credential === 'SelfServiceToken')
    for (const one of [400, 401]) found.add(one);
  if (credential === 'Control') for (const one of [401, 403]) found.add(one);
  if (path.startsWith('/api/')) found.add(429);
  if (path.includes('{')) for (const one of [400, 404]) found.add(one);
  if (query !== undefined || body !== undefined) found.add(422);
  if (body !== undefined) for (const one of [400, 413, 415]) found.add(one);
  if (path.startsWith('/api/') && (method === 'POST' || method === 'PUT'))
    for (const one of [400, 409, 422]) found.add(one);
  if (isSelfService(path)) for (const one of [401, 403, 404, 409, 422]) found.add(one);
  return [...found].sort();
}

function refusalOf(route: Route, status: number, schemas: Schemas): OpenApiResponse {
  const refusal = refusals[status] ?? { description: 'Refused.', code: 'InvalidData', message: 'Refused.' };
  const headers = {
    ...(status === 401
      ? { 'WWW-Authenticate': { description: 'The challenge.', schema: { type: 'string' } } }
      : {}),
    ...(status === 429 ? { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } : {}),
  };
  const common = {
    description: refusal.description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
  if (isOAuthForm(route)) {
    const example = { error: 'invalid_client', error_description: refusal.message, Message: refusal.message };
    return { ...common, content: { 'application/json': { schema: schemas.output(oauthError), example } } };
  }
  const example = {
    type: 'about:blank',
    title: refusal.description.replace(/[.;,].*$/, ''),
    status,
    detail: refusal.message,
    Message: refusal.message,
    Code: refusal.code,
  };
  const page = route.contentType === 'text/html' ? { 'text/html': { schema: { type: 'string' } } } : {};
  return {
    ...common,
    content: { 'application/problem+json': { schema: schemas.output(problem), example }, ...page },
  };
}

function securityOf({ credential }: Route): Operation['security'] {
  if (credential === 'AccessToken') return [{ oauth2: [] }, { accessToken: [] }, { accessTokenQuery: [] }];
  if (credential === 'SelfServiceToken') return [{ selfServiceToken: [] }, { selfServiceTokenQuery: [] }];
  return [];
}

function securitySchemes(baseUrl: string): object {
  const tokenUrl = `${baseUrl}/oauth/token/`;
  return {
    oauth2: {
      type: 'oauth2',
      description: 'Keep the token and use it again. There are no scopes.',
      flows: { clientCredentials: { tokenUrl, scopes: {} }, password: { tokenUrl, scopes: {} } },
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The access token as `Authorization: Bearer <token>`.',
    },
    accessTokenQuery: {
      type: 'apiKey',
      in: 'query',
      name: 'access_token',
      description: 'The access token in the query.',
    },
    selfServiceToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of `GET /api/v1/contracts/{id}/selfServiceToken`, for one contract.',
    },
    selfServiceTokenQuery: { type: 'apiKey', in: 'query', name: 'selfServiceToken' },
  };
}
