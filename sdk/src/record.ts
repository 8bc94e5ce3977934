import { invalid } from './error.ts';
import type { ErrorCode } from './error-codes.ts';

/** An object by its property names in lower case. Empty fields are left out. */
export type Folded = { readonly [name: string]: unknown };

/**
 * Property names of inputs are matched case-insensitively (field notes 1.2). This is for the few that the library reads
 * itself, by `get`; cart and customer travel as they are.
 */
export function fold(value: object): Folded {
  const folded: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(value)) {
    if (content !== '' && content != null) folded[name.toLowerCase()] = content;
  }
  return folded;
}

/** A given object, folded. */
export function foldArgument(value: unknown, name: string): Folded {
  return fold(objectArgument(value, name));
}

/** A given object, as it is. */
export function objectArgument(value: unknown, name: string): object {
  if (isObject(value)) return value;
  throw invalid('InvalidData', name, 'an object', value);
}

/** An object with fields: no list, no function, not `null`. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && !!value && !Array.isArray(value);

/** A field of the object's own; what every object inherits is none. */
export const own = <T>(record: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  new Map<unknown, T>(Object.entries(record)).get(name);

/** A field by its documented name. */
export const get = (data: Folded, name: string): unknown => data[name.toLowerCase()];

/** A field as text, or the error that it is missing. */
export function required(
  value: unknown,
  field: string,
  expected = 'an id',
  code: ErrorCode = 'InvalidData',
): string {
  const found = text(value);
  if (found) return found;
  throw invalid(code, field, expected, value);
}

/** A field as text; numbers are text too. */
export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
}
