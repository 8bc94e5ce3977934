import * as z from 'zod';
import type { StoreType } from '../../domain/app-stores.ts';
import { Problem } from '../../domain/problem.ts';
import { type StoreState, storeStates } from '../../domain/records/store-states.ts';
import { instant, timestamp } from '../../domain/time.ts';
import { period, timestampInput } from '../../model/fields.ts';
import { storeReceipt } from '../../model/order.ts';
import { changeSubscription, makeReceipt, storeSubscription } from '../../simulation/stores/app-stores.ts';
import type { StoreFault, StoreSubscription } from '../../simulation/stores/collections.ts';
import { accessUntil } from '../../simulation/stores/subscription-life.ts';
import { paging } from '../paging.ts';
import { type Route, route } from '../route.ts';

const tag = 'Control';

const storeTypes = ['AppleIap', 'GoogleIap', 'AmazonIap'] as const satisfies readonly StoreType[];
const state = z.enum(Object.keys(storeStates) as [StoreState, ...StoreState[]]);
const environment = z.enum(['Sandbox', 'Production']);

/** The store that a path names, in any case. @throws Problem NotFound */
function storeOf(params: { readonly [name: string]: string }): StoreType {
  const wanted = (params['type'] as string).toLowerCase();
  const found = storeTypes.find((type) => type.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new Problem(
    'NotFound',
    'NotFound',
    `There is no store "${params['type']}", but ${storeTypes.join(', ')}.`,
  );
}

const receiptRequest = z
  .object({
    ProductIds: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Store products, one subscription each; AppleIap alone takes several. The default product where unset.',
        example: ['com.merchant.apple.monthly'],
      }),
    Trial: period('Length of a trial that comes first').optional(),
    Period: period('Length of the paid period; that of the plan variant where unset').optional(),
    Status: state.optional().meta({ description: 'State to put the subscriptions into at once.' }),
    App: z
      .string()
      .optional()
      .meta({ description: 'Bundle or package of the app; that of the account where unset.' }),
    Environment: environment.optional(),
    UserId: z.string().optional().meta({ description: "The customer's account in the store." }),
    Acknowledged: z.boolean().optional().meta({
      description:
        'GoogleIap: false is a purchase that no app has confirmed; the store takes it back after 3 days.',
    }),
    AppleIapReceipt: z
      .string()
      .optional()
      .meta({ description: 'AppleIap: an earlier receipt of the same customer, to buy more.' }),
  })
  .meta({ id: 'ReceiptRequest' });

const storeSubscriptionShown = z
  .object({
    Id: z.string().meta({ description: 'External subscription id, as in the check.' }),
    Type: z.enum(storeTypes),
    Status: state,
    ProductId: z.string(),
    Period: period('Length of the paid period'),
    StartDate: z.string(),
    ExpiryDate: z.string().meta({ description: 'Until when the customer has access.' }),
    AutoRenew: z.boolean(),
    RenewalFails: z.boolean(),
    Acknowledged: z.boolean(),
    Environment: environment,
    App: z.string(),
    NextProductId: z.string().optional(),
    Until: z
      .string()
      .optional()
      .meta({ description: "End of the grace period, the store's attempts, or the pause." }),
    CanceledDate: z.string().optional(),
    Replaces: z.string().optional(),
    ReplacedBy: z.string().optional(),
    Receipt: storeReceipt.meta({ description: 'Ready to paste into the check request or an order.' }),
  })
  .meta({ id: 'StoreSubscription' });

function shown(subscription: StoreSubscription): z.infer<typeof storeSubscriptionShown> {
  const { WaitsUntil, CanceledAt, NextProductId, Replaces, ReplacedBy } = subscription;
  return {
    Id: subscription.Id,
    Type: subscription.Type,
    Status: subscription.Status,
    ProductId: subscription.ProductId,
    Period: subscription.Period,
    StartDate: timestamp(subscription.StartedAt),
    ExpiryDate: timestamp(accessUntil(subscription)),
    AutoRenew: subscription.AutoRenew,
    RenewalFails: subscription.RenewalFails,
    Acknowledged: subscription.Acknowledged,
    Environment: subscription.Environment,
    App: subscription.App,
    ...(NextProductId === undefined ? {} : { NextProductId }),
    ...(WaitsUntil === undefined ? {} : { Until: timestamp(WaitsUntil) }),
    ...(CanceledAt === undefined ? {} : { CanceledDate: timestamp(CanceledAt) }),
    ...(Replaces === undefined ? {} : { Replaces }),
    ...(ReplacedBy === undefined ? {} : { ReplacedBy }),
    Receipt: subscription.Receipt,
  };
}

const storeFault = z
  .object({
    Fault: z.enum(['Down', 'Unreachable', 'Slow', 'Malformed', 'TooManyRequests']),
    DelayMs: z.number().int().min(0).max(60_000).optional().meta({
      description: 'How slow; the service gives up after 10,000. A clock that stands does not really wait.',
    }),
    Times: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'How many requests it holds for; unset is until DELETE.' }),
  })
  .meta({ id: 'StoreFault' });

const storeShown = z.object({
  Type: z.enum(storeTypes),
  Products: z.array(z.object({ ProductId: z.string(), PlanVariantId: z.string() })),
  Subscriptions: z.number(),
  Fault: storeFault.optional(),
});

