import type * as z from 'zod';
import { nearestName } from '../../domain/basics/nearest-name.ts';
import { shownAs } from '../../model/shown-as.ts';

/** A property that the schema does not know. */
export interface UnknownProperty {
  /** Path of the property as received. */
  readonly path: string;
  /** The nearest known name, if there is a similar one. */
  readonly nearest: string | undefined;
}

/** How a value is read, and the findings so far. */
export interface Reading {
  /** Properties that the schema does not know. */
  readonly unknown: UnknownProperty[];
  /** Paths of empty lists that were read as empty objects. `undefined`: they stay lists, which the schema rejects. */
  readonly emptyLists?: string[];
  /** Paths of properties that occurred more than once, in different case. */
  readonly repeated: string[];
  /** Whether an empty string unsets an optional time, id or enumeration, as `null` does. */
  readonly emptyTextUnsets: boolean;
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

const getDefinition = (schema: z.ZodType): Definition => schema._zod.def;

/**
 * Renames the properties of a value to those of the schema, ignoring case at every level
 * (`planVariantId` is `PlanVariantId`; one object may mix both), and collects those that the schema does not know. Reads the
 * usual notations of "nothing" as such: `null`, an empty string for non-text fields, an empty list for an object.
 */
export function matchCasing(schema: z.ZodType, value: unknown, reading: Reading, path = ''): unknown {
  const definition = getDefinition(schema);
  if (value === null || typeof value !== 'object') return value;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return matchCasing(definition.innerType as z.ZodType, value, reading, path);
    case 'pipe':
      return matchCasing(definition.in as z.ZodType, value, reading, path);
    case 'union': {
      // One of the options is for lists, the other for objects; otherwise the choice would be a guess.
      const wanted = Array.isArray(value) ? 'array' : 'object';
      const options = definition.options?.filter((option) => getDefinition(option).type === wanted) ?? [];
      return options.length === 1 ? matchCasing(options[0] as z.ZodType, value, reading, path) : value;
    }
    case 'array':
      if (!Array.isArray(value)) return value;
      return value.map((item, at) =>
        matchCasing(definition.element as z.ZodType, item, reading, `${path}[${at}]`),
      );
    case 'record':
      return isEmptyObject(value, reading, path) ? {} : value;
    case 'object':
      if (isEmptyObject(value, reading, path)) return {};
      if (Array.isArray(value)) return value;
      return matchObject(schema, definition, value, reading, path);
    default:
      return value;
  }
}

/** PHP serializes an empty map as `[]`. */
function isEmptyObject(value: object, { emptyLists }: Reading, path: string): boolean {
  const isEmpty = emptyLists !== undefined && Array.isArray(value) && value.length === 0;
  if (isEmpty) emptyLists.push(path);
  return isEmpty;
}

const emptyTextUnsets = new WeakMap<z.ZodType, boolean>();

/** Returns whether a field is optional and accepts some texts, but not the empty one: a time, an id, an enumeration. */
function isUnsetByEmptyText(field: z.ZodType): boolean {
  let isUnset = emptyTextUnsets.get(field);
  if (isUnset === undefined) {
    const { type } = getDefinition(innermost(field));
    isUnset =
      (type === 'string' || type === 'enum') &&
      (field.safeParse(undefined).success || field.safeParse(null).success) &&
      !field.safeParse('').success;
    emptyTextUnsets.set(field, isUnset);
  }
  return isUnset;
}

function matchObject(
  schema: z.ZodType,
  definition: Definition,
  value: object,
  reading: Reading,
  path: string,
): object {
  const { unknown } = reading;
  const names = propertyNames(schema, definition);
  const shape = definition.shape as { readonly [name: string]: z.ZodType };
  const result: Record<string, unknown> = {};
  const put = (key: string, entry: unknown) => {
    Object.defineProperty(result, key, {
      value: entry,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  };
  for (const [key, entry] of Object.entries(value)) {
    const name = names.get(key.toLowerCase());
    if (name !== undefined) {
      const child = shape[name] as z.ZodType;
      if (Object.hasOwn(result, name) && !isMap(child))
        reading.repeated.push(path === '' ? name : `${path}.${name}`);
      if (entry === null || (entry === '' && reading.emptyTextUnsets && isUnsetByEmptyText(child))) {
        // Present without a value: PATCH unsets such a field; all other methods treat it as absent.
        if (getDefinition(child).type !== 'optional') result[name] = null;
        else if (result[name] === undefined) result[name] = undefined;
        continue;
      }
      const at = typeof entry !== 'object' ? '' : path === '' ? name : `${path}.${name}`;
      const value = matchCasing(child, entry, reading, at);
      // Entries of a map may have been sent individually before (`CustomFields.key`): both apply.
      result[name] = isObject(value) && isMap(child) ? { ...(result[name] as object), ...value } : value;
      continue;
    }
    const dotted = dottedField(names, shape, key);
    if (dotted !== undefined) {
      const before = result[dotted.name];
      if (before === undefined || isObject(before)) put(dotted.name, { ...before, [dotted.key]: entry });
    } else if (definition.catchall !== undefined) put(key, entry);
    else if (isShown(schema, key)) continue;
    else {
      const isHinted = unknown.length < MAX_HINTED && key.length <= MAX_NAME_LENGTH;
      const nearest = isHinted ? nearestName(key, [...names.values()]) : undefined;
      unknown.push({
        path: path === '' ? key.slice(0, MAX_NAME_LENGTH) : `${path}.${key.slice(0, MAX_NAME_LENGTH)}`,
        nearest,
      });
    }
  }
  return result;
}

/** Returns whether the API returns this property in addition to those that the schema accepts. */
function isShown(schema: z.ZodType, key: string): boolean {
  const shape = shownAs.get(schema)?.shape ?? {};
  return Object.keys(shape).some((name) => name.toLowerCase() === key.toLowerCase());
}

/** Limits: unknown properties per request for which a similar name is searched, and characters of a name in a message. */
const MAX_HINTED = 100;
const MAX_NAME_LENGTH = 60;

/** `CustomFields.key` for an entry of the map `CustomFields` (spec: customerData rules 3). */
function dottedField(
  names: ReadonlyMap<string, string>,
  shape: { readonly [name: string]: z.ZodType },
  key: string,
): { readonly name: string; readonly key: string } | undefined {
  const dot = key.indexOf('.');
  if (dot < 1) return undefined;
  const name = names.get(key.slice(0, dot).toLowerCase());
  if (name === undefined || !isMap(shape[name] as z.ZodType)) return undefined;
  return { name, key: key.slice(dot + 1) };
}

const isMap = (schema: z.ZodType): boolean => getDefinition(innermost(schema)).type === 'record';

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function innermost(schema: z.ZodType): z.ZodType {
  const { type, innerType } = getDefinition(schema);
  return type === 'optional' || type === 'nullable' ? innermost(innerType as z.ZodType) : schema;
}

const namesBySchema = new WeakMap<z.ZodType, Map<string, string>>();

function propertyNames(schema: z.ZodType, definition: Definition): Map<string, string> {
  let names = namesBySchema.get(schema);
  if (names === undefined) {
    names = new Map(Object.keys(definition.shape ?? {}).map((name) => [name.toLowerCase(), name]));
    namesBySchema.set(schema, names);
  }
  return names;
}
