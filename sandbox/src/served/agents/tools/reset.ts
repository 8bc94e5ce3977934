import * as z from 'zod';
import { newMemory } from '../agent-host.ts';
import { line, page } from '../answer.ts';
import { tool } from '../tool.ts';

export const reset = tool({
  name: 'reset',
  description: 'Puts state, clock, faults and logs back to the start.',
  destructive: true,
  idempotent: true,
  input: { keep: z.array(z.enum(['Webhooks', 'Tokens', 'Catalogue'])).optional() },
  async run(service, { keep }) {
    await service.control('POST', '/reset', keep === undefined ? {} : { Keep: keep });
    const { memory } = service.host;
    Object.assign(memory, { ...newMemory(), kept: memory.kept });
    return page([line`Everything is as at the start.`], line`sign_up.`);
  },
});
