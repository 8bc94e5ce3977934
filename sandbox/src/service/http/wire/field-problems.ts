import type * as z from 'zod';
import type { FieldProblem } from '../../domain/basics/problem.ts';
import { type Path, toMistakes, written } from '../../validation/mistakes.ts';

/**
 * Converts the errors of a request's schema to field problems: which field, what was received, what was expected.
 *
 * @param above path of the input
 */
export function fieldProblems(error: z.ZodError, input: unknown, above: Path = []): FieldProblem[] {
  return toMistakes(error, input).map(({ path, message, isMissing, code = 'InvalidData' }) => ({
    Field: written([...above, ...path]),
    Code: isMissing ? 'Missing' : code,
    Message: message,
  }));
}
