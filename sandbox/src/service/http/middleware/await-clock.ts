import { isDoneWithin } from '../../state/waits.ts';
import { HttpProblem } from '../wire/http-problem.ts';
import type { ServiceContext } from '../zones/env.ts';
import type { Step } from './middleware.ts';

/** The time a client is willing to wait (RFC 7240, 4.3): `Prefer: wait=5`. */
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i;

/** While the clock moves, delays a request until everything due at the current instant is done. */
export const awaitClock: Step = ({ access, description }) =>
  access === undefined || description?.whileClockMoves === true
    ? undefined
    : (c, next) => {
        const { schedule, turns } = c.env.core;
        if (schedule.middle === undefined || turns?.isReplay === true) return next(c);
        return clockStands(c).then(() => {
          // A token may have expired while waiting.
          access.authenticate(c);
          return next(c);
        });
      };

/** @throws HttpProblem 409 when that takes longer than the client is willing to wait */
async function clockStands(c: ServiceContext): Promise<void> {
  const { core } = c.env;
  const { schedule } = core;
  const seconds = WAIT.exec(c.req.header('Prefer') ?? '')?.[1];
  const until = seconds === undefined ? Infinity : performance.now() + Number(seconds) * 1000;
  for (let middle = schedule.middle; middle !== undefined; middle = schedule.middle) {
    const over = middle;
    let inTime = true;
    await core.lock.unlocked(async () => {
      if (until === Infinity) await over;
      else inTime = await isDoneWithin(until - performance.now(), over);
    });
    if (!inTime) throw clockMoves(Number(seconds));
  }
}

function clockMoves(seconds: number): HttpProblem {
  return new HttpProblem(
    409,
    'ClockMoving',
    `The clock of this sandbox moves, and "Prefer: wait=${seconds}" does not let the request wait longer. Repeat it later, or send it without this header.`,
    {},
    1,
  );
}
