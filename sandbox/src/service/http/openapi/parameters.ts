import * as z from 'zod';
import { dateWindow, paging, searching } from '../wire/paging.ts';
import type { Operation } from '../zones/description.ts';

/** The variable segments of a path. */
export function pathParameters({ path }: Pick<Operation, 'path'>): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, pathParameter(name)])));
}

function pathParameter(name: string): z.ZodType {
  if (name === 'id') return pathId;
  return /id$/i.test(name) ? id : z.string();
}

const id = z.string().meta({ description: '24 hexadecimal digits.', example: '6a10580a3c9b1f0e5d000001' });
const pathId = shared(id, 'Id');

/** A schema as a shared component that operations refer to. */
function shared<T extends z.ZodType>(schema: T, name: string): T {
  return schema.meta({ ...schema.meta(), param: { id: name } });
}

/** Query parameters shared by many operations, by their schema. */
const sharedQueries = new Map<unknown, z.ZodType>(
  Object.entries({ ...paging.shape, ...dateWindow.shape, search: searching.shape.search }).map(
    ([name, schema]) => [schema, shared(schema, name.charAt(0).toUpperCase() + name.slice(1))],
  ),
);

/** Returns the schema of the query string. */
export function queryParameters({ query }: Pick<Operation, 'query'>): z.ZodObject | undefined {
  if (!(query instanceof z.ZodObject)) return undefined;
  return z.object(
    Object.fromEntries(
      Object.entries(query.shape).map(([name, schema]) => [name, sharedQueries.get(schema) ?? schema]),
    ),
  );
}

/** Headers that change how a request is processed. */
export function headerParameters({ method, rules, refusals, whileClockMoves }: Operation): z.ZodObject {
  const repeatable = rules.idempotency && (method === 'POST' || method === 'PUT');
  return z.object({
    ...(repeatable ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(refusals?.includes(412) === true ? { 'If-Match': ifMatch } : {}),
    ...(whileClockMoves === true ? {} : { Prefer: prefer }),
  });
}

const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    description:
      'Makes retries safe: the same body returns the same response for 24 hours, a different body 422, a repeat while the first ' +
      'is in progress 409.',
    example: '5f0c9f1e-8f9a-4c7e-9d0c-5b1a2c3d4e5f',
    param: { id: 'IdempotencyKey' },
  });

const prefer = z
  .string()
  .optional()
  .meta({
    description:
      'While the clock is moving, requests wait. `wait=5` waits at most 5 seconds, then returns 409 `ClockMoving` with ' +
      '`Retry-After`.',
    example: 'wait=5',
    param: { id: 'Prefer' },
  });

const ifMatch = z
  .string()
  .optional()
  .meta({
    description: 'ETag of the resource when you read it: 412 if it has changed since.',
    param: { id: 'IfMatch' },
  });
