import * as z from 'zod';
import { counted, data, joined, type Line, line, own, page, sentence, shortTime } from '../answer.ts';
import type { Json, Service } from '../service.ts';
import { tool } from '../tool.ts';

/** Maximum number of pending deliveries attempted by one call. */
const MAX_RESENT = 50;

/** Number of the newest deliveries whose body is shown, and maximum characters of a body. */
const WITH_BODY = 3;
const MAX_BODY = 600;

const deliveryLine = ({ Id, Event, Status, Url, Attempts, NextAttemptAt }: Json): Line => {
  const last = Attempts.at(-1);
  const outcome =
    last === undefined
      ? line`not tried`
      : last.Error === undefined
        ? line`answered ${last.StatusCode}`
        : sentence(last.Error);
  const next = NextAttemptAt === undefined ? undefined : line`, again at ${shortTime(NextAttemptAt)}`;
  return line`${Id} ${Event} ${Status} to ${Url}: ${counted(Attempts.length, 'attempt')}, ${outcome}${next}`;
};

/** Sends pending deliveries, oldest first, and resends failed ones. */
async function resent(service: Service, resend: string): Promise<Line> {
  const attempts = async () => {
    const deliveries: Json[] = await service.control('GET', '/deliveries?take=500');
    return new Map(deliveries.map(({ Id, Attempts }) => [Id, Attempts.length]));
  };
  const before = await attempts();
  const pending: Json[] =
    resend === 'missing'
      ? await service.control('GET', `/deliveries?status=Pending&take=${MAX_RESENT}`)
      : [{ Id: resend }];
  for (const { Id } of pending.reverse()) {
    await service.control('POST', `/deliveries/${encodeURIComponent(Id)}/resend`);
    await service.control('POST', '/deliveries/settle');
  }
  const anew: Json[] =
    resend === 'missing' ? await service.control('POST', '/deliveries/resend', { OnlyMissing: true }) : [];
  await service.control('POST', '/deliveries/settle');
  const tried = [...(await attempts())].filter(([id, count]) => count > (before.get(id) ?? 0)).length;
  const asked = pending.length + anew.length;
  if (tried >= asked) return line`Sent again: ${asked}.`;
  return line`Sent again: ${tried} of ${asked}; each of the others waits until its endpoint has taken the one before.`;
}

export const webhooks = tool({
  name: 'webhooks',
  description:
    'Registers an endpoint, resends webhooks, and lists endpoints and deliveries with requests and responses.',
  input: {
    register: z.string().optional().describe('URL'),
    onlyEvents: z.array(z.string()).optional().describe('That it gets'),
    resend: z.string().optional().describe('Id of a delivery, or "missing" for all that were not taken'),
    status: z.enum(['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped']).optional(),
    event: z.string().optional(),
  },
  openWorld: true,
  async run(service, { register, onlyEvents, resend, status, event }) {
    const lines: Line[] = [];
    if (register !== undefined) {
      const { Id, Secret } = await service.rest('POST', '/webhooks', { Url: register, Events: onlyEvents });
      lines.push(
        line`Registered ${register} as ${Id} for ${onlyEvents === undefined ? own('all events') : joined(onlyEvents)}, secret ${Secret}.`,
      );
    }
    if (resend !== undefined) lines.push(await resent(service, resend));
    const query = new URLSearchParams({
      take: '10',
      ...(status === undefined ? {} : { status }),
      ...(event === undefined ? {} : { event }),
    });
    const endpoints: Json[] = await service.control('GET', '/webhooks');
    const deliveries: Json[] = await service.control('GET', `/deliveries?${query}`);
    lines.push(
      ...endpoints.map(
        ({ Id, Url, Pending, DisabledAt }) =>
          line`endpoint ${Id} ${Url}: ${Pending} pending${DisabledAt === undefined ? undefined : line`, disabled`}`,
      ),
      ...deliveries.flatMap((delivery, at) => [
        deliveryLine(delivery),
        ...(at < WITH_BODY ? [line`body of ${delivery.Id}: ${data(delivery.Body, MAX_BODY)}`] : []),
      ]),
    );
    return page(
      lines,
      endpoints.length === 0
        ? line`webhooks {"register": "http://localhost:3000/webhooks"}.`
        : line`webhooks {"resend": "missing"}, or read_docs {"place": "webhooks"}.`,
    );
  },
});
