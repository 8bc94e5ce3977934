import { invalid } from '../error.ts';
import type { ErrorCode } from '../error-codes.ts';
import { type Folded, text } from '../record.ts';

/** Reads a field of payment data, or throws the code that says it is wrong. Its content is never told. */
export function field(
  data: Folded,
  name: string,
  code: ErrorCode,
  isRight: (value: string) => unknown,
  expected: string,
): string {
  const value = text(data[name.toLowerCase()]);
  if (isRight(value)) return value;
  throw invalid(code, name, expected);
}

/** The same for numbers that people type with spaces and dashes between. */
export const compactField: typeof field = (data, name, ...rest) => {
  const key = name.toLowerCase();
  return field({ [key]: text(data[key]).replace(/[\s-]/g, '').toUpperCase() }, name, ...rest);
};
