import type * as z from 'zod';
import type { FieldProblem } from '../domain/problem.ts';
import { mistakesOf, written } from '../validation/mistakes.ts';

/** What a request's schema refuses, as field problems: which field, what came, what was expected. */
export function fieldProblems(error: z.ZodError, input: unknown): FieldProblem[] {
  return mistakesOf(error, input).map(({ path, message, isMissing, code = 'InvalidData' }) => ({
    Field: written(path),
    Code: isMissing ? 'Missing' : code,
    Message: message,
  }));
}
