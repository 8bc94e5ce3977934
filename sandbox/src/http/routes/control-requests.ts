import * as z from 'zod';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { control } from '../middleware/access.ts';
import { logPaging } from '../paging.ts';
import { section } from '../section.ts';

const entry = z
  .object({
    Id: z.number(),
    At: z.string(),
    Method: z.string(),
    Path: z.string().meta({ description: 'With its query; secrets are masked.' }),
    Status: z.number().meta({ description: '0: the connection was dropped.' }),
    DurationMs: z.number(),
    Warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'RequestEntry' });

/** The log of requests: what came, what was answered, what the sandbox warned of. */
export const requests = section('/sandbox/requests');

requests.get(
  '/',
  describe({
    tag: 'Control',
    whileClockMoves: true,
    summary: 'Requests, newest first',
    description: 'No bodies, no secrets, no card data. The latest 1000 are kept.',
    query: logPaging.omit({ from: true }),
    answers: { 200: z.array(entry) },
  }),
  control,
  (c) => {
    const query = c.req.valid('query');
    return answer(c, c.env.traffic.log.list(query.skip, query.take));
  },
);
