import type { Json, Service } from './service.ts';

/** One method of one path of the REST API. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly operation: Json;
}

interface Api {
  readonly document: Json;
  readonly operations: readonly Operation[];
}

/** Shared by all workspaces of a process: it follows from the version alone. */
let loaded: Api | undefined;

export async function apiOf(service: Service): Promise<Api> {
  if (loaded === undefined) {
    const document = await service.open('GET', '/openapi.json');
    const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods)
        .filter(() => path.startsWith('/api/v1/') && !path.includes('/CustomerSelfService/'))
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path: path.slice('/api/v1'.length),
          summary: operation.summary ?? '',
          operation,
        })),
    );
    loaded = { document, operations };
  }
  return loaded;
}

/** The operation of a method and a path with ids or `{names}` in it. @param path below `/api/v1` */
export function operationOf({ operations }: Api, method: string, path: string): Operation | undefined {
  const pattern = (text: string) => text.replace(/\{\w+\}|[0-9a-f]{24}/gi, '{}').toLowerCase();
  return operations.find((one) => one.method === method && pattern(one.path) === pattern(path));
}

/** Depth to which fields of fields are listed. */
const DEPTH = 2;

/** The fields of a schema, a line each, with type and whether they are required. */
export function fieldLines(document: Json, schema: Json, depth = 0, indent = ''): string[] {
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries<Json>(properties).flatMap(([name, value]) => {
    const field = resolved(document, value);
    const isList = field.type === 'array';
    const inner = isList ? resolved(document, field.items ?? {}) : field;
    const description = (value.description ?? field.description ?? '').split('\n')[0].slice(0, 90);
    const line = `${indent}${name}${required.includes(name) ? ' (required)' : ''}: ${typeOf(inner)}${isList ? '[]' : ''}${description === '' ? '' : `, ${description}`}`;
    return [
      line,
      ...(depth < DEPTH && inner.properties !== undefined
        ? fieldLines(document, inner, depth + 1, `${indent}  `)
        : []),
    ];
  });
}

function typeOf({ type, enum: values, const: constant, anyOf, properties }: Json): string {
  if (values !== undefined) return values.slice(0, 8).join(' | ') + (values.length > 8 ? ' | …' : '');
  if (constant !== undefined) return JSON.stringify(constant);
  if (properties !== undefined) return 'object';
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any');
}

function resolved(document: Json, schema: Json): Json {
  let found = schema;
  for (let steps = 0; found?.$ref !== undefined && steps < 10; steps += 1)
    found = found.$ref
      .split('/')
      .slice(1)
      .reduce((at: Json, key: string) => at?.[key], document);
  const parts: Json[] = (found?.allOf ?? []).map((part: Json) => resolved(document, part));
  if (parts.length === 0) return found ?? {};
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}
