import * as z from 'zod';
import { type Line, line, page, sentence, shortTime } from '../answer.ts';
import type { Json, Service } from '../service.ts';
import { tool } from '../tool.ts';

/** Deliveries that wait and are tried by one call. */
const MAX_RESENT = 50;

const lineOf = ({ Id, Event, Status, Url, Attempts, NextAttemptAt }: Json): Line => {
  const last = Attempts.at(-1);
  const outcome =
    last === undefined
      ? line`not tried`
      : last.Error === undefined
        ? line`answered ${last.StatusCode}`
        : sentence(last.Error);
  const next = NextAttemptAt === undefined ? undefined : line`, again at ${shortTime(NextAttemptAt)}`;
  return line`${Id} ${Event} ${Status} to ${Url}: ${Attempts.length} attempts, ${outcome}${next}`;
};

async function resendOne(service: Service, id: string): Promise<number> {
  await service.control('POST', `/deliveries/${encodeURIComponent(id)}/resend`);
  return 1;
}

/** What waits for its next attempt is tried now, oldest first; what was given up is sent anew. */
async function resendMissing(service: Service): Promise<number> {
  const pending: Json[] = await service.control('GET', `/deliveries?status=Pending&take=${MAX_RESENT}`);
  for (const { Id } of pending.reverse()) {
    await resendOne(service, Id);
    await service.control('POST', '/deliveries/settle');
  }
  const sent: Json[] = await service.control('POST', '/deliveries/resend', { OnlyMissing: true });
  return pending.length + sent.length;
}

export const webhooks = tool({
  name: 'webhooks',
  description:
    'Registers an endpoint, sends webhooks again, and lists endpoints and deliveries with what the receiver answered.',
  input: {
    register: z.string().optional().describe('URL that gets all events'),
    resend: z.string().optional().describe('Id of a delivery, or "missing" for all that were not taken'),
    status: z.enum(['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped']).optional(),
    event: z.string().optional(),
  },
  openWorld: true,
  async run(service, { register, resend, status, event }) {
    const lines: Line[] = [];
    if (register !== undefined) {
      const { Id, Secret } = await service.rest('POST', '/webhooks', { Url: register });
      lines.push(line`Registered ${register} as ${Id}, secret ${Secret}.`);
    }
    if (resend !== undefined) {
      const sent = resend === 'missing' ? await resendMissing(service) : await resendOne(service, resend);
      await service.control('POST', '/deliveries/settle');
      lines.push(line`Sent again: ${sent}.`);
    }
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
      ...deliveries.map(lineOf),
    );
    return page(
      lines,
      endpoints.length === 0
        ? line`webhooks {"register": "http://localhost:3000/webhooks"}.`
        : line`webhooks {"resend": "missing"}, or read_docs {"place": "webhooks"}.`,
    );
  },
});
