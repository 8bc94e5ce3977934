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

/** Domain code never changes what it hands out, so answers may be read-only all the way down. */
type Shown<T> = T extends (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Shown<T[K]> }
    : T;

/** What a handler of this description may answer. */
export type AnswerOf<D extends Description> = {
  [Status in keyof D['answers'] & StatusCode]: D['answers'][Status] extends z.ZodType
    ? Response & TypedResponse<Shown<z.output<D['answers'][Status]>>, Status>
    : Response;
}[keyof D['answers'] & StatusCode];

/** The first handler of each route. */
export interface Described<D extends Description = Description> extends MiddlewareHandler<ServiceEnv> {
  readonly description: D;
}

/**
 * Describes a route. The route's access (`accessToken`, `control`, …), which comes next, checks the input by it.
 *
 * @example
 * orders.get('/:id', describe({ tag, summary: 'Get an order', answers: { 200: order } }), accessToken, (c) =>
 *   answer(c, showOrder(orderOf(c.env.core.tx, c.req.param('id')))),
 * );
 */
export function describe<const D extends Description>(description: D): Described<D> {
  const described: MiddlewareHandler<ServiceEnv> = (c, next) => {
    c.set('description', description);
    return next();
  };
  return Object.assign(described, { description });
}
