import * as z from 'zod';
import { eventCatalogue } from '../../../service/model/event-catalogue.ts';
import { docsOf } from '../docs.ts';
import type { Service } from '../service.ts';
import { cut, MAX_ANSWER, page, tool } from '../tool.ts';

/** Characters of a body that are shown. */
const BODY = 1_200;

interface EventEntry {
  readonly when: string;
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

function eventLines(what: string): string[] {
  const found = Object.entries(eventCatalogue as { readonly [name: string]: EventEntry }).find(
    ([name]) => name.toLowerCase() === what.toLowerCase(),
  );
  if (found === undefined) return [];
  const [name, { when, always, sometimes }] = found;
  return [
    `Event ${name}: it is sent when ${when}.`,
    `Fields: Event, EntityId, ${always.join(', ')}${sometimes.length > 0 ? `; sometimes ${sometimes.join(', ')}` : ''}.`,
  ];
}

/** Rows of the tables in the guides whose first column is the code. */
async function codeLines(service: Service, code: string): Promise<string[]> {
  const { sections } = await docsOf(service);
  const row = new RegExp(`^\\| \`${code.replace(/[^\w]/g, '')}\`[^|]*\\|.*$`, 'gim');
  return sections
    .filter(({ page }) => ['errors', 'oauth', 'billing'].includes(page))
    .flatMap(({ id, text }) =>
      (text.match(row) ?? []).map((line) => `${line.slice(2, -2).replaceAll(' | ', ': ')} (${id})`),
    );
}

async function requestText(service: Service, id: string): Promise<string> {
  const {
    Method,
    Path,
    Status,
    At,
    Error: error,
    RequestBody,
    AnswerBody,
    Warnings,
    Events,
  } = await service.control('GET', `/requests/${id}`);
  const lines = [
    `Request ${id}: ${Method} ${Path} answered ${Status} at ${At}.`,
    ...(error === undefined ? [] : [`${error.Code}: ${error.Message}`]),
    ...(Warnings === undefined ? [] : [`Warnings: ${Warnings.join('; ')}`]),
    ...(RequestBody === undefined ? [] : [`Sent: ${cut(RequestBody, BODY, 'the log keeps the rest')}`]),
    ...(AnswerBody === undefined ? [] : [`Answered: ${cut(AnswerBody, BODY, 'the log keeps the rest')}`]),
    `Events that it caused: ${Events.length}`,
  ];
  return page(lines, error === undefined ? 'events.' : `explain {"what": "${error.Code}"}.`);
}

export const explain = tool({
  name: 'explain',
  description:
    'Explains an event name, an error code (cause and cure), or a request by its number (X-Request-Id).',
  input: { what: z.string() },
  readOnly: true,
  async run(service, { what }) {
    const word = what.trim();
    if (/^\d+$/.test(word)) return requestText(service, word);
    const lines = [...eventLines(word), ...(await codeLines(service, word))];
    if (lines.length > 0)
      return cut(
        page(lines, 'read_docs with the place in brackets, or call_api.'),
        MAX_ANSWER,
        'ask for less',
      );
    const { find } = await docsOf(service);
    const near = find(word).slice(0, 3);
    return page(
      [
        `"${word}" is not an event, a code or a request.`,
        ...near.map(({ id, heading }) => `${id}: ${heading}`),
      ],
      'read_docs with one of these, or search_docs.',
    );
  },
});
