import type { FoundDifference } from './compare-responses.ts';
import { valueType } from './structural-differences.ts';

/** The parts of a schema of an OpenAPI document that shapes need. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Document {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly responses?: {
          readonly [status: string]: { readonly content?: { readonly [type: string]: { schema?: Schema } } };
        };
      };
    };
  };
  readonly components?: { readonly schemas?: { readonly [name: string]: Schema } };
}

/** Names of types in JSON Schema. */
const jsonType = (value: unknown) => (Array.isArray(value) ? 'array' : valueType(value));

/** The shapes of responses, from the OpenAPI document of a sandbox. */
export class Shapes {
  readonly #document: Document;

  /** @param document of the sandbox */
  constructor(document: unknown) {
    this.#document = document as Document;
  }

  /**
   * Returns where a response has another shape: a missing or unknown field, another type, an unknown value of an
   * enumeration. Values are neither compared nor shown, because they may be personal.
   *
   * @param path of the operation, with `{id}` in it
   */
  differences(path: string, body: unknown): FoundDifference[] {
    const schema =
      this.#document.paths[path]?.['get']?.responses?.['200']?.content?.['application/json']?.schema;
    if (schema === undefined) return [];
    const found = new Map<string, FoundDifference>();
    for (const one of this.#compare(this.#resolved(schema), body, '')) {
      const key = `${one.class} ${one.path.replace(/\[\d+\]/g, '[]')}`;
      if (!found.has(key)) found.set(key, one);
    }
    return [...found.values()];
  }

  #compare(schema: Schema, value: unknown, path: string): FoundDifference[] {
    const options = schema.anyOf ?? schema.oneOf;
    if (options !== undefined) {
      const all = options.map((one) => this.#compare(this.#resolved(one), value, path));
      return all.reduce((best, one) => (one.length < best.length ? one : best));
    }
    const type = jsonType(value);
    const types = [schema.type ?? []].flat();
    const isType =
      types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'));
    if (!isType) return [{ class: 'type', path, sandbox: types.join(' or '), service: type }];
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values !== undefined && !values.includes(value))
      return [{ class: 'enum', path, sandbox: values, service: value }];
    if (Array.isArray(value)) {
      const items = this.#resolved(schema.items ?? {});
      return value.flatMap((one, at) => this.#compare(items, one, `${path}[${at}]`));
    }
    return type === 'object' ? this.#fields(schema, value as Record<string, unknown>, path) : [];
  }

  #fields(schema: Schema, value: Record<string, unknown>, path: string): FoundDifference[] {
    const { properties, required = [], additionalProperties } = schema;
    if (properties === undefined) return [];
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    const missing = required
      .filter((name) => value[name] === undefined)
      .map((name) => ({ class: 'field' as const, path: at(name), sandbox: 'there', service: 'missing' }));
    const others = Object.entries(value).flatMap(([name, inner]): FoundDifference[] => {
      const known = properties[name];
      if (known !== undefined) return this.#compare(this.#resolved(known), inner, at(name));
      if (typeof additionalProperties === 'object') return [];
      return [{ class: 'field', path: at(name), sandbox: 'missing', service: 'there' }];
    });
    return [...missing, ...others];
  }

  #resolved(schema: Schema): Schema {
    const { $ref, allOf } = schema;
    if ($ref !== undefined) {
      const named = this.#document.components?.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)];
      return this.#resolved({ ...named });
    }
    if (allOf === undefined) return schema;
    const { allOf: _, ...rest } = schema;
    return Object.assign({}, ...allOf.map((one) => this.#resolved(one)), rest);
  }
}
