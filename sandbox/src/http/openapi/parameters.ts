import * as z from 'zod';
import type { Operation } from '../description.ts';

/** The variable segments of a path. */
export function pathParameters({ path }: Pick<Operation, 'path'>): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, /id$/i.test(name) ? id : z.string()])));
}

const id = z.string().meta({ description: '24 hexadecimal digits.', example: '6a10580a3c9b1f0e5d000001' });

/** Headers that change what a request does. */
export function headerParameters({ method, path, refusals, whileClockMoves }: Operation): z.ZodObject {
  const repeatable = path.startsWith('/api/') && (method === 'POST' || method === 'PUT');
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
      'Makes a repeat safe: the same body gets the same answer for 24 hours, another body 422, a repeat while the first ' +
      'is under way 409.',
    example: '5f0c9f1e-8f9a-4c7e-9d0c-5b1a2c3d4e5f',
  });

const prefer = z
  .string()
  .optional()
  .meta({
    description:
      'While the clock of the sandbox moves, requests wait. `wait=5` waits 5 seconds at most: then 409 `ClockMoving` with ' +
      '`Retry-After`.',
    example: 'wait=5',
  });

const ifMatch = z
  .string()
  .optional()
  .meta({ description: 'ETag of the resource as it was read: 412 when it has changed since.' });
