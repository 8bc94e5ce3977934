import * as z from 'zod';
import { eventCatalogue } from '../../../service/model/event-catalogue.ts';
import {
  type Answer,
  cut,
  data,
  joined,
  type Line,
  line,
  MAX_ANSWER,
  own,
  page,
  quoted,
  sentence,
} from '../answer.ts';
import { loadDocs } from '../docs.ts';
import type { Json, Service } from '../service.ts';
import { tool } from '../tool.ts';

/** Maximum characters of a body to show. */
const BODY = 1_200;

interface EventEntry {
  readonly when: string;
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

function eventLines(what: string): Line[] {
  const found = Object.entries(eventCatalogue as { readonly [name: string]: EventEntry }).find(
    ([name]) => name.toLowerCase() === what.toLowerCase(),
  );
  if (found === undefined) return [];
  const [name, { when, always, sometimes }] = found;
  return [
    line`Event ${name}: it is sent when ${own(when)}.`,
    line`Fields: Event, EntityId, ${joined(always)}${sometimes.length > 0 ? line`; sometimes ${joined(sometimes)}` : undefined}.`,
  ];
}

/** Table rows in the guides whose first column is the code. */
async function codeLines(service: Service, code: string): Promise<Line[]> {
  const { sections } = await loadDocs(service);
  const row = new RegExp(`^\\| \`${code.replace(/[^\w]/g, '')}\`[^|]*\\|.*$`, 'gim');
  return sections
    .filter(({ page }) => ['errors', 'billing'].includes(page))
    .flatMap(({ id, text }) =>
      (text.match(row) ?? []).map((found) => own(`${found.slice(2, -2).replaceAll(' | ', ': ')} (${id})`)),
    );
}

async function requestText(service: Service, id: string): Promise<Answer> {
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
    line`Request ${id}: ${Method} ${Path} answered ${Status} at ${At}.`,
    ...(error === undefined ? [] : [line`${joined([error.Code])}: ${sentence(error.Message)}`]),
    ...(Warnings === undefined ? [] : [line`Warnings: ${sentence(Warnings.join('; '))}`]),
    ...(RequestBody === undefined ? [] : [line`Sent: ${data(RequestBody, BODY)}`]),
    ...(AnswerBody === undefined ? [] : [line`Answered: ${data(AnswerBody, BODY)}`]),
    line`Events that it caused: ${Events.length}`,
  ];
  return page(lines, error === undefined ? line`events.` : line`explain {"what": ${quoted(error.Code)}}.`);
}

async function mailText(service: Service, id: string): Promise<Answer> {
  const { To, EventType, Subject, Text, Attachments } = await service.control('GET', `/mails/${id}`);
  return page(
    [
      line`Mail ${id} to ${To} about ${EventType}.`,
      line`Subject: ${quoted(Subject)}`,
      line`Text: ${quoted(Text, BODY)}`,
      ...Attachments.map(({ Name }: Json) => line`Attached: ${Name}`),
    ],
    line`events for what else was sent.`,
  );
}

export const explain = tool({
  name: 'explain',
  description:
    'Explains an event name, an error code (cause and cure), a request by its number (X-Request-Id) or a mail by its id.',
  input: { what: z.string() },
  readOnly: true,
  async run(service, { what }) {
    const word = what.trim();
    if (/^\d+$/.test(word)) return requestText(service, word);
    if (/^[0-9a-f]{24}$/.test(word)) return mailText(service, word);
    const lines = [...eventLines(word), ...(await codeLines(service, word))];
    if (lines.length > 0)
      return cut(
        page(lines, line`read_docs with the place in brackets, or call_api.`),
        MAX_ANSWER,
        'ask for less',
      );
    const { find } = await loadDocs(service);
    const near = find(word).slice(0, 3);
    return page(
      [
        line`${quoted(word)} is not an event, a code or a request.`,
        ...near.map(({ id, heading }) => own(`${id}: ${heading}`)),
      ],
      line`read_docs with one of these, or search_docs.`,
    );
  },
});
