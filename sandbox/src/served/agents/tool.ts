import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import type { Service } from './service.ts';

/** One tool, as an agent sees it and as it runs. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  /** What it does, in a sentence or two: it is read with every listing. */
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  /** Whether its answer has a budget of its own, and is not cut. */
  readonly isWhole?: true;
  /** Whether it leaves the state as it is. */
  readonly readOnly?: true;
  /** Whether it can delete or overwrite what is there. */
  readonly destructive?: true;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotent?: true;
  /** Whether it reaches programs outside of the sandbox. */
  readonly openWorld?: true;
  /** @returns the answer as text: short, and at its end what to do next */
  readonly run: (service: Service, input: z.output<z.ZodObject<Shape>>) => Promise<string>;
}

/** A tool with its input typed by the schemas of its arguments. Others are refused, with the nearest name. */
export function tool<Shape extends z.ZodRawShape>(
  made: Omit<Tool<Shape>, 'input'> & { readonly input: Shape },
): Tool {
  return { ...made, input: closed(made.input) } as unknown as Tool;
}

/** An object that refuses unknown names, with the nearest one that it has. */
export function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, names) : undefined),
  });
}

function unknownArguments(keys: readonly string[], names: readonly string[]): string {
  if (names.length === 0) return `Unknown argument ${keys.join(', ')}; there are none.`;
  return keys
    .map(
      (key) => `Unknown argument ${key}; did you mean ${closest(key, names)}? There are ${names.join(', ')}.`,
    )
    .join(' ');
}

/** Fields of the service that have another name in the tools. */
const otherNames: { readonly [field: string]: string } = {
  CouponCode: 'coupon',
  ComponentSubscriptions: 'components',
  Url: 'register',
  Now: 'to',
};

/** A refusal of the service that speaks of the tool's own arguments: `Cart.PlanVariantId: …` is `planVariantId: …`. */
export function inOwnFields(message: string, { input }: Pick<Tool, 'input'>): string {
  return message.replace(/(^|; )((?:\w+(?:\[\d+\])?\.)*)([A-Z]\w*)(?=: )/g, (whole, start, _path, field) => {
    const own = otherNames[field] ?? field.charAt(0).toLowerCase() + field.slice(1);
    return own in input.shape ? start + own : whole;
  });
}

/** Characters of the longest answer: about 1,000 tokens. */
export const MAX_ANSWER = 4_000;

/** Characters of the longest text of others in a line. */
const MAX_VALUE = 200;

/** Characters of the longest line: what a customer or receiver wrote may have no end. */
const MAX_LINE = 1_500;

/** A text that others wrote, as data: it is quoted, and has an end. */
export function quoted(text: string): string {
  const value = text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`;
  // Line breaks that JSON leaves as they are.
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A text that may come from others as a part of one line, so that it cannot begin another, such as `Next: …`. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}…`;
}

/** An object of the service's own. Its schema says no more, as every conversation pays for it. */
export const anyFields = z.looseObject({}).meta({ properties: undefined, additionalProperties: undefined });

/** How many lines are left out at the beginning. */
export const skip = z.int().min(0).max(100_000).default(0);

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
