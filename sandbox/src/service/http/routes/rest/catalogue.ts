import * as z from 'zod';
import {
  catalogueView,
  componentKind,
  couponKind,
  createInCatalogue,
  discountKind,
  inCatalogue,
  planGroupKind,
  planKind,
  planVariantKind,
  taxPolicyKind,
  toProductInfo,
} from '../../../domain/catalogue/catalogue-management.ts';
import { priceListKind } from '../../../domain/catalogue/named-price-lists.ts';
import { taxDefinitions } from '../../../domain/catalogue/tax-definitions.ts';
import { normalizedCouponCode } from '../../../domain/records/orders.ts';
import { planGroupWords, searchMatch } from '../../../domain/records/search.ts';
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
} from '../../../model/catalogue.ts';
import { priceList, priceListInput, taxDefinition } from '../../../model/price-list.ts';
import { UnknownCursor } from '../../../state/collection.ts';
import { answer } from '../../answers/answer.ts';
import { found } from '../../answers/found.ts';
import { paging, searching } from '../../wire/paging.ts';
import { rest } from '../../zones/zones.ts';
import { catalogueRoutes } from './catalogue-kind.ts';

const tag = 'Catalogue';

const ofGroup = paging.extend({ planGroupId: z.string().optional() });
const ofPlan = ofGroup.extend({ planId: z.string().optional() });

export const catalogue = rest('/api/v1')
  .get('/productInfo', { tag, summary: 'The whole catalogue at once', answers: { 200: productInfo } }, (c) =>
    answer(c, toProductInfo(c.env.core.tx)),
  )
  .get(
    '/productInfo/:id',
    { tag, summary: 'All that one plan group sells', answers: { 200: productInfo } },
    (c) => {
      const { tx } = c.env.core;
      return answer(c, toProductInfo(tx, inCatalogue(tx, planGroupKind, c.req.param('id')).Id));
    },
  )
  .get(
    '/plans/:id/planVariants',
    {
      tag,
      summary: 'List the plan variants of a plan',
      query: paging,
      answers: { 200: z.array(planVariant) },
    },
    (c) => {
      const { tx } = c.env.core;
      const { Id } = inCatalogue(tx, planKind, c.req.param('id'));
      const page = tx.planVariants.list({ where: { PlanId: Id }, ...c.req.valid('query') });
      return answer(
        c,
        page.map((entry) => catalogueView(tx, planVariantKind, entry)),
      );
    },
  )
  .post(
    '/plans/:id/planVariants',
    {
      tag,
      summary: 'Create a plan variant of a plan',
      description: 'Sends PlanVariantCreated.',
      json: planVariantInput.omit({ PlanId: true }).meta({ id: 'PlanVariantOfPlanInput' }),
      answers: { 200: planVariant },
      refusals: [409],
    },
    (c) => {
      const { core } = c.env;
      const made = core.transaction((tx) => {
        const { Id: PlanId } = inCatalogue(tx, planKind, c.req.param('id'));
        return createInCatalogue(tx, planVariantKind, { ...c.req.valid('json'), PlanId });
      });
      return answer(c, catalogueView(core.tx, planVariantKind, made));
    },
  )
  .get(
    '/planGroups/:id/coupons',
    {
      tag,
      summary: 'List the coupons of a plan group',
      query: paging,
      answers: { 200: z.array(coupon) },
    },
    (c) => {
      const { tx } = c.env.core;
      const { Id } = inCatalogue(tx, planGroupKind, c.req.param('id'));
      const page = tx.coupons.list({ where: { PlanGroupId: Id }, ...c.req.valid('query') });
      return answer(
        c,
        page.map((entry) => catalogueView(tx, couponKind, entry)),
      );
    },
  )
  .post(
    '/planGroups/:id/coupons',
    {
      tag,
      summary: 'Create a coupon of a plan group',
      json: couponInput.omit({ PlanGroupId: true }).meta({ id: 'CouponOfPlanGroupInput' }),
      answers: { 200: coupon },
      refusals: [409],
    },
    (c) => {
      const { core } = c.env;
      const made = core.transaction((tx) => {
        const { Id: PlanGroupId } = inCatalogue(tx, planGroupKind, c.req.param('id'));
        return createInCatalogue(tx, couponKind, { ...c.req.valid('json'), PlanGroupId });
      });
      return answer(c, catalogueView(core.tx, couponKind, made));
    },
  )
  .get(
    '/taxDefinitions',
    {
      tag,
      summary: 'List tax definitions',
      description: 'The tax codes that VAT is booked under. They are derived from the tax policies.',
      query: paging,
      answers: { 200: z.array(taxDefinition) },
    },
    (c) => {
      const { take, skip, from } = c.req.valid('query');
      const all = taxDefinitions(c.env.core.tx);
      const first = from === undefined ? 0 : all.findIndex(({ Id }) => Id === from);
      if (first < 0) throw new UnknownCursor(from ?? '');
      return answer(c, all.slice(first + skip, first + skip + take));
    },
  )
  .get(
    '/taxDefinitions/:id',
    { tag, summary: 'Get a tax definition', answers: { 200: taxDefinition } },
    (c) => {
      const id = c.req.param('id');
      const definition = taxDefinitions(c.env.core.tx).find(({ Id }) => Id === id);
      return answer(c, found(definition, 'tax definition', id));
    },
  );

