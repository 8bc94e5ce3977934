import type { Context, Env, TypedResponse } from 'hono';
import type { BlankInput, BlankSchema, MergePath, ParamKeys } from 'hono/types';
import type { StatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';
import type { ProblemBody } from '../wire/problem-body.ts';
import type { Credential, Description, FoundRoute, Method, PlainSchema, Rules } from './description.ts';
import type { ServiceEnv } from './env.ts';

/** The access rule. `Added` is the information about the caller that handlers receive. */
export interface Access<Added extends Env = Env> {
  readonly credential: Credential;
  /** Checks the credential. @returns its owner, for limits and repeats @throws Problem if it is not valid */
  readonly authenticate: (c: Context<ServiceEnv>) => string;
  readonly added?: Added;
}

/** A route with everything that its zone defines. */
export interface Route extends FoundRoute {
  readonly method: Method | 'ALL';
  readonly access?: Access;
  readonly handler: (c: Context<ServiceEnv>) => Response | Promise<Response>;
}

/** Routes below one path. */
export interface RouteList {
  readonly base: string;
  readonly rules: Rules;
  readonly all: readonly Route[];
}

/** Routes to which more can be added: each method returns them with the new route, which is also part of their type. */
export interface Routes<Added extends Env, Base extends string, S> extends RouteList {
  readonly get: AddRoute<'$get', Added, Base, S>;
  readonly post: AddRoute<'$post', Added, Base, S>;
  readonly put: AddRoute<'$put', Added, Base, S>;
  readonly patch: AddRoute<'$patch', Added, Base, S>;
  readonly delete: AddRoute<'$delete', Added, Base, S>;
}

type AddRoute<M extends string, Added extends Env, Base extends string, S> = <
  Path extends string,
  const D extends Typed,
>(
  path: Path,
  description: D,
  handler: (c: Context<ServiceEnv & Added, Path, InputOf<D>>) => AnswerOf<D> | Promise<AnswerOf<D>>,
) => Routes<Added, Base, S & RouteSchema<M, MergePath<Base, Path>, D>>;

/**
 * Creates a zone, which defines the common rules of its routes once. It accepts the base path of its routes and, optionally,
 * the guide that explains their rejections.
 *
 * @example
 * const rest = zone({ access: accessToken, limits: true, idempotency: true, cors: 'account', … });
 * export const contracts = rest('/api/v1/contracts').get('/:id', { tag, summary, answers: { 200: contract } }, (c) => …);
 */
export function zone<Added extends Env>({ access, ...rest }: ZoneOptions<Added>) {
  const ofZone: Rules = { ...rest, credential: access.credential };
  return <Base extends string>(base: Base, guide = ofZone.guide): Routes<Added, Base, BlankSchema> => {
    const rules = { ...ofZone, guide };
    const all: Route[] = [];
    const adder = (method: Method) => (path: string, description: Description, handler: Route['handler']) => {
      all.push({ method, path: joined(base, path), rules, description, access, handler });
      return routes;
    };
    const routes = {
      base,
      rules,
      all,
      get: adder('GET'),
      post: adder('POST'),
      put: adder('PUT'),
      patch: adder('PATCH'),
      delete: adder('DELETE'),
    } as unknown as Routes<Added, Base, BlankSchema>;
    return routes;
  };
}

export interface ZoneOptions<Added extends Env = Env> extends Omit<Rules, 'credential'> {
  readonly access: Access<Added>;
}

const joined = (base: string, path: string) => (path === '/' ? base : base === '/' ? path : base + path);

type Target = 'query' | 'json' | 'form';

/** The result of `c.req.valid(…)` in a route of this description. */
interface InputOf<D extends Typed> {
  in: object;
  out: { [T in Target as D[T] extends Schema ? T : never]: z.output<D[T] & Schema> };
}

/**
 * The type of a schema's output as returned by handlers: deeply read-only, because domain code never changes returned
 * documents, and without the index signature of a loose object.
 */
type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [K in keyof T as IsOfLoose<T, K> extends true ? never : K]: Shown<T[K]> }
    : T;

type IsOfLoose<T, K extends keyof T> = string extends K ? (unknown extends T[K] ? true : false) : false;

/**
 * The parts of a description that the types of a route need. They do not require all methods of `z.ZodType`, which the
 * compiler would compare one by one for each schema.
 */
interface Typed
  extends Omit<Description, 'query' | 'json' | 'form' | 'streamed' | 'ignores' | 'answers'>,
    Partial<Record<'query' | 'json' | 'form' | 'streamed' | 'ignores', Schema>> {
  readonly answers: { readonly [status: number]: Schema | PlainSchema | undefined };
}

type Schema = z.core.SomeType;

/** The possible responses of a handler of this description. */
type AnswerOf<D extends Typed> =
  | {
      [Status in keyof D['answers']]: D['answers'][Status] extends Schema
        ? Response & TypedResponse<Shown<z.output<D['answers'][Status]>>, Status & StatusCode, 'json'>
        : Response;
    }[keyof D['answers']]
  | (D['contentType'] extends string | readonly string[] ? Response : never);

/** A route in the form that Hono's client expects. */
export type RouteSchema<M extends string, Path extends string, D extends Typed> = {
  [P in Path]: { [K in M]: EndpointOf<Path, D> };
};

type EndpointOf<Path extends string, D extends Typed> =
  | {
      [Status in keyof D['answers']]: D['answers'][Status] extends Schema
        ? Answered<Path, D, Shown<z.output<D['answers'][Status]>>, 'json', Status & StatusCode>
        : Answered<Path, D, object, 'body', Status & StatusCode>;
    }[keyof D['answers']]
  | Answered<Path, D, ProblemBody, 'json', RefusalStatus>;

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503 | 507;

/** A type, because an interface would not be assignable to the index of Hono's `Schema`. */
type Answered<
  Path extends string,
  D extends Typed,
  Output,
  Format extends string,
  Status extends StatusCode,
> = {
  input: ClientInput<Path, D>;
  output: Output;
  outputFormat: Format;
  status: Status;
};

type ClientInput<Path extends string, D extends Typed> = ([ParamKeys<Path>] extends [never]
  ? BlankInput
  : { param: { [Name in ParamKeys<Path>]: string } }) &
  (D['query'] extends Schema ? Optional<'query', ClientQuery<D['query']>> : BlankInput) &
  (D['form'] extends Schema ? Optional<'form', z.input<D['form']>> : BlankInput) &
  (D['json'] extends Schema
    ? D['bodyOptional'] extends true
      ? { json?: z.input<D['json']> }
      : { json: z.input<D['json']> }
    : BlankInput);

/** A field that is converted from a string can be sent in its own type: `take: 20`. */
type ClientQuery<Q extends Schema> = {
  [K in keyof z.input<Q>]: unknown extends z.input<Q>[K] ? z.output<Q>[K & keyof z.output<Q>] : z.input<Q>[K];
};

type Optional<Key extends string, Value> =
  Partial<Value> extends Value ? { [K in Key]?: Value } : { [K in Key]: Value };

/** The part of Hono's schema that represents routes. */
export type SchemaOf<R> = R extends Routes<infer _Added, infer _Base, infer S> ? S : never;
