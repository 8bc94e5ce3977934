import { Problem } from '../../domain/basics/problem.ts';
import { toETag } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { forgetUnchanged } from './read-only.ts';

/** Entity tags of a header: a list of them, or the asterisk (RFC 9110, 8.8.3). */
function parseTags(header: string): string[] {
  return header.trim() === '*' ? ['*'] : (header.match(/(W\/)?"[^"]*"/g) ?? []);
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '');

/** Returns whether the caller has the current version: `If-None-Match` by weak comparison (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return parseTags(header).some((tag) => tag === '*' || withoutWeakness(tag) === etag);
}

/** Returns whether a read request is answered with 304. */
export function isUnchanged({ req }: ServiceContext, etag: string): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && isKnown(req.header('If-None-Match'), etag);
}

/**
 * Rejects a change to a resource that changed since it was read: `If-Match` against the current ETag, by strong
 * comparison (RFC 9110, 13.1.1), and `If-None-Match`.
 *
 * @param current the resource as returned by GET; throws if there is none
 */
export function checkPreconditions(c: ServiceContext, current: () => object): void {
  const { req } = c;
  forgetUnchanged(c, current);
  const wanted = req.header('If-Match') || undefined;
  const unwanted = req.header('If-None-Match') || undefined;
  if (wanted === undefined && unwanted === undefined) return;
  const etag = toETag(JSON.stringify(current()));
  if (wanted !== undefined && !parseTags(wanted).some((tag) => tag === '*' || tag === etag)) {
    throw new Problem(
      'PreconditionFailed',
      'Changed',
      'The resource has changed since you read it (If-Match). Read it again and repeat your change.',
    );
  }
  if (isKnown(unwanted, etag)) {
    throw new Problem(
      'PreconditionFailed',
      'Changed',
      'If-None-Match excludes this resource. To change it, omit If-None-Match.',
    );
  }
}
