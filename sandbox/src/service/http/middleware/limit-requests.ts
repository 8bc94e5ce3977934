import { HttpProblem } from '../wire/http-problem.ts';
import type { ServiceContext } from '../zones/env.ts';
import type { Step } from './middleware.ts';

/** Counts requests by caller and rejects those over the limit (spec: Limits 3). The token endpoint has its own count. */
export const limitRequests: Step = ({ rules: { limits, credential } }) =>
  limits
    ? (c, next) => {
        countRequest(c, credential === 'Public' ? `visitor ${c.env.visitor ?? ''}` : c.env.caller);
        return next(c);
      }
    : undefined;

/** The inspector has its own allowance, so that it does not use up your program's. */
const isInspector = (c: ServiceContext): boolean => c.env.client === 'inspector';

/** The inspector counts in real time: while the clock is paused, no new window would begin, and it would be locked out. */
const now = (c: ServiceContext): number => (isInspector(c) ? Date.now() : c.env.core.clock.now());

/** Counts a request. A client's tokens share one allowance, so a new token does not reset it. */
function countRequest(c: ServiceContext, caller: string): void {
  const { core, traffic, headers } = c.env;
  const { Requests, WindowSeconds } = core.tx.account.RateLimit;
  const { limit, remaining, retryAfter } = traffic.limits.take(
    isInspector(c) ? `inspector ${caller}` : caller,
    Requests,
    WindowSeconds,
    now(c),
  );
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(Math.max(0, remaining));
  if (remaining < 0) throw tooMany(c, `More than ${limit} requests in ${WindowSeconds} seconds.`, retryAfter);
}

/** Counts a request for a token by client: a client that fetches a token per request reaches the limit quickly. */
export function countTokenRequest(c: ServiceContext, clientId: string): void {
  const { core, traffic } = c.env;
  const { TokenRequests, WindowSeconds } = core.tx.account.RateLimit;
  const allowance = traffic.limits.take(
    `token of ${isInspector(c) ? 'inspector ' : ''}${clientId}`,
    TokenRequests,
    WindowSeconds,
    now(c),
  );
  if (allowance.remaining >= 0) return;
  throw tooMany(
    c,
    `More than ${TokenRequests} tokens in ${WindowSeconds} seconds. Keep a token and use it again.`,
    allowance.retryAfter,
  );
}

function tooMany(c: ServiceContext, message: string, retryAfter: number): HttpProblem {
  const stands = !isInspector(c) && c.env.core.clock.mode !== 'WallClock';
  const advice = stands
    ? `The clock of the sandbox is paused, so the window ends only when you advance it by ${retryAfter} s. Or raise Account.RateLimit in the configuration.`
    : `Try again after ${retryAfter} s.`;
  return new HttpProblem(429, 'RateLimit', `${message} ${advice}`, {}, retryAfter);
}
