import { notFound } from '../../domain/basics/problem.ts';

/** Returns the document, or throws a 404. @param what the kind of document in words */
export function found<T>(document: T | undefined, what: string, id: string | undefined): T {
  if (document === undefined) throw notFound(what, id ?? '');
  return document;
}
