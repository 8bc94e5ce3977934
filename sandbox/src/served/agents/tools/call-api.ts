import * as z from 'zod';
import { type Answer, data, line, page, quoted, sentence } from '../answer.ts';
import { loadOperations, matchOperation } from '../openapi.ts';
import type { Json, Service } from '../service.ts';
import { anyFields, tool } from '../tool.ts';

/** Maximum characters of a body to show. */
const BODY = 2_500;

/** Default number of items of a list. */
const TAKE = 10;

/** Always below `/api/v1`, whatever the input: the tools never leave their workspace. */
async function resolveTarget(
  service: Service,
  method: string,
  path: string,
  query: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const url = new URL(`http://api${path.replace(/^\/?/, '/').replace(/^\/api\/v1(?=\/)/i, '')}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const { parameters = [] } =
    matchOperation(await loadOperations(service), method, url.pathname)?.operation ?? {};
  const isList = method === 'GET' && parameters.some(({ name }: Json) => name === 'take');
  if (isList && !url.searchParams.has('take')) url.searchParams.set('take', String(TAKE));
  return url.pathname + url.search;
}

const picked = (body: Json, fields: readonly string[] | undefined): Json =>
  fields === undefined || typeof body !== 'object' || body === null
    ? body
    : Array.isArray(body)
      ? body.map((one) => picked(one, fields))
      : Object.fromEntries(fields.filter((name) => name in body).map((name) => [name, body[name]]));

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const input = {
  method: z.enum(methods),
  path: z.string().describe('Below /api/v1: /contracts/{id}/end'),
  query: anyFields.optional(),
  body: anyFields.optional(),
  idempotencyKey: z.string().max(255).optional(),
  token: z.string().optional().describe('Self-service token'),
  fields: z.array(z.string()).optional().describe('Only these of the answer'),
};

async function call(
  service: Service,
  { method, path, query, body, idempotencyKey, token, fields }: z.output<z.ZodObject<typeof input>>,
): Promise<Answer> {
  const target = await resolveTarget(service, method, path, query);
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const answer = await service.act({ method, path: `/api/v1${target}`, body, token }, () =>
    token === undefined
      ? service.restAnswer(method, target, body, headers)
      : service.send(method, `/api/v1${target}`, body, { ...headers, Authorization: `Bearer ${token}` }),
  );
  const warnings = answer.warnings === undefined ? [] : [line`Warnings: ${sentence(answer.warnings)}`];
  if (answer.status >= 400) {
    const { Code, Message } = answer.body ?? {};
    return page(
      [line`${answer.status} ${Code}: ${sentence(`${Message}`)}`, ...warnings],
      line`explain {"what": ${quoted(`${Code}`)}}, or find_operation {"query": ${quoted(`${method} ${path}`)}}.`,
    );
  }
  return page(
    [
      answer.body === ''
        ? line`${answer.status}`
        : line`${answer.status} ${data(picked(answer.body, fields), BODY)}`,
      ...(answer.isReplayed
        ? [line`The answer of an earlier request with this key; nothing was done again.`]
        : []),
      ...warnings,
    ],
    method === 'GET'
      ? line`fields for a part of it, query.skip for more of a list.`
      : line`contract or events for what it did.`,
  );
}

export const callApi = tool({
  name: 'call_api',
  description:
    'Calls any operation of the REST API (find_operation). Lists have 10 items without query.take.',
  destructive: true,
  input,
  run: call,
});

/** The same for read-only tools. */
export const readApi = tool({
  name: callApi.name,
  description: 'Reads from the REST API (find_operation). Lists have 10 items without query.take.',
  readOnly: true,
  input: { ...input, method: z.literal('GET') },
  run: call,
});
