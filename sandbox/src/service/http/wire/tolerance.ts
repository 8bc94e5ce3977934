import type * as z from 'zod';
import { valueAt, withinUnion, written } from '../../validation/mistakes.ts';

/** A value that was converted to another type. */
export interface Conversion {
  readonly path: string;
  /** Completes the message after the path: `Address.PostalCode came as a number and was read as a text`. */
  readonly message: string;
}

/**
 * Converts numbers to strings and strings to numbers if the schema requires it and nothing is lost, like the real service:
 * a shop passes form values through, another has postal codes as numbers. An empty string for a number is unset.
 *
 * @param error the schema's error for the value
 * @param value changed in place
 */
export function convertKinds(error: z.ZodError, value: unknown): Conversion[] {
  const conversions: Conversion[] = [];
  for (const { issue, path } of error.issues.flatMap((one) => withinUnion(one))) {
    const came = valueAt(value, path);
    const kind =
      issue.code === 'invalid_type'
        ? converted(came, issue.expected)
        : issue.code === 'custom'
          ? reread(came, issue.params?.['readAs'])
          : undefined;
    const holder = valueAt(value, path.slice(0, -1)) as Record<string | number, unknown> | undefined;
    const name = path.at(-1);
    if (kind === undefined || holder === undefined || name === undefined) continue;
    holder[name] = kind.value;
    conversions.push({ path: written(path), message: `was sent as ${kind.from} and read as ${kind.to}` });
  }
  return conversions;
}

interface Reading {
  readonly value: unknown;
  readonly from: string;
  readonly to: string;
}

function converted(came: unknown, expected: string): Reading | undefined {
  if (expected === 'string') {
    const isExact = typeof came === 'number' && (Number.isSafeInteger(came) || !Number.isInteger(came));
    return isExact ? { value: String(came), from: 'a number', to: 'a text' } : undefined;
  }
  if (typeof came !== 'string') return undefined;
  if (expected === 'number' || expected === 'int') {
    if (came.trim() === '') return { value: undefined, from: 'an empty text', to: 'unset' };
    return isNumber(came) ? { value: Number(came), from: 'a text', to: 'a number' } : undefined;
  }
  if (expected === 'boolean' && /^(true|false)$/i.test(came))
    return { value: came.toLowerCase() === 'true', from: 'a text', to: 'true or false' };
  return undefined;
}

/** Returns a text in the spelling of its schema's conversion function; an invalid one is unset. */
function reread(came: unknown, readAs: unknown): Reading | undefined {
  if (typeof came !== 'string' || typeof readAs !== 'function') return undefined;
  const value: unknown = readAs(came);
  return { value, from: JSON.stringify(came), to: value === undefined ? 'unset' : JSON.stringify(value) };
}

/** Plain decimal notation that a number represents exactly. */
function isNumber(text: string): boolean {
  return /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(text);
}
