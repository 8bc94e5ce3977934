import type { Core } from '../core.ts';
import type { AccessToken, SelfServiceToken } from '../domain/records/credentials.ts';
import { HttpProblem } from './http-problem.ts';
import type { Route } from './route.ts';
import type { Traffic } from './traffic.ts';

/**
 * Counts a request and refuses one too many (spec: Limits 3). A client's tokens share one allowance, so a new token gives
 * no new one. The token endpoint counts for itself, as soon as it knows the client.
 *
 * @param headers takes `X-RateLimit-Limit` and `X-RateLimit-Remaining`
 */
export function countRequest(
  route: Route,
  core: Core,
  traffic: Traffic,
  { accessToken, selfServiceToken }: { accessToken?: AccessToken; selfServiceToken?: SelfServiceToken },
  headers: Record<string, string>,
): void {
  if (route.credential === 'Control' || !route.path.startsWith('/api/')) return;
  const caller = accessToken?.ClientId ?? selfServiceToken?.ContractId ?? 'public';
  const { Requests, WindowSeconds } = core.tx.account.RateLimit;
  const { limit, remaining, retryAfter } = traffic.limits.take(
    caller,
    Requests,
    WindowSeconds,
    core.clock.now(),
  );
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(Math.max(0, remaining));
  if (remaining < 0) throw tooMany(`More than ${limit} requests in ${WindowSeconds} seconds.`, retryAfter);
}

/** Counts a request for a token, by client: whoever fetches a token per request runs into it quickly. */
export function countTokenRequest(core: Core, traffic: Traffic, clientId: string): void {
  const { TokenRequests, WindowSeconds } = core.tx.account.RateLimit;
  const allowance = traffic.limits.take(
    `token of ${clientId}`,
    TokenRequests,
    WindowSeconds,
    core.clock.now(),
  );
  if (allowance.remaining >= 0) return;
  throw tooMany(
    `More than ${TokenRequests} tokens in ${WindowSeconds} seconds. Keep a token and use it again.`,
    allowance.retryAfter,
  );
}

function tooMany(message: string, retryAfter: number): HttpProblem {
  return new HttpProblem(429, 'RateLimit', `${message} Try again after ${retryAfter} s.`, {}, retryAfter);
}
