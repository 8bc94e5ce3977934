import * as z from 'zod';
import { replayedSession, sessionFile } from '../../../model/session.ts';
import { answer } from '../../answers/answer.ts';
import { keptHistory, rowNotKept } from '../../traffic/history.ts';
import { getSession } from '../../traffic/recorded-session.ts';
import { readChunks } from '../../wire/bounded-body.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

/** Maximum size in bytes of a session to replay: the recorded requests, and a state at its start. */
const MAX_SESSION = 50_000_000;

/** Validated completely while it is read. */
const toReplay = z
  .looseObject({ Format: z.string(), Version: z.literal(1) })
  .meta({ description: 'A `Session`, as `GET /sandbox/session` returns it.' });

const history = z
  .object({
    Undone: z.array(z.string()).meta({
      description: 'Rows that were taken back. The latest ones can be gone to until something else happens.',
    }),
    Last: z.string().optional().meta({ description: 'The latest row that is not taken back.' }),
  })
  .meta({ id: 'History' });

/** Exports the session as a file, and restores earlier states. */
export const sessions = control('/sandbox/session', { refused: 'sessions#what-is-recorded' })
  .get(
    '/',
    {
      tag,
      summary: 'Download the session as a file to replay',
      description:
        'Requests that changed something, calls of the control API, moves of the clock and what came of webhooks, with the seed and the start. Secrets and card data are not in it: placeholders like `{{4.Id}}` take their place. Save it, and start a sandbox with it: `clientlib-sandbox --session FILE`.',
      answers: { 200: sessionFile },
      refusals: [409],
      whileClockMoves: true,
    },
    (c) => answer(c, getSession(c.env.traffic)),
  )
  .put(
    '/',
    {
      tag,
      summary: 'Replay a session in this workspace',
      description:
        'The workspace then has the state at the end of the session; its own state is lost. The replay stops at the first row with a different result. With `dryRun=true` nothing changes.',
      query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
      streamed: toReplay,
      answers: { 200: replayedSession },
      refusals: [409, 413, 422, 507],
      whileClockMoves: true,
    },
    async (c) => {
      const isDryRun = c.req.valid('query').dryRun === 'true';
      const { signal } = c.req.raw;
      const chunks = readChunks(c.req.raw, MAX_SESSION);
      const { replayHere } = await import('./replay-here.ts');
      return answer(c, await replayHere(c.env, { chunks, signal, isDryRun }));
    },
  )
  .get(
    '/rewind',
    {
      tag,
      summary: 'Rows that were taken back, and the latest one',
      answers: { 200: history },
      whileClockMoves: true,
    },
    (c) => answer(c, keptHistory(c.env.core)?.state ?? { Undone: [] }),
  )
  .post(
    '/rewind',
    {
      tag,
      summary: 'Go back to a row of the activity, or undo the latest one',
      description:
        'State, clock, ids and randomness are then as that row and its webhooks left them; what is under way ends with 409 `StateReplaced`. Rows that were taken back can be gone to until something else happens. Rows are kept from the first time that an inspector is open, or from the start with `--record`.',
      json: z
        .object({
          Row: z.string().optional().meta({
            description:
              '`request-` and the `X-Request-Id`, or a `TaskId` of the stream. Without it the latest row is undone.',
          }),
        })
        .meta({ id: 'RewindInput', example: { Row: 'request-42' } }),
      bodyOptional: true,
      answers: { 200: history },
      refusals: [409],
      whileClockMoves: true,
    },
    (c) => {
      const { Row } = c.req.valid('json');
      const kept = keptHistory(c.env.core);
      const isDone = Row === undefined ? kept?.undo() : kept?.goTo(Row);
      if (kept === undefined || isDone !== true) throw rowNotKept(Row);
      return answer(c, kept.state);
    },
  );
