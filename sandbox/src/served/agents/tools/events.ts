import * as z from 'zod';
import { payloadFields } from '../../../service/model/event-catalogue.ts';
import type { Json } from '../service.ts';
import { page, shortTime, tool } from '../tool.ts';

const TAKE = 500;
const SHOWN = 20;

const lineOf = (event: Json): string => {
  const ids = payloadFields
    .filter((field) => event[field] !== undefined && !['ContractID', 'ContractChangeId'].includes(field))
    .map((field) => `${field}=${event[field]}`);
  return `${shortTime(event.At)} ${event.Event} ${ids.join(' ')} [${event.Id}]`;
};

export const events = tool({
  name: 'events',
  description:
    'What happened, oldest first: events with their ids, then refused requests and webhooks not taken.',
  input: {
    since: z.string().optional().describe('Id of the last event that you saw'),
    contractId: z.string().optional(),
    event: z.string().optional().describe('Name of an event'),
  },
  readOnly: true,
  async run(service, { since, contractId, event }) {
    const name = event === undefined ? '' : `&event=${encodeURIComponent(event)}`;
    const all: Json[] = await service.control('GET', `/events?take=${TAKE}${name}`);
    const at = since === undefined ? -1 : all.findIndex(({ Id }) => Id === since);
    const wanted = (at < 0 ? all : all.slice(0, at))
      .filter(({ ContractId }) => contractId === undefined || ContractId === contractId)
      .reverse();
    const shown = since === undefined ? wanted.slice(-SHOWN) : wanted.slice(0, SHOWN);
    const left = wanted.length - shown.length;
    const refused: Json[] = (await service.control('GET', '/requests?take=200')).filter(
      ({ Status, Client }: Json) => (Status >= 400 || Status === 0) && Client !== 'agent',
    );
    const failed: Json[] = await service.control('GET', '/deliveries?status=Failed&take=5');
    const pending: Json[] = await service.control('GET', '/deliveries?status=Pending&take=5');
    return page(
      [
        ...shown.map(lineOf),
        ...(left > 0 ? [`${left} ${since === undefined ? 'earlier' : 'later'} ones are left out.`] : []),
        ...refused
          .slice(0, 5)
          .map(
            ({ Id, Method, Path, Status, Error: error }) =>
              `refused request ${Id}: ${Method} ${Path} ${Status} ${error?.Code ?? ''}`,
          ),
        ...[...failed, ...pending].map(
          ({ Id, Event, Url, Status }) => `webhook ${Status}: ${Event} to ${Url} (${Id})`,
        ),
      ],
      `events {"since": "${shown.at(-1)?.Id ?? since ?? ''}"} for what comes after, explain for a name, code or request.`,
      { take: SHOWN + 20 },
    );
  },
});
