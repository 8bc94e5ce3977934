import * as z from 'zod';
import { noteIds } from '../../test-code/expectation.ts';
import { apiOf, operationOf } from '../openapi.ts';
import type { Json, Service } from '../service.ts';
import { cut, page, tool } from '../tool.ts';

/** Characters of a body that are shown. */
const BODY = 2_500;

/** Items of a list unless the query says otherwise. */
const TAKE = 10;

/** Below `/api/v1`, whatever the path tries: the tools never leave their workspace. */
async function targetOf(
  service: Service,
  method: string,
  path: string,
  query: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const url = new URL(`http://api${path.replace(/^\/?/, '/').replace(/^\/api\/v1(?=\/)/i, '')}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const { parameters = [] } = operationOf(await apiOf(service), method, url.pathname)?.operation ?? {};
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

export const callApi = tool({
  name: 'call_api',
  description:
    'Calls any operation of the REST API (find_operation) with an access token. Lists have 10 items unless query.take says more.',
  destructive: true,
  input: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().describe('Below /api/v1: /contracts/{id}/end'),
    query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    body: z.looseObject({}).optional(),
    fields: z.array(z.string()).optional().describe('Only these of the answer'),
  }),
  async run(service, { method, path, query, body, fields }) {
    const target = await targetOf(service, method, path, query);
    const answer = await service.restAnswer(method, target, body);
    const isRefused = answer.status >= 400;
    const found = new Map<string, string>();
    if (method === 'GET') noteIds(answer.body, '', found);
    if (method !== 'GET' || found.size > 0)
      await service.note({
        kind: 'rest',
        method,
        path: target,
        ...(body === undefined ? {} : { body }),
        status: answer.status,
        ...(isRefused ? { code: answer.body?.Code } : {}),
        ...(found.size > 0 ? { found: Object.fromEntries(found) } : {}),
        ...(found.size === 0 && typeof answer.body?.Id === 'string' ? { id: answer.body.Id } : {}),
      });
    if (isRefused) {
      const { Code, Message } = answer.body ?? {};
      return page(
        [`${answer.status} ${Code}: ${Message}`],
        `explain {"what": "${Code}"}, or find_operation {"query": "${method} ${path}"}.`,
      );
    }
    const shown = answer.body === '' ? '' : ` ${JSON.stringify(picked(answer.body, fields))}`;
    const hint = 'name fields, or query.take and query.skip';
    const warnings = answer.warnings === undefined ? '' : `\nWarnings: ${answer.warnings}`;
    return `${answer.status}${cut(shown, BODY, hint)}${warnings}\nNext: ${method === 'GET' ? 'query.skip for more of a list.' : 'contract or events for what it did.'}`;
  },
});
