import MiniSearch from 'minisearch';
import * as z from 'zod';
import { type Answer, asAnswer, cut, line, MAX_ANSWER, own, page } from '../answer.ts';
import { loadOperations, matchOperation, type Operation } from '../openapi.ts';
import { searchWords } from '../search-words.ts';
import { tool } from '../tool.ts';

let index: MiniSearch | undefined;

/** Common names for operations that are named differently in the API. */
const jobs: { readonly [operation: string]: string } = {
  'POST /orders': 'change switch move upgrade downgrade plan contract',
  'POST /contracts/{id}/end': 'cancel',
  'POST /CustomerSelfService/payment/change': 'new card payment method',
};

function found(operations: readonly Operation[], words: string): Operation[] {
  if (index === undefined) {
    index = new MiniSearch({ fields: ['path', 'summary', 'description', 'jobs'] });
    index.addAll(
      operations.map(({ method, path, operation }, id) => ({
        id,
        path: path.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\W/g, ' '),
        summary: operation.summary,
        description: operation.description ?? '',
        jobs: jobs[`${method} ${path}`] ?? '',
      })),
    );
  }
  return index
    .search(searchWords(words), { boost: { summary: 2, path: 2, jobs: 4 }, prefix: true, fuzzy: 0.15 })
    .flatMap(({ id }) => operations[id] ?? []);
}

/** The text of an operation without its parts, or the part of this name. */
function described(text: string, called: string, part: string | undefined): Answer {
  const [top = '', ...sections] = text.trim().split(/\n\n(?=##)/);
  const named = sections.map((section) => [/^#+ (\w\S*)/.exec(section)?.[1] ?? '', section] as const);
  const isPart = (section: string) => section.startsWith('### ') || section.startsWith('## Answer');
  const parts = named.filter(([, section]) => isPart(section)).map(([name]) => name);
  const next = `Parts: ${parts.join(', ')}.\nNext: call_api with it${parts.length === 0 ? '' : `, or find_operation {"query": "${called}#${parts[0]}"}`}.`;
  if (part === undefined) {
    const shown = [top, ...sections.filter((section) => !isPart(section))].join('\n\n');
    return asAnswer(
      `${cut(shown, MAX_ANSWER - next.length, 'name a part')}\n\n${parts.length === 0 ? next.replace(/^.*\n/, '') : next}`,
    );
  }
  const [, section] =
    named.find(([name]) => name.toLowerCase() === part.toLowerCase()) ??
    named.find(([name]) => name.toLowerCase().endsWith(`.${part.toLowerCase()}`)) ??
    [];
  return asAnswer(
    `${cut(section ?? `${called} has no part "${part}".`, MAX_ANSWER - next.length, 'see /docs/api')}\n\n${next}`,
  );
}

export const findOperation = tool({
  name: 'find_operation',
  description:
    'Finds operations of the REST API by words; describes "POST /orders", or a part of its body, "POST /orders#Cart".',
  input: { query: z.string() },
  readOnly: true,
  async run(service, { query }) {
    const operations = await loadOperations(service);
    const [, method = '', path = '', part] =
      /^([A-Z]+) +(?:\/api\/v1)?(\/[^\s#]*)(?:#(\S+))?$/i.exec(query.trim()) ?? [];
    const exact = matchOperation(operations, method.toUpperCase(), path);
    if (exact !== undefined)
      return described(
        await service.open(`/docs/api/${exact.name}.md`),
        `${exact.method} ${exact.path}`,
        part,
      );
    return page(
      found(operations, query).map((one) => own(`${one.method} ${one.path}: ${one.operation.summary}`)),
      line`find_operation {"query": "POST /\u2026"} describes one; those of /CustomerSelfService/contract, customer, payment and upgrade take a token.`,
      { take: 8, more: 'other words' },
    );
  },
});
