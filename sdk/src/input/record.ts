import { invalid } from '../errors/client-lib-error.ts';
import type { ErrorCode } from '../errors/codes.ts';

/** An object by its property names in lower case. Empty fields are omitted. */
export interface Folded {
  readonly [name: string]: unknown;
}

/**
 * Property names of inputs are matched case-insensitively (field notes 1.2). This is for the few that the library reads
 * itself, by `get`; cart and customer are sent as they are.
 */
export function fold(value: object): Folded {
  return Object.fromEntries(filled(value).map(([name, content]) => [name.toLowerCase(), content]));
}

/** The non-empty fields, by the names that the page used. */
export const filled = (value: object): [name: string, content: unknown][] =>
  Object.entries(value).filter(([, content]) => content !== '' && content !== null && content !== undefined);

/** An object argument with lower-case names. */
export function foldArgument(value: unknown, name: string): Folded {
  return fold(objectArgument(value, name));
}

/** An object argument, unchanged. */
export function objectArgument(value: unknown, name: string): object {
  if (isObject(value)) return value;
  throw invalid('InvalidData', name, 'an object', value);
}

/** An object with fields: not a list, a function or `null`. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own field of the object, not an inherited one. */
export const own = <T>(record: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  Object.entries(record).find(([known]) => known === name)?.[1];

/** A field by its documented name. */
export const get = (data: Folded, name: string): unknown => data[name.toLowerCase()];

/** A field as text, or the error that it is missing; `came` is the object that contains it, if that is more helpful. */
export function required(
  value: unknown,
  field: string,
  expected = 'an id',
  code: ErrorCode = 'InvalidData',
  came = value,
): string {
  const found = text(value);
  if (found) return found;
  throw invalid(code, field, expected, value ?? came);
}

/** A field as text; numbers are text too. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
}
