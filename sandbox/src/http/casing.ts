import type * as z from 'zod';
import { nearestOf } from '../domain/nearest-name.ts';

/** A property that the schema does not know. */
export interface UnknownProperty {
  /** Path of the property as it came. */
  readonly path: string;
  /** The nearest known name, where one is near. */
  readonly nearest: string | undefined;
}

interface Definition {
  readonly type: string;
  readonly shape?: { readonly [name: string]: z.ZodType };
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

const definitionOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Definition } })._zod.def;

/**
 * Gives the properties of a value the names of the schema, matching them without regard to case at every level
 * (`planVariantId` is `PlanVariantId`; one object may mix both), and collects those that the schema does not know.
 */
export function matchCasing(
  schema: z.ZodType,
  value: unknown,
  unknown: UnknownProperty[],
  path = '',
): unknown {
  const definition = definitionOf(schema);
  if (value === null || typeof value !== 'object') return value;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return matchCasing(definition.innerType as z.ZodType, value, unknown, path);
    case 'pipe':
      return matchCasing(definition.in as z.ZodType, value, unknown, path);
    case 'union': {
      const objects = definition.options?.filter((option) => definitionOf(option).type === 'object') ?? [];
      return objects.length === 1 ? matchCasing(objects[0] as z.ZodType, value, unknown, path) : value;
    }
    case 'array':
      if (!Array.isArray(value)) return value;
      return value.map((item, at) =>
        matchCasing(definition.element as z.ZodType, item, unknown, `${path}[${at}]`),
      );
    case 'object':
      if (Array.isArray(value)) return value;
      return matchObject(schema, definition, value, unknown, path);
    default:
      return value;
  }
}

function matchObject(
  schema: z.ZodType,
  definition: Definition,
  value: object,
  unknown: UnknownProperty[],
  path: string,
): object {
  const names = namesOf(schema, definition);
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    const name = names.get(key.toLowerCase());
    const at = path === '' ? key : `${path}.${key}`;
    if (name === undefined) {
      if (definition.catchall !== undefined) {
        Object.defineProperty(result, key, {
          value: entry,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      } else {
        unknown.push({ path: at, nearest: nearestOf(key, [...names.values()]) });
      }
      continue;
    }
    const child = (definition.shape as { [name: string]: z.ZodType })[name] as z.ZodType;
    result[name] = matchCasing(child, entry, unknown, path === '' ? name : `${path}.${name}`);
  }
  return result;
}

const namesBySchema = new WeakMap<z.ZodType, Map<string, string>>();

function namesOf(schema: z.ZodType, definition: Definition): Map<string, string> {
  let names = namesBySchema.get(schema);
  if (names === undefined) {
    names = new Map(Object.keys(definition.shape ?? {}).map((name) => [name.toLowerCase(), name]));
    namesBySchema.set(schema, names);
  }
  return names;
}
