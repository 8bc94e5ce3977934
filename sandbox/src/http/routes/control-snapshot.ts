import * as z from 'zod';
import { checkedSnapshot } from '../../snapshot/check.ts';
import { linesOf, NDJSON, snapshotsOf } from '../../snapshot/lines.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { HttpProblem } from '../http-problem.ts';
import { control } from '../middleware/access.ts';
import { section } from '../section.ts';

const tag = 'Control';

/** Characters of the largest snapshot in one JSON text: about 8,000 contracts of a year, half of what a text can hold. */
const MAX_JSON = 250_000_000;

const snapshot = z.object({
  Version: z.literal(1),
  Clock: z.object({ Now: z.number(), Mode: z.enum(['WallClock', 'Manual']) }),
  Random: z.array(z.number()),
  LastId: z.number(),
  LastStamp: z.tuple([z.number(), z.number()]).optional(),
  Collections: z.record(z.string(), z.array(z.looseObject({ Id: z.string() }))),
});

const done = { 200: z.object({ Status: z.literal('ok') }) };

/** The state, out and in: as one JSON text, or as NDJSON of any size. */
export const snapshots = section('/sandbox');

snapshots.get(
  '/snapshot',
  describe({
    tag,
    summary: 'The whole state',
    description: 'One of more than 250 MB is refused (413): take it as NDJSON.',
    answers: { 200: snapshot },
    refusals: [413],
  }),
  control,
  (c) => {
    const whole = c.env.core.snapshot();
    let length = 0;
    for (const documents of Object.values(whole.Collections))
      for (const document of documents) length += JSON.stringify(document).length;
    if (length > MAX_JSON) {
      throw new HttpProblem(
        413,
        'TooLarge',
        `The state has ${length} characters; at most ${MAX_JSON} go into one JSON text. GET /sandbox/snapshot.ndjson has no limit.`,
      );
    }
    return answer(c, whole);
  },
);

snapshots.put(
  '/snapshot',
  describe({
    tag,
    summary: 'Replace the whole state',
    description: 'Takes what GET gave, whole or not at all.',
    json: snapshot,
    bodyLimit: MAX_JSON + 1_000_000,
    answers: done,
    whileClockMoves: true,
  }),
  control,
  (c) => {
    c.env.core.restore(checkedSnapshot(c.req.valid('json')));
    return answer(c, { Status: 'ok' });
  },
);

snapshots.get(
  '/snapshot.ndjson',
  describe({
    tag,
    summary: 'The whole state, one document a line',
    description: 'Of any size. `workspaces=all` adds those of all workspaces.',
    query: z.object({ workspaces: z.enum(['this', 'all']).optional() }),
    contentType: NDJSON,
    answers: { 200: undefined },
  }),
  control,
  (c) => {
    const { core, traffic } = c.env;
    const wanted =
      c.req.valid('query').workspaces === 'all'
        ? traffic.workspaces.snapshots()
        : new Map([['', core.snapshot()]]);
    return c.body(linesOf(wanted), 200, { 'Content-Type': NDJSON });
  },
);

snapshots.put(
  '/snapshot.ndjson',
  describe({
    tag,
    summary: 'Replace the whole state, or that of all workspaces',
    description:
      'Takes what GET gave, whole or not at all. With the states of several workspaces there are exactly these afterwards.',
    answers: done,
    refusals: [422],
    whileClockMoves: true,
  }),
  control,
  async (c) => {
    const { core, traffic } = c.env;
    const given = await snapshotsOf(c.req.raw.body);
    for (const [name, state] of given) checkedSnapshot(state, name === '' ? '' : `${name}: `);
    const [only] = given.values();
    if (given.size === 1 && only !== undefined) core.restore(only);
    else traffic.workspaces.restoreAll(given);
    return answer(c, { Status: 'ok' });
  },
);
