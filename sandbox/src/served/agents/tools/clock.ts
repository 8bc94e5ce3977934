import * as z from 'zod';
import type { Json, Service } from '../service.ts';
import { page, shortTime, tool } from '../tool.ts';

/** Events of an advance that are read. */
const TAKE = 500;

const input = {
  advance: z.string().optional().describe('ISO 8601 duration: P1M, P14D, PT2H'),
  to: z.string().optional().describe('Instant'),
};

/** `InvoiceCreated 3, PaymentFailed 1` */
export function countsOf(events: readonly { readonly Event: string }[]): string {
  const counts = new Map<string, number>();
  for (const { Event } of events) counts.set(Event, (counts.get(Event) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

async function move(service: Service, body: object): Promise<string[]> {
  const [last]: Json[] = await service.control('GET', '/events?take=1');
  const { Now } = await service.control('POST', '/clock', body);
  const events: Json[] = await service.control('GET', `/events?take=${TAKE}`);
  const at = events.findIndex(({ Id }) => Id === last?.Id);
  const happened = (at < 0 ? events : events.slice(0, at)).reverse();
  return [
    `It is ${shortTime(Now)}.`,
    happened.length === 0
      ? 'Nothing fell due.'
      : `${happened.length}${happened.length === TAKE ? ' or more' : ''} events: ${countsOf(happened)}.`,
  ];
}

export const clock = tool({
  name: 'clock',
  description:
    'Moves time; returns once all that fell due is done: renewals invoiced and paid, webhooks sent. Without arguments: the time, and what is due next.',
  input,
  async run(service, { advance, to }) {
    const before: Json = await service.control('GET', '/clock');
    const lines: string[] = [];
    if (advance !== undefined || to !== undefined) {
      const body = advance === undefined ? { Now: to } : { Advance: advance };
      lines.push(...(await move(service, body)));
      await service.note(
        { kind: 'clock', ...(advance === undefined ? { to: to as string } : { advance }) },
        before.Now,
      );
    }
    const { Now, Mode, Next } = await service.control('GET', '/clock');
    if (lines.length === 0) lines.push(`It is ${shortTime(Now)}, ${Mode}.`);
    lines.push(
      Next === undefined ? 'Nothing is due.' : `Due next: ${Next.Type} at ${shortTime(Next.DueAt)}.`,
    );
    return page(lines, 'contract for what it did to one, events for each event.');
  },
});
