import * as z from 'zod';
import {
  type CatalogueKind,
  catalogueView,
  componentKind,
  couponKind,
  createInCatalogue,
  deleteFromCatalogue,
  discountKind,
  inCatalogue,
  patchInCatalogue,
  planGroupKind,
  planKind,
  planVariantKind,
  replaceInCatalogue,
  taxPolicyKind,
} from '../../domain/catalogue/catalogue-management.ts';
import {
  component,
  componentInput,
  coupon,
  couponInput,
  discount,
  discountInput,
  plan,
  planGroup,
  planGroupInput,
  planInput,
  planVariant,
  planVariantInput,
  productInfo,
  taxPolicy,
  taxPolicyInput,
} from '../../model/catalogue.ts';
import { paging } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { type Route, route } from '../route.ts';

const tag = 'Catalogue';

/** All that can be done with one kind of thing in the catalogue. */
function managed<T extends { readonly Id: string }, Input extends object>(
  path: string,
  kind: CatalogueKind<T, Input>,
  schema: z.ZodObject,
  input: z.ZodObject,
  filters: { readonly [parameter: string]: string },
): Route[] {
  const base = `/api/v1/${path}`;
  const common = { credential: 'AccessToken', tag } as const;
  const article = /^[aeio]/.test(kind.name) ? 'an' : 'a';
  const events = kind.event === undefined ? '' : `Sends ${kind.event}`;
  return [
    route({
      ...common,
      method: 'GET',
      path: base,
      summary: `List ${path}`,
      query: paging.extend(
        Object.fromEntries(Object.keys(filters).map((name) => [name, z.string().optional()])),
      ),
      answers: { 200: z.array(schema) },
      handle: ({ core: { tx }, query }) => {
        const { take, skip, from, ...given } = query as z.output<typeof paging> & {
          readonly [name: string]: unknown;
        };
        const where = Object.fromEntries(
          Object.entries(filters).map(([name, index]) => [index, given[name] as string | undefined]),
        );
        const page = kind.collection(tx).list({ where, take, skip, from });
        return { status: 200, body: page.map((entry) => catalogueView(tx, kind, entry)) };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: base,
      summary: `Create ${article} ${kind.name}`,
      ...(events === '' ? {} : { description: `${events}Created.` }),
      body: input,
      answers: { 200: schema },
      refusals: [409],
      handle: ({ core, body }) => {
        const made = core.transaction((tx) => createInCatalogue(tx, kind, body as Input));
        return { status: 200, body: catalogueView(core.tx, kind, made) };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${base}/{id}`,
      summary: `Get ${article} ${kind.name}`,
      answers: { 200: schema },
      handle: ({ core: { tx }, params }) => ({
        status: 200,
        body: catalogueView(tx, kind, inCatalogue(tx, kind, params['id'] as string)),
      }),
    }),
    ...(['PUT', 'PATCH'] as const).map((method) =>
      route({
        ...common,
        method,
        path: `${base}/{id}`,
        summary:
          method === 'PUT'
            ? `Replace ${article} ${kind.name}`
            : `Change named fields of ${article} ${kind.name}`,
        description:
          (method === 'PUT'
            ? 'Fields that are not named take their usual value.'
            : 'Fields that are not named stay.') + (events === '' ? '' : ` ${events}Changed.`),
        body: method === 'PUT' ? input : input.partial(),
        ignores: schema,
        answers: { 200: schema },
        refusals: [409, 412],
        handle: ({ core, params, body, c }) => {
          const id = params['id'] as string;
          const changed = core.transaction((tx) => {
            checkPreconditions(c, () => catalogueView(tx, kind, inCatalogue(tx, kind, id)));
            return method === 'PUT'
              ? replaceInCatalogue(tx, kind, id, body as Input)
              : patchInCatalogue(tx, kind, id, body as Partial<Input>);
          });
          return { status: 200, body: catalogueView(core.tx, kind, changed) };
        },
      }),
    ),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/{id}`,
      summary: `Delete ${article} ${kind.name} that nothing uses`,
      ...(events === '' ? {} : { description: `${events}Deleted.` }),
      answers: { 204: undefined },
      refusals: [409],
      handle: ({ core, params }) => {
        core.transaction((tx) => deleteFromCatalogue(tx, kind, params['id'] as string));
        return { status: 204 };
      },
    }),
  ];
}

const ofGroup = { planGroupId: 'PlanGroupId' };

/** What can be sold, and all that can be done with it. */
export const catalogueRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/productInfo',
    credential: 'AccessToken',
    tag,
    summary: 'The whole catalogue at once',
    answers: { 200: productInfo },
    handle: ({ core: { tx } }) => ({
      status: 200,
      body: {
        PlanGroups: [...tx.planGroups].map((entry) => catalogueView(tx, planGroupKind, entry)),
        Plans: [...tx.plans].map((entry) => catalogueView(tx, planKind, entry)),
        PlanVariants: [...tx.planVariants].map((entry) => catalogueView(tx, planVariantKind, entry)),
        Components: [...tx.components].map((entry) => catalogueView(tx, componentKind, entry)),
        Discounts: [...tx.discounts].map((entry) => catalogueView(tx, discountKind, entry)),
        Coupons: [...tx.coupons].map((entry) => catalogueView(tx, couponKind, entry)),
        TaxPolicies: [...tx.taxPolicies].map((entry) => catalogueView(tx, taxPolicyKind, entry)),
      },
    }),
  }),
  ...managed('planGroups', planGroupKind, planGroup, planGroupInput, {}),
  ...managed('plans', planKind, plan, planInput, ofGroup),
  ...managed('planVariants', planVariantKind, planVariant, planVariantInput, {
    ...ofGroup,
    planId: 'PlanId',
  }),
  ...managed('components', componentKind, component, componentInput, ofGroup),
  ...managed('discounts', discountKind, discount, discountInput, ofGroup),
  ...managed('coupons', couponKind, coupon, couponInput, ofGroup),
  ...managed('taxPolicies', taxPolicyKind, taxPolicy, taxPolicyInput, {}),
];
