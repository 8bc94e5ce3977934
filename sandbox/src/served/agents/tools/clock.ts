import * as z from 'zod';
import { counted, joined, type Line, line, page, shortTime } from '../answer.ts';
import type { Json, Service } from '../service.ts';
import { tool } from '../tool.ts';

/** Maximum number of events of an advance to read. */
const TAKE = 500;

const input = {
  advance: z.string().optional().describe('ISO 8601 duration: P1M, P14D, PT2H'),
  to: z.string().optional().describe('Instant'),
};

/** `InvoiceCreated 3, PaymentFailed 1` */
export function countEvents(events: readonly { readonly Event: string }[]): Line {
  const counts = new Map<string, number>();
  for (const { Event } of events) counts.set(Event, (counts.get(Event) ?? 0) + 1);
  if (counts.size === 0) return line`none`;
  return joined([...counts].map(([name, count]) => line`${joined([name])} ${count}`));
}

async function move(service: Service, body: object): Promise<Line[]> {
  const [last]: Json[] = await service.control('GET', '/events?take=1');
  const { Now } = await service.done({ method: 'POST', path: '/sandbox/clock', body });
  const events: Json[] = await service.control('GET', `/events?take=${TAKE}`);
  const at = events.findIndex(({ Id }) => Id === last?.Id);
  const happened = (at < 0 ? events : events.slice(0, at)).reverse();
  return [
    line`It is ${shortTime(Now)}.`,
    happened.length === 0
      ? line`No tasks were due.`
      : line`${counted(happened.length, happened.length === TAKE ? 'or more event' : 'event')}: ${countEvents(happened)}.`,
  ];
}

export const clock = tool({
  name: 'clock',
  description:
    'Moves time; returns once renewals are invoiced and paid and webhooks are sent. Without arguments: the time, and what is due next.',
  input,
  async run(service, { advance, to }) {
    const lines: Line[] = [];
    if (advance !== undefined || to !== undefined) {
      const body = advance === undefined ? { Now: to } : { Advance: advance };
      lines.push(...(await move(service, body)));
    }
    const { Now, Mode, Next } = await service.control('GET', '/clock');
    if (lines.length === 0) lines.push(line`It is ${shortTime(Now)}, ${Mode}.`);
    lines.push(
      Next === undefined ? line`Nothing is due.` : line`Due next: ${Next.Type} at ${shortTime(Next.DueAt)}.`,
    );
    return page(lines, line`contract for what it did to one, events for each event.`);
  },
});
