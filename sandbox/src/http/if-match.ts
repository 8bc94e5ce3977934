import { Problem } from '../domain/problem.ts';
import { etagOf } from './etag.ts';
import type { ServiceRequest } from './service-request.ts';

/**
 * Refuses a change of what somebody else changed in the meantime: `If-Match` against the current ETag.
 *
 * @param current the resource as GET shows it; throws where there is none
 */
export function ifMatch(request: ServiceRequest, current: () => unknown): void {
  const wanted = request.headers.get('If-Match');
  if (wanted === null || wanted === '') return;
  const shown = current();
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etagOf(JSON.stringify(shown)))) return;
  throw new Problem(
    'PreconditionFailed',
    'Changed',
    'It has changed since you read it (If-Match). Read it again and repeat your change.',
  );
}
