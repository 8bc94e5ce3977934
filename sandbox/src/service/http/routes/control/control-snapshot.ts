import * as z from 'zod';
import type { QuotaCheck } from '../../../snapshot/check.ts';
import { incomingLines, incomingSnapshot } from '../../../snapshot/incoming.ts';
import { NDJSON, snapshotLines } from '../../../snapshot/lines.ts';
import { answer } from '../../answers/answer.ts';
import { readChunks } from '../../wire/bounded-body.ts';
import { HttpProblem } from '../../wire/http-problem.ts';
import { controlSnapshot } from '../../zones/zones.ts';

const tag = 'Control';

/** Maximum characters of a snapshot in one JSON text: about 8,000 contracts of a year, half of a text's maximum length. */
const MAX_JSON = 250_000_000;

/** Maximum bytes of a JSON text: a character has up to four. */
const MAX_BODY = 4 * MAX_JSON;

const snapshot = z.object({
  Version: z.literal(1),
  Clock: z.object({ Now: z.number(), Mode: z.enum(['WallClock', 'Manual']) }),
  Random: z.array(z.number()),
  LastId: z.number(),
  LastStamp: z.tuple([z.number(), z.number()]).optional(),
  Collections: z.record(z.string(), z.array(z.looseObject({ Id: z.string() }))),
});

const done = { 200: z.object({ Status: z.literal('ok') }) };

/** Exports and restores the state: as one JSON text, or as NDJSON of any size. */
export const snapshots = controlSnapshot('/sandbox')
  .get(
    '/snapshot',
    {
      tag,
      summary: 'The whole state',
      description: 'One of more than 250 MB is refused (413): take it as NDJSON.',
      answers: { 200: snapshot },
      refusals: [413],
    },
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
  )
  .put(
    '/snapshot',
    {
      tag,
      summary: 'Replace the whole state',
      description: 'Restores a snapshot from GET; all or nothing.',
      streamed: snapshot,
      answers: done,
      whileClockMoves: true,
    },
    async (c) => {
      const { core, traffic } = c.env;
      const quotaCheck: QuotaCheck = (...came) => traffic.usage.noRoomFor(...came);
      core.restore(await incomingSnapshot(readChunks(c.req.raw, MAX_BODY), quotaCheck));
      return answer(c, { Status: 'ok' });
    },
  )
  .get(
    '/snapshot.ndjson',
    {
      tag,
      summary: 'The whole state, one document a line',
      description: 'Of any size. `workspaces=all` includes all workspaces.',
      query: z.object({ workspaces: z.enum(['this', 'all']).optional() }),
      contentType: NDJSON,
      answers: { 200: undefined },
    },
    (c) => {
      const { core, traffic } = c.env;
      const wanted =
        c.req.valid('query').workspaces === 'all'
          ? traffic.workspaces.snapshots()
          : new Map([['', core.snapshot()]]);
      return c.body(snapshotLines(wanted), 200, { 'Content-Type': NDJSON });
    },
  )
  .put(
    '/snapshot.ndjson',
    {
      tag,
      summary: 'Replace the whole state, or the states of all workspaces',
      description:
        'Restores a snapshot from GET; all or nothing. If it has the states of several workspaces, they replace all workspaces.',
      answers: done,
      refusals: [422],
      whileClockMoves: true,
    },
    async (c) => {
      const { core, traffic } = c.env;
      const quotaCheck: QuotaCheck = (...came) => traffic.usage.noRoomFor(...came);
      const given = await incomingLines(readChunks(c.req.raw), quotaCheck, traffic.workspaces.limit);
      const [only] = given.values();
      if (given.size === 1 && only !== undefined) core.restore(only);
      else traffic.workspaces.restoreAll(given);
      return answer(c, { Status: 'ok' });
    },
  );
