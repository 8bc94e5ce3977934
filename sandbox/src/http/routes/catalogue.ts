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
  type Patch,
  patchInCatalogue,
  planGroupKind,
  planKind,
  planVariantKind,
  productInfoOf,
  replaceInCatalogue,
  taxPolicyKind,
} from '../../domain/catalogue/catalogue-management.ts';
import { priceListKind } from '../../domain/catalogue/named-price-lists.ts';
import { taxDefinitions } from '../../domain/catalogue/tax-definitions.ts';
import { normalizedCouponCode } from '../../domain/records/orders.ts';
import type { Tx } from '../../domain/tx.ts';
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
import { priceList, priceListInput, taxDefinition } from '../../model/price-list.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import type { ServiceContext } from '../env.ts';
import { found } from '../found.ts';
import { accessToken } from '../middleware/access.ts';
import { paging } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { section } from '../section.ts';

const tag = 'Catalogue';

const ofGroup = paging.extend({ planGroupId: z.string().optional() });
const ofPlan = ofGroup.extend({ planId: z.string().optional() });

/** What can be sold, and all that can be done with it. */
export const catalogue = section('/api/v1');

catalogue.get(
  '/productInfo',
  describe({ tag, summary: 'The whole catalogue at once', answers: { 200: productInfo } }),
  accessToken,
  (c) => answer(c, productInfoOf(c.env.core.tx)),
);

catalogue.get(
  '/productInfo/:id',
  describe({ tag, summary: 'All that one plan group sells', answers: { 200: productInfo } }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    return answer(c, productInfoOf(tx, inCatalogue(tx, planGroupKind, c.req.param('id')).Id));
  },
);

catalogue.get(
  '/plans/:id/planVariants',
  describe({
    tag,
    summary: 'List the plan variants of a plan',
    query: paging,
    answers: { 200: z.array(planVariant) },
  }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    const { Id } = inCatalogue(tx, planKind, c.req.param('id'));
    const page = tx.planVariants.list({ where: { PlanId: Id }, ...c.req.valid('query') });
    return answer(
      c,
      page.map((entry) => catalogueView(tx, planVariantKind, entry)),
    );
  },
);

catalogue.post(
  '/plans/:id/planVariants',
  describe({
    tag,
    summary: 'Create a plan variant of a plan',
    description: 'Sends PlanVariantCreated.',
    json: planVariantInput.omit({ PlanId: true }).meta({ id: 'PlanVariantOfPlanInput' }),
    answers: { 200: planVariant },
    refusals: [409],
  }),
  accessToken,
  (c) => {
    const { core } = c.env;
    const made = core.transaction((tx) => {
      const { Id: PlanId } = inCatalogue(tx, planKind, c.req.param('id'));
      return createInCatalogue(tx, planVariantKind, { ...c.req.valid('json'), PlanId });
    });
    return answer(c, catalogueView(core.tx, planVariantKind, made));
  },
);

catalogue.get(
  '/planGroups/:id/coupons',
  describe({
    tag,
    summary: 'List the coupons of a plan group',
    query: paging,
    answers: { 200: z.array(coupon) },
  }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    const { Id } = inCatalogue(tx, planGroupKind, c.req.param('id'));
    const page = tx.coupons.list({ where: { PlanGroupId: Id }, ...c.req.valid('query') });
    return answer(
      c,
      page.map((entry) => catalogueView(tx, couponKind, entry)),
    );
  },
);

catalogue.post(
  '/planGroups/:id/coupons',
  describe({
    tag,
    summary: 'Create a coupon of a plan group',
    json: couponInput.omit({ PlanGroupId: true }).meta({ id: 'CouponOfPlanGroupInput' }),
    answers: { 200: coupon },
    refusals: [409],
  }),
  accessToken,
  (c) => {
    const { core } = c.env;
    const made = core.transaction((tx) => {
      const { Id: PlanGroupId } = inCatalogue(tx, planGroupKind, c.req.param('id'));
      return createInCatalogue(tx, couponKind, { ...c.req.valid('json'), PlanGroupId });
    });
    return answer(c, catalogueView(core.tx, couponKind, made));
  },
);

manage({
  path: '/planGroups',
  kind: planGroupKind,
  schema: planGroup,
  input: planGroupInput,
  patch: planGroupInput.partial(),
  query: paging,
  where: () => ({}),
});
manage({
  path: '/plans',
  kind: planKind,
  schema: plan,
  input: planInput,
  patch: planInput.partial(),
  query: ofGroup,
  where: inGroup,
});
manage({
  path: '/planVariants',
  kind: planVariantKind,
  schema: planVariant,
  input: planVariantInput,
  patch: planVariantInput.partial(),
  query: ofPlan,
  where: ({ planGroupId, planId }) => ({ PlanGroupId: planGroupId, PlanId: planId }),
});
manage({
  path: '/components',
  kind: componentKind,
  schema: component,
  input: componentInput,
  patch: componentInput.partial(),
  query: ofGroup,
  where: inGroup,
});
manage({
  path: '/discounts',
  kind: discountKind,
  schema: discount,
  input: discountInput,
  patch: discountInput.partial(),
  query: ofGroup,
  where: inGroup,
});
manage({
  path: '/coupons',
  kind: couponKind,
  schema: coupon,
  input: couponInput,
  patch: couponInput.partial(),
  query: ofGroup.extend({ couponCode: z.string().optional() }),
  where: ({ planGroupId, couponCode }) => ({
    PlanGroupId: planGroupId,
    Code: couponCode === undefined ? undefined : normalizedCouponCode(couponCode),
  }),
});
manage({
  path: '/taxPolicies',
  kind: taxPolicyKind,
  schema: taxPolicy,
  input: taxPolicyInput,
  patch: taxPolicyInput.partial(),
  query: paging,
  where: () => ({}),
});

