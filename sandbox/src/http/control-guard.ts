import { timingSafeEqual } from '../domain/constant-time.ts';
import { Problem } from '../domain/problem.ts';
import type { ServiceRequest } from './service-request.ts';

/**
 * The control API is for the developer's own tools: a page of another origin must not reach it, and where the sandbox
 * listens beyond this machine it wants a token.
 *
 * @param token what `Authorization: Bearer …` must carry; none is wanted where it is `undefined`
 */
export function guardControl(request: ServiceRequest, token: string | undefined): void {
  const origin = request.headers.get('Origin');
  const foreign =
    (origin !== null && origin !== new URL(request.url).origin) ||
    request.headers.get('Sec-Fetch-Site') === 'cross-site';
  if (foreign) {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      `The control API does not answer pages of other origins (${origin ?? 'cross-site'}). Call it from your test or back end.`,
    );
  }
  if (token === undefined) return;
  const given = /^Bearer\s+(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(given, token)) {
    throw new Problem(
      'Unauthorized',
      'LoginError',
      'The control API of this sandbox wants its token: send "Authorization: Bearer <control token>".',
    );
  }
}
