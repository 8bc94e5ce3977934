import type * as z from 'zod';
import type { FieldProblem } from '../../domain/basics/problem.ts';
import { mistakesOf, type Path, written } from '../../validation/mistakes.ts';

/**
 * What a request's schema refuses, as field problems: which field, what came, what was expected.
 *
 * @param above where the input stands
 */
export function fieldProblems(error: z.ZodError, input: unknown, above: Path = []): FieldProblem[] {
  return mistakesOf(error, input).map(({ path, message, isMissing, code = 'InvalidData' }) => ({
    Field: written([...above, ...path]),
    Code: isMissing ? 'Missing' : code,
    Message: message,
  }));
}
