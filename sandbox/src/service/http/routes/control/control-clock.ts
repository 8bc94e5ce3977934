import * as z from 'zod';
import { clockState } from '../../../core/clock-state.ts';
import type { Core } from '../../../core/core.ts';
import { invalid } from '../../../domain/basics/problem.ts';
import { timestamp } from '../../../domain/basics/time.ts';
import { answer } from '../../answers/answer.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

const mode = z.enum(['WallClock', 'Manual']);

const time = z.object({
  Now: z.string(),
  Mode: mode,
  Next: z
    .object({ Type: z.string(), Key: z.string(), DueAt: z.string() })
    .optional()
    .meta({ description: 'The next due task: its type, and its subject.' }),
});

const count = (description: string) => z.number().int().optional().meta({ description });

const progress = time.extend({
  Target: z.string().optional().meta({ description: 'The target of the running advance.' }),
  Done: count('Tasks that the advance has done.'),
  Due: count('Tasks that fall due until the target, as far as they are known: done ones plan new ones.'),
});

function clockProgress({ schedule }: Core) {
  const way = schedule.progress;
  if (way === undefined) return {};
  return { Target: timestamp(way.Target), Done: way.Done, Due: way.Due };
}

/** The simulated time. */
export const clock = control('/sandbox/clock')
  .get(
    '/',
    {
      tag,
      summary: 'The simulated time',
      description: 'While it is advanced, with `Target`, `Done` and `Due`.',
      answers: { 200: progress },
      whileClockMoves: true,
    },
    (c) => answer(c, { ...clockState(c.env.core), ...clockProgress(c.env.core) }),
  )
  .post(
    '/',
    {
      tag,
      summary: 'Move the simulated time',
      description:
        'Returns once all due tasks are done. Concurrent advances add up. While the clock moves, other requests to this workspace wait, unless they send `Prefer: wait=0`.',
      json: z
        .object({
          Advance: z.string().optional().meta({ description: 'ISO 8601 duration to move on by.' }),
          Now: z.string().optional().meta({ description: 'Instant to move on to, ISO 8601.' }),
          Mode: mode.optional(),
        })
        .meta({ example: { Advance: 'P1M' } }),
      answers: { 200: time },
      refusals: [409],
      whileClockMoves: true,
    },
    async (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      if (body.Advance === undefined && body.Now === undefined && body.Mode === undefined) {
        throw invalid('Advance', 'send Advance (an ISO 8601 duration), Now (an instant) or Mode');
      }
      let stands: number | undefined;
      if (body.Advance !== undefined || body.Now !== undefined) stands = await core.advance(body);
      if (body.Mode === 'WallClock') {
        if (core.clock.now() < Date.now())
          await core.waits.meanwhile(() => core.schedule.advanceTo(Date.now()));
        core.clock.followWallClock();
      } else if (body.Mode === 'Manual') core.clock.standAt(core.clock.now());
      core.schedule.arm();
      const time = clockState(core);
      // The next advance may have begun.
      return answer(
        c,
        stands === undefined || body.Mode !== undefined ? time : { ...time, Now: timestamp(stands) },
      );
    },
  )
  .delete(
    '/advance',
    {
      tag,
      summary: 'End an advance of the clock',
      description:
        'Stops the running advance after the current task. The clock stays there; the request that advanced it gets 409 `AdvanceCanceled`. If no advance is running, nothing changes.',
      answers: { 200: time },
      whileClockMoves: true,
    },
    async (c) => {
      await c.env.core.cancelAdvance();
      return answer(c, clockState(c.env.core));
    },
  );
