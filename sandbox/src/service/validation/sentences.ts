import type * as z from 'zod';
import { nearestName } from '../domain/basics/nearest-name.ts';

type Issue = z.core.$ZodIssue;

/**
 * Describes an error of a schema: what was expected, what was received, and what to do if that is not obvious.
 *
 * @param came the received value; `undefined` if there was none
 * @param isSecret whether the value must not be shown
 */
export function toSentence(issue: Issue, came: unknown, isSecret = false): string {
  if (came === undefined) {
    // A schema that is made required later reports only that a value is missing.
    const isKnown = issue.code !== 'invalid_type' || kinds[issue.expected] !== undefined;
    return isKnown ? `is missing; ${describeExpected(issue)}` : 'is missing';
  }
  return `${describeExpected(issue)}, got ${measured(issue, came) ?? shown(came, isSecret)}${advice(issue, came, isSecret)}`;
}

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kindText(issue.expected)}`;
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(quoted).join(', ')}`;
    case 'too_small': {
      const { minimum, exact, inclusive } = issue;
      return `expected ${limit(exact ? 'exactly' : inclusive === false ? 'more than' : 'at least', minimum, issue.origin)}`;
    }
    case 'too_big': {
      const { maximum, exact, inclusive } = issue;
      return `expected ${limit(exact ? 'exactly' : inclusive === false ? 'less than' : 'at most', maximum, issue.origin)}`;
    }
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return `expected ${[...new Set(issue.errors.map(alternative))].join(' or ') || 'another value'}`;
    case 'unrecognized_keys':
      return `expected no ${issue.keys.map(quoted).join(', ')}`;
    case 'invalid_key':
      return `expected another name: ${issue.issues.map(describeExpected).join(', ')}`;
    case 'invalid_element':
      return `expected other entries: ${issue.issues.map(describeExpected).join(', ')}`;
    default:
      // Custom formats and rules define their message in the schema.
      return issue.message.startsWith('expected') ? issue.message : 'expected another value';
  }
}

const kinds: { readonly [expected: string]: string } = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const kindText = (expected: string): string => kinds[expected] ?? 'another value';

/** Describes one option of a union. */
function alternative(issues: readonly Issue[]): string {
  const [first] = issues;
  return first === undefined ? 'another value' : describeExpected(first).replace(/^expected /, '');
}

/** Units of sizes, singular and plural. */
const units: { readonly [origin: string]: readonly [one: string, many: string] } = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function limit(how: string, size: number | bigint, origin: string): string {
  const unit = units[origin]?.[size === 1 ? 0 : 1];
  return unit === undefined ? `${how} ${size}` : `${how} ${size} ${unit}`;
}

/** For a value that is too long or too short, shows only its length. */
function measured(issue: Issue, came: unknown): string | undefined {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  return issue.origin in units ? String((came as string | readonly unknown[]).length) : undefined;
}

/** Formats a value for a message: short, no secrets, and no long digit sequences, which could be card numbers. */
function shown(value: unknown, isSecret: boolean): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (isSecret) return kindText(typeof value);
  const text = quoted(value).replace(/\d(?:[ -]?\d){11,}/g, '…');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const quoted = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** Returns advice if the fix is not obvious. */
function advice(issue: Issue, came: unknown, isSecret: boolean): string {
  if (issue.code === 'invalid_value' && typeof came === 'string' && !isSecret) {
    const near = nearestName(came, issue.values.map(String));
    return near === undefined ? '' : `; did you mean ${quoted(near)}?`;
  }
  if (issue.code !== 'invalid_type') return '';
  const { expected } = issue;
  if (expected === 'array') return '; put it in a list: […]';
  if (expected === 'string' && /^(number|boolean)$/.test(typeof came)) return '; put it in quotes';
  if (typeof came !== 'string') return '';
  // Query values are always strings, which the schema has already tried to convert to a number.
  const isNumber =
    expected === 'number' && !('received' in issue) && came.trim() !== '' && !Number.isNaN(+came);
  if (isNumber || (expected === 'boolean' && /^(true|false)$/.test(came))) return '; leave out the quotes';
  return expected === 'object' && came.startsWith('{') ? '; send the object itself, not its text' : '';
}
