import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import type { Answer } from './answer.ts';
import type { Service } from './service.ts';

/** A tool, as agents see it and with its implementation. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  /** One or two sentences about what it does; agents read it with every listing. */
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  /** Whether its response has its own budget and is not truncated. */
  readonly isWhole?: true;
  /** Whether it leaves the state unchanged. */
  readonly readOnly?: true;
  /** Whether it can delete or overwrite data. */
  readonly destructive?: true;
  /** Whether a second call with the same arguments has no further effect. */
  readonly idempotent?: true;
  /** Whether it reaches programs outside the sandbox. */
  readonly openWorld?: true;
  /** @returns a short response that ends with the next steps */
  readonly run: (service: Service, input: z.output<z.ZodObject<Shape>>) => Promise<Answer>;
}

/** A tool whose input is typed by the schemas of its arguments. Unknown arguments are rejected, with the nearest name. */
export function tool<Shape extends z.ZodRawShape>(
  made: Omit<Tool<Shape>, 'input'> & { readonly input: Shape },
): Tool {
  return { ...made, input: closed(made.input) } as unknown as Tool;
}

/** An object that rejects unknown names, with the nearest known one. */
export function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, names) : undefined),
  });
}

function unknownArguments(keys: readonly string[], names: readonly string[]): string {
  return keys
    .map(
      (key) => `Unknown argument ${key}; did you mean ${closest(key, names)}? There are ${names.join(', ')}.`,
    )
    .join(' ');
}

/** Fields of the service that have different names in the tools. */
const otherNames: { readonly [field: string]: string } = {
  CouponCode: 'coupon',
  ComponentSubscriptions: 'components',
  Url: 'register',
  Events: 'onlyEvents',
  Now: 'to',
};

/** A rejection of the service in terms of the tool's arguments: `Cart.PlanVariantId: …` becomes `planVariantId: …`. */
export function inOwnFields(message: string, { input }: Pick<Tool, 'input'>): string {
  return message.replace(/(^|; )((?:\w+(?:\[\d+\])?\.)*)([A-Z]\w*)(?=: )/g, (whole, start, _path, field) => {
    const own = otherNames[field] ?? field.charAt(0).toLowerCase() + field.slice(1);
    return own in input.shape ? start + own : whole;
  });
}

/** An object of the service. Its schema has no details, because every conversation pays for it. */
export const anyFields = z.looseObject({}).meta({ properties: undefined, additionalProperties: undefined });

/** Number of lines to skip. */
export const skip = z.int().min(0).max(100_000).default(0);
