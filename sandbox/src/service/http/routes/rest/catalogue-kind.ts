import type { Env } from 'hono';
import * as z from 'zod';
import {
  type CatalogueKind,
  catalogueView,
  createInCatalogue,
  deleteFromCatalogue,
  inCatalogue,
  type Patch,
  patchInCatalogue,
  replaceInCatalogue,
} from '../../../domain/catalogue/catalogue-management.ts';
import { answer } from '../../answers/answer.ts';
import { resource } from '../../answers/resource.ts';
import type { paging } from '../../wire/paging.ts';
import type { RouteSchema, Routes } from '../../zones/zone.ts';
import { rest } from '../../zones/zones.ts';

interface Schemas<T, Shown, Input, Changes, Query extends z.ZodType> {
  readonly shown: Shown;
  readonly input: Input;
  readonly patch: Changes;
  readonly query: Query;
  /** Returns the filter of the query, by indexes of the collection. */
  readonly where?: (query: z.output<Query>) => { readonly [index: string]: string | undefined };
  /** A filter without an index, for small collections. */
  readonly match?: (query: z.output<Query>) => ((document: T) => boolean) | undefined;
}

type Page = z.output<typeof paging>;

/** The operations on one kind of catalogue entry. */
export function catalogueRoutes<
  Path extends `/api/v1/${string}`,
  T extends { readonly Id: string },
  Fields extends object,
  Shown extends z.ZodObject,
  Input extends z.ZodType<Fields>,
  Changes extends z.ZodType<Patch<Fields>>,
  Query extends z.ZodType<Page>,
>(
  path: Path,
  kind: CatalogueKind<T, Fields>,
  schemas: Schemas<T, Shown, Input, Changes, Query>,
): Managed<Path, Shown, Input, Changes, Query> {
  // The handlers are checked against generic schemas; the specific types are for callers.
  const { shown, input, patch, query, where, match } = schemas as unknown as Schemas<
    T,
    z.ZodObject,
    z.ZodType<Fields>,
    z.ZodType<Patch<Fields>>,
    z.ZodType<Page>
  >;
  const thing: z.ZodType<object> = shown;
  const one = resource(
    (tx, id) => inCatalogue(tx, kind, id),
    (tx, entry: T) => catalogueView(tx, kind, entry),
  );
  const tag = 'Catalogue';
  const name = `${/^[aeio]/.test(kind.name) ? 'an' : 'a'} ${kind.name}`;
  const sends = (change: string) =>
    kind.event === undefined ? {} : { description: `Sends ${kind.event}${change}.` };
  const sendsChanged = kind.event === undefined ? '' : ` Sends ${kind.event}Changed.`;
  const routes = rest(path)
    .get(
      '/',
      { tag, summary: `List ${path.split('/').at(-1)}`, query, answers: { 200: z.array(thing) } },
      (c) => {
        const { tx } = c.env.core;
        const asked = c.req.valid('query');
        const { take, skip, from } = asked;
        const page = kind
          .collection(tx)
          .list({ where: where?.(asked) ?? {}, match: match?.(asked), take, skip, from });
        return answer(
          c,
          page.map((entry) => catalogueView(tx, kind, entry)),
        );
      },
    )
    .post(
      '/',
      {
        tag,
        summary: `Create ${name}`,
        ...sends('Created'),
        json: input,
        answers: { 200: thing },
        refusals: [409],
      },
      (c) => {
        const { core } = c.env;
        const made = core.transaction((tx) => createInCatalogue(tx, kind, c.req.valid('json')));
        return answer(c, catalogueView(core.tx, kind, made));
      },
    )
    .get('/:id', { tag, summary: `Get ${name}`, answers: { 200: thing } }, (c) =>
      answer(c, one.shown(c.env.core.tx, c.req.param('id'))),
    )
    .put(
      '/:id',
      {
        tag,
        summary: `Replace ${name}`,
        description: `Fields that are not named take their usual value.${sendsChanged}`,
        json: input,
        ignores: shown,
        answers: { 200: thing },
        refusals: [409, 412],
      },
      (c) =>
        one.change(c, c.req.param('id'), (tx, id) => replaceInCatalogue(tx, kind, id, c.req.valid('json'))),
    )
    .patch(
      '/:id',
      {
        tag,
        summary: `Change named fields of ${name}`,
        description: `Fields that are not named stay.${sendsChanged}`,
        json: patch,
        ignores: shown,
        answers: { 200: thing },
        refusals: [409, 412],
      },
      (c) =>
        one.change(c, c.req.param('id'), (tx, id) => patchInCatalogue(tx, kind, id, c.req.valid('json'))),
    )
    .delete(
      '/:id',
      {
        tag,
        summary: `Delete ${name} that nothing uses`,
        ...sends('Deleted'),
        answers: { 204: undefined },
        refusals: [409, 412],
      },
      (c) => one.remove(c, c.req.param('id'), (tx, id) => deleteFromCatalogue(tx, kind, id)),
    );
  return routes as unknown as Managed<Path, Shown, Input, Changes, Query>;
}

/** Common fields of all descriptions. */
export interface Words {
  readonly tag: string;
  readonly summary: string;
}

/** The routes with the schemas of the kind, for Hono's client. */
type Managed<
  Path extends string,
  Shown extends z.ZodType,
  Input extends z.ZodType,
  Changes extends z.ZodType,
  Query extends z.ZodType,
> = Routes<
  Env,
  Path,
  RouteSchema<'$get', Path, Words & { query: Query; answers: { 200: z.ZodArray<Shown> } }> &
    RouteSchema<'$post', Path, Words & { json: Input; answers: { 200: Shown } }> &
    RouteSchema<'$get', `${Path}/:id`, Words & { answers: { 200: Shown } }> &
    RouteSchema<'$put', `${Path}/:id`, Words & { json: Input; answers: { 200: Shown } }> &
    RouteSchema<'$patch', `${Path}/:id`, Words & { json: Changes; answers: { 200: Shown } }> &
    RouteSchema<'$delete', `${Path}/:id`, Words & { answers: { 204: undefined } }>
>;