manage({
  path: '/priceLists',
  kind: priceListKind,
  schema: priceList,
  input: priceListInput,
  patch: priceListInput.partial(),
  query: ofGroup,
  where: inGroup,
});

catalogue.get(
  '/taxDefinitions',
  describe({
    tag,
    summary: 'List tax definitions',
    description: 'What VAT is booked as. They follow from the tax policies.',
    query: paging,
    answers: { 200: z.array(taxDefinition) },
  }),
  accessToken,
  (c) => {
    const { take, skip, from } = c.req.valid('query');
    const all = taxDefinitions(c.env.core.tx);
    const first = from === undefined ? 0 : all.findIndex(({ Id }) => Id === from);
    return answer(c, first < 0 ? [] : all.slice(first + skip, first + skip + take));
  },
);

catalogue.get(
  '/taxDefinitions/:id',
  describe({ tag, summary: 'Get a tax definition', answers: { 200: taxDefinition } }),
  accessToken,
  (c) => {
    const id = c.req.param('id');
    const definition = taxDefinitions(c.env.core.tx).find(({ Id }) => Id === id);
    return answer(c, found(definition, 'tax definition', id));
  },
);

function inGroup({ planGroupId }: z.output<typeof ofGroup>) {
  return { PlanGroupId: planGroupId };
}

interface Managed<T extends { readonly Id: string }, Input extends object, Query> {
  readonly path: `/${string}`;
  readonly kind: CatalogueKind<T, Input>;
  readonly schema: z.ZodObject;
  readonly input: z.ZodType<Input>;
  readonly patch: z.ZodType<Patch<Input>>;
  readonly query: z.ZodType<Query>;
  readonly where: (query: Query) => { readonly [index: string]: string | undefined };
}

/** All that can be done with one kind of thing in the catalogue. */
function manage<
  T extends { readonly Id: string },
  Input extends object,
  Query extends z.output<typeof paging>,
>({ path, kind, schema, input, patch, query, where }: Managed<T, Input, Query>): void {
  const shown: z.ZodType<object> = schema;
  const one = `${path}/:id` as const;
  const article = /^[aeio]/.test(kind.name) ? 'an' : 'a';
  const events = kind.event === undefined ? '' : `Sends ${kind.event}`;

  catalogue.get(
    path,
    describe({ tag, summary: `List ${path.slice(1)}`, query, answers: { 200: z.array(shown) } }),
    accessToken,
    (c) => {
      const { tx } = c.env.core;
      const query = c.req.valid('query');
      const { take, skip, from } = query;
      const page = kind.collection(tx).list({ where: where(query), take, skip, from });
      return answer(
        c,
        page.map((entry) => catalogueView(tx, kind, entry)),
      );
    },
  );

  catalogue.post(
    path,
    describe({
      tag,
      summary: `Create ${article} ${kind.name}`,
      ...(events === '' ? {} : { description: `${events}Created.` }),
      json: input,
      answers: { 200: shown },
      refusals: [409],
    }),
    accessToken,
    (c) => {
      const { core } = c.env;
      const made = core.transaction((tx) => createInCatalogue(tx, kind, c.req.valid('json')));
      return answer(c, catalogueView(core.tx, kind, made));
    },
  );

  catalogue.get(
    one,
    describe({ tag, summary: `Get ${article} ${kind.name}`, answers: { 200: shown } }),
    accessToken,
    (c) => {
      const { tx } = c.env.core;
      return answer(c, catalogueView(tx, kind, inCatalogue(tx, kind, c.req.param('id'))));
    },
  );

  catalogue.put(
    one,
    describe({
      tag,
      summary: `Replace ${article} ${kind.name}`,
      description: `Fields that are not named take their usual value.${events === '' ? '' : ` ${events}Changed.`}`,
      json: input,
      ignores: schema,
      answers: { 200: shown },
      refusals: [409, 412],
    }),
    accessToken,
    (c) =>
      answer(
        c,
        changed(c, c.req.param('id'), (tx, id) => replaceInCatalogue(tx, kind, id, c.req.valid('json'))),
      ),
  );

  catalogue.patch(
    one,
    describe({
      tag,
      summary: `Change named fields of ${article} ${kind.name}`,
      description: `Fields that are not named stay.${events === '' ? '' : ` ${events}Changed.`}`,
      json: patch,
      ignores: schema,
      answers: { 200: shown },
      refusals: [409, 412],
    }),
    accessToken,
    (c) =>
      answer(
        c,
        changed(c, c.req.param('id'), (tx, id) => patchInCatalogue(tx, kind, id, c.req.valid('json'))),
      ),
  );

  catalogue.delete(
    one,
    describe({
      tag,
      summary: `Delete ${article} ${kind.name} that nothing uses`,
      ...(events === '' ? {} : { description: `${events}Deleted.` }),
      answers: { 204: undefined },
      refusals: [409, 412],
    }),
    accessToken,
    (c) => {
      const id = c.req.param('id');
      c.env.core.transaction((tx) => {
        checkPreconditions(c, () => catalogueView(tx, kind, inCatalogue(tx, kind, id)));
        deleteFromCatalogue(tx, kind, id);
      });
      return c.body(null, 204);
    },
  );

  /** Changes one, unless it is no longer what the caller read. */
  function changed(c: ServiceContext, id: string, change: (tx: Tx, id: string) => T): T {
    const { core } = c.env;
    const after = core.transaction((tx) => {
      checkPreconditions(c, () => catalogueView(tx, kind, inCatalogue(tx, kind, id)));
      return change(tx, id);
    });
    return catalogueView(core.tx, kind, after);
  }
}
