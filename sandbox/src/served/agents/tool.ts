import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import type { Service } from './service.ts';

/** One tool, as an agent sees it and as it runs. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** What it does, in a sentence or two: it is read with every listing. */
  readonly description: string;
  readonly input: Input;
  /** Whether its answer has a budget of its own, and is not cut. */
  readonly isWhole?: true;
  /** Whether it leaves the state as it is. */
  readonly readOnly?: true;
  /** Whether it can delete or overwrite what is there. */
  readonly destructive?: true;
  /** @returns the answer as text: short, and at its end what to do next */
  readonly run: (service: Service, input: z.output<Input>) => Promise<string>;
}

/** A tool with its input typed by its schema. Arguments that it does not have are refused, with the nearest name. */
export function tool<Input extends z.ZodObject>(made: Tool<Input>): Tool {
  const names = Object.keys(made.input.shape);
  const input = z.strictObject(made.input.shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, names) : undefined),
  });
  return { ...made, input } as unknown as Tool;
}

function unknownArguments(keys: readonly string[], names: readonly string[]): string {
  if (names.length === 0) return `Unknown argument ${keys.join(', ')}; there are none.`;
  return keys
    .map(
      (key) => `Unknown argument ${key}; did you mean ${closest(key, names)}? There are ${names.join(', ')}.`,
    )
    .join(' ');
}

/** Characters of the longest answer: about 1,000 tokens. */
export const MAX_ANSWER = 4_000;

/** Characters of the longest line: what a customer or receiver wrote may have no end. */
const MAX_LINE = 1_500;

/** A text that may come from others as a part of one line, so that it cannot begin another, such as `Next: …`. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}…`;
}

/** Lines of an answer, of which the first ones are shown, and a hint what comes next. */
export function page(
  lines: readonly string[],
  next: string,
  { skip = 0, take = 25, more = '' } = {},
): string {
  const shown = lines.slice(skip, skip + take).map(oneLine);
  const left = lines.length - skip - shown.length;
  const rest = left > 0 ? [`… ${left} more${more === '' ? '' : `: ${more}`}`] : [];
  return [...(shown.length === 0 ? ['Nothing.'] : shown), ...rest, `Next: ${oneLine(next)}`].join('\n');
}

/** A text that is cut where an answer ends. */
export function cut(text: string, length: number, hint: string): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}\n… cut after ${length} of ${text.length} characters: ${hint}`;
}

/** `2026-01-15 10:00` */
export const shortTime = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');
