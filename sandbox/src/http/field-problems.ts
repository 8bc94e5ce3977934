import type * as z from 'zod';
import type { FieldProblem } from '../domain/problem.ts';

/** The zod issues of a request as field problems: which field, what came, what was expected. */
export function fieldProblems(error: z.ZodError, input: unknown): FieldProblem[] {
  return error.issues.map((issue) => {
    const field = issue.path.reduce<string>(
      (path, part) =>
        typeof part === 'number'
          ? `${path}[${part}]`
          : path === ''
            ? String(part)
            : `${path}.${String(part)}`,
      '',
    );
    const came = issue.path.reduce<unknown>(
      (value, part) => (value as Record<PropertyKey, unknown>)?.[part],
      input,
    );
    return {
      Field: field,
      Code: came === undefined ? 'Missing' : 'InvalidData',
      Message: came === undefined ? `is required: ${issue.message}` : `${issue.message}, got ${shown(came)}`,
    };
  });
}

/** A value as an error message may show it: short, and never a long run of digits, which could be a card. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const masked = text.replace(/\d(?:[ -]?\d){11,}/g, '…');
  return masked.length > 60 ? `${masked.slice(0, 60)}…` : masked;
}
