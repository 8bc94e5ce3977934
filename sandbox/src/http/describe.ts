import type { MiddlewareHandler, TypedResponse } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import type { Description } from './description.ts';
import type { ServiceEnv } from './env.ts';

type Target = 'query' | 'json' | 'form';

/** What `c.req.valid(…)` gives in a route of this description. */
export interface InputOf<D extends Description> {
  in: object;
  out: { [T in Target as D[T] extends z.ZodType ? T : never]: z.output<D[T] & z.ZodType> };
}

/**
 * The type of a schema's output as handlers give it: read-only all the way down, because domain code never changes what it
 * hands out, and without the index of a loose object.
 */
type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [K in keyof T as IsOfLoose<T, K> extends true ? never : K]: Shown<T[K]> }
    : T;

type IsOfLoose<T, K extends keyof T> = string extends K ? (unknown extends T[K] ? true : false) : false;

/** What a handler of this description may answer. */
export type AnswerOf<D extends Description> =
  | {
      [Status in keyof D['answers'] & StatusCode]: D['answers'][Status] extends z.ZodType
        ? Response & TypedResponse<Shown<z.output<D['answers'][Status]>>, Status, 'json'>
        : Response;
    }[keyof D['answers'] & StatusCode]
  | (D['contentType'] extends string | readonly string[] ? Response : never);

/** The first handler of each route. */
export interface Described<D extends Description = Description> extends MiddlewareHandler<ServiceEnv> {
  readonly description: D;
}

/**
 * Describes a route. The route's access (`accessToken`, `control`, …), which comes next, checks the input by it.
 *
 * @example
 * orders.get('/:id', describe({ tag, summary: 'Get an order', answers: { 200: order } }), accessToken, (c) =>
 *   answer(c, orderView(c.env.core.tx, orderOf(c.env.core.tx, c.req.param('id')))),
 * );
 */
export function describe<const D extends Description>(description: D): Described<D> {
  const described: MiddlewareHandler<ServiceEnv> = (c, next) => {
    c.set('description', description);
    return next();
  };
  return Object.assign(described, { description });
}
