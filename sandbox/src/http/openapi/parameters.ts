import type * as z from 'zod';
import type { Operation as Route } from '../description.ts';
import type { Parameter } from './document-types.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** Path, query and header parameters of a route. */
export function parametersOf(route: Route, schemas: Schemas): Parameter[] {
  return [...pathParameters(route), ...queryParameters(route, schemas), ...headerParameters(route)];
}

function pathParameters({ path }: Route): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => {
    const name = match[1] as string;
    const isId = /id$/i.test(name);
    return {
      name,
      in: 'path',
      required: true,
      ...(isId ? { description: '24 hexadecimal digits.' } : {}),
      schema: { type: 'string', ...(isId ? { examples: ['6a10580a3c9b1f0e5d000001'] } : {}) },
    };
  });
}

function queryParameters({ query }: Route, schemas: Schemas): Parameter[] {
  const shape = (query as z.ZodObject | undefined)?.shape ?? {};
  return Object.entries(shape).map(([name, field]) => {
    // What coercion makes of the text is what the parameter means.
    const { description, ...schema } = schemas.output(field as z.ZodType) as JsonSchema & {
      description?: string;
    };
    return {
      name,
      in: 'query',
      required: !(field as z.ZodType).safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

function headerParameters({ method, path, refusals }: Route): Parameter[] {
  const parameters: Parameter[] = [];
  if (path.startsWith('/api/') && (method === 'POST' || method === 'PUT')) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes a repeat safe: the same body gets the same answer for 24 hours, another body 422, a repeat while the ' +
        'first is under way 409.',
      schema: { type: 'string', maxLength: 255, examples: ['5f0c9f1e-8f9a-4c7e-9d0c-5b1a2c3d4e5f'] },
    });
  }
  if (refusals?.includes(412) === true) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'ETag of the resource as it was read: 412 when it has changed since.',
      schema: { type: 'string' },
    });
  }
  return parameters;
}
