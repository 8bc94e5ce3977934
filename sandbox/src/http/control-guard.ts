import { Problem } from '../domain/problem.ts';

/** The control API is for the developer's own tools: a page of another origin must not reach it. */
export function refuseForeignOrigin(request: Request): void {
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
}
