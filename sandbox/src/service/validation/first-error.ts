import type * as z from 'zod';
import { type Path, valueAt } from './mistakes.ts';

/** Items of a list or map that are checked together. */
const LONG = 100;

/** An item of a value, with the schema that it must match. */
interface Item {
  readonly path: Path;
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** The first error of a schema. */
interface FirstError {
  readonly error: z.ZodError;
  /** The path of {@link value}. */
  readonly path: Path;
  /** The invalid item, or the whole value. */
  readonly value: unknown;
}

/** Returns the errors of a value's first invalid item, or all errors if it has no long list with one. */
export function firstError(schema: z.ZodType, value: unknown): FirstError | undefined {
  const wrong = firstWrongItem(schema, value);
  if (wrong !== undefined) return wrong;
  const { error } = schema.safeParse(value);
  return error && { error, path: [], value };
}

/**
 * Returns the first invalid item of the long lists and maps in a value. Zod collects all errors, which takes seconds
 * if every item is invalid, so these items are checked one by one.
 */
export function firstWrongItem(schema: z.ZodType, value: unknown): FirstError | undefined {
  for (const item of itemsOfLongLists(schema, value, [])) {
    const wrong = firstError(item.schema, item.value);
    if (wrong !== undefined) return { ...wrong, path: [...item.path, ...wrong.path] };
  }
  return undefined;
}

function* itemsOfLongLists(given: z.ZodType, value: unknown, path: Path): Generator<Item> {
  if (typeof value !== 'object' || value === null) return;
  const schema = unwrapped(given);
  const isList = Array.isArray(value);
  if (isKind('object', schema) && !isList) {
    for (const name of Object.keys(value)) {
      const { shape } = schema;
      const child = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
      if (child !== undefined) yield* itemsOfLongLists(child, valueAt(value, [name]), [...path, name]);
    }
    return;
  }
  const inner =
    isKind('array', schema) && isList
      ? schema.element
      : isKind('record', schema) && !isList
        ? schema.valueType
        : undefined;
  if (inner === undefined) return;
  const entries = Object.entries(value);
  for (const [name, item] of entries) {
    const at = [...path, isList ? Number(name) : name];
    if (entries.length > LONG) yield { path: at, schema: inner as z.ZodType, value: item };
    else yield* itemsOfLongLists(inner as z.ZodType, item, at);
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let inner: unknown = schema;
  while (isKind('optional', inner) || isKind('nullable', inner) || isKind('readonly', inner))
    inner = inner.unwrap();
  return inner as z.ZodType;
}

interface Kinds {
  readonly object: z.ZodObject;
  readonly array: z.ZodArray;
  readonly record: z.ZodRecord;
  readonly optional: z.ZodOptional;
  readonly nullable: z.ZodNullable;
  readonly readonly: z.ZodReadonly;
}

/** Instead of `instanceof`: a request that has nothing to validate should not load zod. */
const isKind = <K extends keyof Kinds>(kind: K, schema: unknown): schema is Kinds[K] =>
  (schema as z.ZodType).def.type === kind;
