import * as z from 'zod';
import { payloadFields } from '../../../service/model/event-catalogue.ts';
import { joined, type Line, line, page, quoted, shortTime } from '../answer.ts';
import type { Json } from '../service.ts';
import { tool } from '../tool.ts';

const TAKE = 500;
const SHOWN = 20;

const eventLine = (event: Json): Line => {
  const ids = payloadFields
    .filter((field) => event[field] !== undefined && !['ContractID', 'ContractChangeId'].includes(field))
    .map((field) => line`${joined([field])}=${event[field]}`);
  return line`${shortTime(event.At)} ${event.Event} ${joined(ids, ' ')} [${event.Id}]`;
};

export const events = tool({
  name: 'events',
  description:
    'Events, oldest first, with their ids; then refused requests, webhooks not taken and the newest mails.',
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
    const last = shown.at(-1)?.Id ?? since;
    const refused: Json[] = (await service.control('GET', '/requests?take=200')).filter(
      ({ Status, Client }: Json) => (Status >= 400 || Status === 0) && Client !== 'agent',
    );
    const failed: Json[] = await service.control('GET', '/deliveries?status=Failed&take=5');
    const pending: Json[] = await service.control('GET', '/deliveries?status=Pending&take=5');
    const ofContract = contractId === undefined ? '' : `&contractId=${encodeURIComponent(contractId)}`;
    const mails: Json[] = await service.control('GET', `/mails?take=5${ofContract}`);
    return page(
      [
        ...shown.map(eventLine),
        ...(left > 0 ? [line`${left} ${since === undefined ? 'earlier' : 'later'} ones are left out.`] : []),
        ...refused
          .slice(0, 5)
          .map(
            ({ Id, Method, Path, Status, Error: error }) =>
              line`refused request ${Id}: ${Method} ${Path} ${Status} ${error?.Code}`,
          ),
        ...[...failed, ...pending].map(
          ({ Id, Event, Url, Status }) => line`webhook ${Status}: ${Event} to ${Url} (${Id})`,
        ),
        ...mails.map(({ Id, To, Subject }) => line`mail to ${To}: ${quoted(Subject)} (${Id})`),
      ],
      last === undefined
        ? line`sign_up or clock, then events; explain for a name, code, request or mail.`
        : line`events {"since": ${quoted(last)}} for what comes after, explain for a name, code, request or mail.`,
      { take: SHOWN + 30 },
    );
  },
});
