import * as z from 'zod';
import type { PlainSchema } from '../description.ts';

/** A JSON Schema as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** JSON Schemas of the zod schemas; those with an id become components. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #converted = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };

  /** What is sent. Closed: an answer has the fields that are documented and no other. */
  output(schema: z.ZodType | PlainSchema): JsonSchema {
    if ('jsonSchema' in schema) return schema.jsonSchema;
    return this.#convert(schema, 'output', (name) => name);
  }

  /** What is taken. Open: unknown properties are reported, not refused. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input', (name, definition) => {
      const known = this.components[name];
      if (known === undefined || sameButOpen(known, definition)) return name;
      return name.endsWith('Input') ? name : `${name}Input`;
    });
  }

  #convert(
    schema: z.ZodType,
    io: 'input' | 'output',
    nameFor: (name: string, definition: JsonSchema) => string,
  ): JsonSchema {
    const known = this.#converted[io].get(schema);
    if (known !== undefined) return known;
    const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        const { example, ...rest } = jsonSchema as JsonSchema & { example?: unknown };
        if (example === undefined) return;
        // JSON Schema 2020-12 has `examples`; `example` is what people write.
        delete (jsonSchema as { example?: unknown }).example;
        Object.assign(jsonSchema, { ...rest, examples: [example] });
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const names = new Map<string, string>();
    for (const [name, definition] of Object.entries($defs ?? {})) names.set(name, nameFor(name, definition));
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const component = names.get(name) as string;
      this.components[component] ??= referring(definition, names);
    }
    const converted = referring(root, names);
    this.#converted[io].set(schema, converted);
    return converted;
  }
}

/** The schema with its references pointing at components. */
function referring(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([keyword, entry]) => {
        if (keyword !== '$ref' || typeof entry !== 'string') return [keyword, visit(entry)];
        const name = entry.replace('#/$defs/', '');
        return [keyword, `#/components/schemas/${names.get(name) ?? name}`];
      }),
    );
  };
  return visit(schema) as JsonSchema;
}

function sameButOpen(output: JsonSchema, input: JsonSchema): boolean {
  const open = (schema: JsonSchema) =>
    JSON.stringify(schema)
      .replaceAll('"additionalProperties":false', '')
      .replaceAll(/"#\/(components\/schemas|\$defs)\//g, '"#/')
      .replaceAll(/,(?=[,}\]])|,$/g, '');
  return open(output) === open(input);
}