function faultShown(fault: StoreFault | undefined): { Fault?: z.infer<typeof storeFault> } {
  if (fault === undefined) return {};
  const { Id, ...rest } = fault;
  return { Fault: rest };
}

/** The in-app-purchase stores: what customers, merchants and time do there. */
export const controlStoreRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sandbox/stores',
    credential: 'Control',
    tag,
    summary: 'The in-app-purchase stores with their products',
    answers: { 200: z.array(storeShown) },
    handle: ({ core: { tx } }) => ({
      status: 200,
      body: storeTypes.map((Type) => ({
        Type,
        Products: [...tx.planVariants].flatMap(({ Id, PlanGroupId, StoreProductId }) =>
          StoreProductId !== undefined && tx.planGroups.get(PlanGroupId)?.Store === Type
            ? [{ ProductId: StoreProductId, PlanVariantId: Id }]
            : [],
        ),
        Subscriptions: tx.storeSubscriptions.count('Type', Type),
        ...faultShown(tx.storeFaults.get(Type)),
      })),
    }),
  }),
  route({
    method: 'POST',
    path: '/sandbox/stores/{type}/receipts',
    credential: 'Control',
    tag,
    summary: 'Buy in a store: make a receipt',
    description: 'Answers the fields that the check request and an order want, ready to paste.',
    body: receiptRequest,
    bodyOptional: true,
    answers: { 200: storeReceipt },
    refusals: [404],
    handle: ({ core, params, body, warn }) => {
      const type = storeOf(params);
      for (const id of body.ProductIds ?? []) {
        const sold = core.tx.planVariants.where('StoreProductId', id);
        if (sold.length === 0) warn(`no plan variant has the StoreProductId "${id}", so an order is refused`);
      }
      return { status: 200, body: core.transaction((tx) => makeReceipt(tx, type, body)) };
    },
  }),
  route({
    method: 'GET',
    path: '/sandbox/stores/{type}/subscriptions',
    credential: 'Control',
    tag,
    summary: 'Subscriptions in the books of a store, newest first',
    query: paging,
    answers: { 200: z.array(storeSubscriptionShown) },
    refusals: [404],
    handle: ({ core, params, query }) => ({
      status: 200,
      body: core.tx.storeSubscriptions
        .list({ where: { Type: storeOf(params) }, newestFirst: true, ...query })
        .map(shown),
    }),
  }),
  route({
    method: 'GET',
    path: '/sandbox/stores/{type}/subscriptions/{id}',
    credential: 'Control',
    tag,
    summary: 'A subscription in the books of a store',
    answers: { 200: storeSubscriptionShown },
    handle: ({ core, params }) => ({
      status: 200,
      body: shown(storeSubscription(core.tx, storeOf(params), params['id'] as string)),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/sandbox/stores/{type}/subscriptions/{id}',
    credential: 'Control',
    tag,
    summary: 'Let something happen to a subscription in its store',
    description:
      'As the customer, the merchant or the store would: cancel, expire, refund, revoke, pause, change the product. The ' +
      'contract follows with the next re-check (within a day of the sandbox clock) or the next check of the receipt.',
    body: z
      .object({
        Status: state.optional(),
        Until: timestampInput("End of the grace period, the store's attempts, or the pause").optional(),
        RenewalFails: z
          .boolean()
          .optional()
          .meta({ description: 'Whether the next renewals cannot be charged.' }),
        Acknowledged: z.literal(true).optional(),
        ProductId: z.string().optional().meta({ description: 'The product that the customer changes to.' }),
        AtRenewal: z
          .boolean()
          .optional()
          .meta({ description: 'The change of product waits for the next renewal.' }),
      })
      .meta({ id: 'StoreSubscriptionChange' }),
    answers: { 200: storeSubscriptionShown },
    refusals: [404],
    handle: ({ core, params, body: { Until, ...change } }) => ({
      status: 200,
      body: core.transaction((tx) =>
        shown(
          changeSubscription(tx, storeOf(params), params['id'] as string, {
            ...change,
            Until: Until === undefined ? undefined : instant(Until),
          }),
        ),
      ),
    }),
  }),
  route({
    method: 'PUT',
    path: '/sandbox/stores/{type}/fault',
    credential: 'Control',
    tag,
    summary: 'Break a store',
    body: storeFault,
    answers: { 200: storeFault },
    refusals: [404],
    handle: ({ core, params, body: { Times, ...body } }) => {
      const fault: StoreFault = {
        Id: storeOf(params),
        Fault: body.Fault,
        DelayMs: body.DelayMs ?? 2000,
        ...(Times === undefined ? {} : { Times }),
      };
      core.transaction((tx) => {
        tx.storeFaults.delete(fault.Id);
        tx.storeFaults.insert(fault);
      });
      return { status: 200, body: faultShown(fault).Fault };
    },
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/stores/{type}/fault',
    credential: 'Control',
    tag,
    summary: 'Mend a store',
    answers: { 204: undefined },
    refusals: [404],
    handle: ({ core, params }) => {
      core.transaction((tx) => tx.storeFaults.delete(storeOf(params)));
      return { status: 204 };
    },
  }),
];
