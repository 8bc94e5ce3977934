import MiniSearch from 'minisearch';
import * as z from 'zod';
import { apiOf, fieldLines, type Operation, operationOf } from '../openapi.ts';
import { searchWords } from '../search-words.ts';
import type { Json } from '../service.ts';
import { cut, MAX_ANSWER, page, tool } from '../tool.ts';

/** Lines of a description that are shown. */
const FIELDS = 60;

let index: MiniSearch | undefined;

function found(operations: readonly Operation[], words: string): Operation[] {
  if (index === undefined) {
    index = new MiniSearch({ fields: ['path', 'summary', 'description'] });
    index.addAll(
      operations.map(({ path, summary, operation }, id) => ({
        id,
        path: path.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\W/g, ' '),
        summary,
        description: operation.description ?? '',
      })),
    );
  }
  return index
    .search(searchWords(words), { boost: { summary: 2, path: 2 }, prefix: true, fuzzy: 0.15 })
    .flatMap(({ id }) => operations[id] ?? []);
}

function described(document: Json, { method, path, summary, operation }: Operation): string[] {
  const query = (operation.parameters ?? []).filter(({ in: place }: Json) => place === 'query');
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const fields = body === undefined ? [] : fieldLines(document, body);
  return [
    `${method} ${path}: ${summary}.`,
    ...(operation.description === undefined ? [] : [operation.description]),
    ...(query.length === 0 ? [] : [`Query: ${query.map(({ name }: Json) => name).join(', ')}`]),
    ...(fields.length === 0 ? [] : ['Body:', ...fields.slice(0, FIELDS)]),
    ...(fields.length > FIELDS ? [`… ${fields.length - FIELDS} fields more: /openapi.json`] : []),
  ];
}

export const findOperation = tool({
  name: 'find_operation',
  description:
    'Finds operations of the REST API by words; describes one named as "POST /orders", with the fields of its body.',
  input: z.object({ query: z.string() }),
  readOnly: true,
  async run(service, { query }) {
    const api = await apiOf(service);
    const [, method = '', path = ''] = /^([A-Z]+) +(?:\/api\/v1)?(\/\S*)$/i.exec(query.trim()) ?? [];
    const exact = operationOf(api, method.toUpperCase(), path);
    if (exact !== undefined)
      return cut(
        page(described(api.document, exact), 'call_api with it.', { take: FIELDS + 10 }),
        MAX_ANSWER,
        'see /openapi.json',
      );
    const all = found(api.operations, query);
    return page(
      all.map((one) => `${one.method} ${one.path}: ${one.summary}`),
      'find_operation {"query": "POST /…"} describes one.',
      { take: 8, more: 'other words' },
    );
  },
});
