import type * as z from 'zod';
import type { Service } from './service.ts';

/** One tool, as an agent sees it and as it runs. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** What it does, in a sentence or two: it is read with every listing. */
  readonly description: string;
  readonly input: Input;
  /** Whether it leaves the state as it is. */
  readonly readOnly?: true;
  /** @returns the answer as text: short, and at its end what to do next */
  readonly run: (service: Service, input: z.output<Input>) => Promise<string>;
}

/** A tool with its input typed by its schema. */
export const tool = <Input extends z.ZodObject>(made: Tool<Input>): Tool => made as unknown as Tool;

/** Characters of the longest answer: about 1,000 tokens. */
export const MAX_ANSWER = 4_000;

/** Lines of an answer, of which the first ones are shown, and a hint what comes next. */
export function page(
  lines: readonly string[],
  next: string,
  { skip = 0, take = 25, more = '' } = {},
): string {
  const shown = lines.slice(skip, skip + take);
  const left = lines.length - skip - shown.length;
  const rest = left > 0 ? [`… ${left} more${more === '' ? '' : `: ${more}`}`] : [];
  return [...(shown.length === 0 ? ['Nothing.'] : shown), ...rest, `Next: ${next}`].join('\n');
}

/** A text that is cut where an answer ends. */
export function cut(text: string, length: number, hint: string): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}\n… cut after ${length} of ${text.length} characters: ${hint}`;
}

/** `2026-01-15 10:00` */
export const shortTime = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');
