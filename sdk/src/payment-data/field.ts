import { invalid } from '../error.ts';
import type { ErrorCode } from '../error-codes.ts';
import { type Folded, get, text } from '../record.ts';

/** Reads a field of payment data, or throws the code that says it is wrong. Its content is never told. */
export function field(
  data: Folded,
  name: string,
  code: ErrorCode,
  isRight: (value: string) => unknown,
  expected: string,
  read = text,
): string {
  const value = read(get(data, name));
  if (isRight(value)) return value;
  throw invalid(code, name, expected);
}

/** Reads what people type with spaces and dashes between: numbers, IBANs. */
export const compact = (value: unknown): string => text(value).replace(/[\s-]/g, '').toUpperCase();
