import { timingSafeEqual } from '../../domain/basics/constant-time.ts';
import { Problem } from '../../domain/basics/problem.ts';
import { splitUrl } from '../wire/path.ts';
import type { ServiceContext } from './env.ts';

/**
 * The control API is for the developer's own tools: pages of other origins are rejected, and if other machines can reach
 * the sandbox, a token is required.
 */
export function guardControl(c: ServiceContext): void {
  const token = c.env.core.controlToken;
  const origin = c.req.header('Origin');
  const foreign =
    (origin !== undefined && origin !== splitUrl(c.env.url).origin) ||
    c.req.header('Sec-Fetch-Site') === 'cross-site';
  if (foreign) {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      `The control API rejects requests from pages of other origins (${origin ?? 'cross-site'}). Call it from your test or back end.`,
    );
  }
  if (token === undefined) return;
  const given = /^Bearer\s+(.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(given, token)) {
    throw new Problem(
      'Unauthorized',
      'LoginError',
      'The control API of this sandbox requires a token: send "Authorization: Bearer <control token>".',
    );
  }
}
