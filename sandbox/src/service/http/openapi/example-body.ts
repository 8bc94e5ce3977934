import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;
type Schemas = NonNullable<oas31.ComponentsObject['schemas']>;

/** Depth limit for schemas that refer to themselves. */
const MAX_DEPTH = 6;

/** An example of a schema: its own example, or its required fields; if none is required, the fields with an example. */
export function exampleBody(schema: Schema, schemas: Schemas = {}, depth = 0): unknown {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named === undefined ? {} : exampleBody(named, schemas, depth);
  }
  const {
    examples,
    const: only,
    enum: values,
    anyOf,
    items,
    properties,
    required,
    type,
  } = schema as oas31.SchemaObject;
  const known = examples?.[0] ?? only ?? values?.[0];
  if (known !== undefined) return known;
  const inner = (one: Schema = {}) => exampleBody(one, schemas, depth + 1);
  const option = anyOf?.[0];
  if (option !== undefined) return inner(option);
  if (items !== undefined) return depth < MAX_DEPTH ? [inner(items)] : [];
  if (properties === undefined) return plain(type);
  const shown = required ?? Object.keys(properties).filter((name) => 'examples' in (properties[name] ?? {}));
  return Object.fromEntries(depth < MAX_DEPTH ? shown.map((name) => [name, inner(properties[name])]) : []);
}

/** Returns the default example of a type. */
function plain(type: oas31.SchemaObject['type']): unknown {
  const [first = 'object'] = [type ?? 'object'].flat();
  return { string: '', boolean: false, number: 0, integer: 0, array: [], object: {}, null: null }[first];
}
