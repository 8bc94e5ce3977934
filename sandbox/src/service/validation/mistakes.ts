import type * as z from 'zod';
import { isRefusalCode, type RefusalCode } from '../domain/basics/problem-codes.ts';
import { toSentence } from './sentences.ts';

/** A path within a body or file. */
export type Path = readonly (string | number)[];

/** A value that a schema rejects. */
export interface Mistake {
  readonly path: Path;
  /** Continues the path: `Cart.Quantity: expected a number, got "three"`. */
  readonly message: string;
  readonly isMissing: boolean;
  /** The error code that the schema specifies. */
  readonly code?: RefusalCode;
  /** Whether the name is unknown. */
  readonly isUnknown: boolean;
}

/** Fields whose value is not repeated in a message. */
const SECRET = /secret|password|token|receipt|cvc|cvv|iban|cardnumber|accountnumber/i;

/** Converts the errors of a schema to mistakes that a developer can act on. */
export function toMistakes(error: z.ZodError, input: unknown): Mistake[] {
  return error.issues.flatMap((issue) => mistakes(issue, [], input));
}

function mistakes(issue: z.core.$ZodIssue, above: Path, input: unknown): Mistake[] {
  const path = [...above, ...issue.path.filter((part) => typeof part !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: 'is not known',
      isMissing: false,
      isUnknown: true,
    }));
  }
  if (issue.code === 'invalid_union') {
    const meant = meantOption(issue);
    if (meant !== undefined) return meant.flatMap((inner) => mistakes(inner, path, input));
  }
  const came = valueAt(input, path);
  const isSecret = path.some((part) => SECRET.test(String(part)));
  const code = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return [
    {
      path,
      message: toSentence(issue, came, isSecret),
      isMissing: came === undefined,
      isUnknown: false,
      ...(isRefusalCode(code) ? { code } : {}),
    },
  ];
}

/** Returns an issue with its full path; for a union, the issues of the intended option. */
export function withinUnion(
  issue: z.core.$ZodIssue,
  above: Path = [],
): { readonly issue: z.core.$ZodIssue; readonly path: Path }[] {
  const path = [...above, ...issue.path.filter((part) => typeof part !== 'symbol')];
  const meant = issue.code === 'invalid_union' ? meantOption(issue) : undefined;
  return meant === undefined ? [{ issue, path }] : meant.flatMap((inner) => withinUnion(inner, path));
}

/**
 * Returns the errors of the union option whose discriminator matches: they are more helpful than "no option matches".
 */
function meantOption({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  const ofThatKind = errors.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return ofThatKind.length === 1 ? ofThatKind[0] : undefined;
}

/** Returns the value at a path. */
export function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part],
    input,
  );
}

/** Formats a path: `Cart.ComponentSubscriptions[0].Quantity`. */
export function written(path: Path): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}