export const planGroups = catalogueRoutes('/api/v1/planGroups', planGroupKind, {
  shown: planGroup,
  input: planGroupInput,
  patch: planGroupInput.partial(),
  query: searching,
  match: ({ search }) => searchMatch(search, planGroupWords),
});

export const plans = catalogueRoutes('/api/v1/plans', planKind, {
  shown: plan,
  input: planInput,
  patch: planInput.partial(),
  query: ofGroup,
  where: inGroup,
});

export const planVariants = catalogueRoutes('/api/v1/planVariants', planVariantKind, {
  shown: planVariant,
  input: planVariantInput,
  patch: planVariantInput.partial(),
  query: ofPlan.extend({
    externalId: z.string().optional().meta({ description: 'ExternalId of the plan variant.' }),
  }),
  where: ({ planGroupId, planId, externalId }) => ({
    PlanGroupId: planGroupId,
    PlanId: planId,
    ExternalId: externalId,
  }),
});

export const components = catalogueRoutes('/api/v1/components', componentKind, {
  shown: component,
  input: componentInput,
  patch: componentInput.partial(),
  query: ofGroup,
  where: inGroup,
});

export const discounts = catalogueRoutes('/api/v1/discounts', discountKind, {
  shown: discount,
  input: discountInput,
  patch: discountInput.partial(),
  query: ofGroup,
  where: inGroup,
});

export const coupons = catalogueRoutes('/api/v1/coupons', couponKind, {
  shown: coupon,
  input: couponInput,
  patch: couponInput.partial(),
  query: ofGroup.extend({ couponCode: z.string().optional() }),
  where: ({ planGroupId, couponCode }) => ({
    PlanGroupId: planGroupId,
    Code: couponCode === undefined ? undefined : normalizedCouponCode(couponCode),
  }),
});

export const taxPolicies = catalogueRoutes('/api/v1/taxPolicies', taxPolicyKind, {
  shown: taxPolicy,
  input: taxPolicyInput,
  patch: taxPolicyInput.partial(),
  query: paging,
});

export const priceLists = catalogueRoutes('/api/v1/priceLists', priceListKind, {
  shown: priceList,
  input: priceListInput,
  patch: priceListInput.partial(),
  query: ofGroup,
  where: inGroup,
});

function inGroup({ planGroupId }: z.output<typeof ofGroup>) {
  return { PlanGroupId: planGroupId };
}
