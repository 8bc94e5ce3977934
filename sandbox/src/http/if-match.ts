import { Problem } from '../domain/problem.ts';
import { etagOf } from './etag.ts';

/** Refuses a change of what somebody else changed in the meantime: `If-Match` against the current ETag. */
export function ifMatch(request: Request, current: unknown): void {
  const wanted = request.headers.get('If-Match');
  if (wanted === null || wanted === '*' || current === undefined) return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(JSON.stringify(current)))) {
    throw new Problem(
      'PreconditionFailed',
      'Changed',
      'It has changed since you read it (If-Match). Read it again and repeat your change.',
    );
  }
}
