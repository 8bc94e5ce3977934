import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { instant, timestamp } from '../../../domain/basics/time.ts';
import { type StoreState, storeStates } from '../../../domain/records/stores.ts';
import { lastingPeriod, period, timestampInput } from '../../../model/fields.ts';
import { storeReceipt } from '../../../model/order.ts';
import { type StoreType, storeTypes } from '../../../model/statuses.ts';
import { changeSubscription, makeReceipt, storeSubscription } from '../../../simulation/stores/app-stores.ts';
import type { StoreFault, StoreSubscription } from '../../../simulation/stores/collections.ts';
import { accessUntil } from '../../../simulation/stores/subscription-life.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { paging } from '../../wire/paging.ts';
import { warn } from '../../zones/env.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

const state = z.enum(Object.keys(storeStates) as [StoreState, ...StoreState[]]);
const environment = z.enum(['Sandbox', 'Production']);

/** The store in the path, case-insensitive. @throws Problem NotFound */
function toStore(name: string): StoreType {
  const found = storeTypes.find((type) => type.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new Problem('NotFound', 'NotFound', `There is no store "${name}", but ${storeTypes.join(', ')}.`);
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
    Trial: lastingPeriod('Length of a trial that comes first').optional(),
    Period: lastingPeriod('Length of the paid period; by default that of the plan variant').optional(),
    Status: state.optional().meta({ description: 'State to put the subscriptions into at once.' }),
    App: z
      .string()
      .optional()
      .meta({ description: 'Bundle or package of the app; by default the one of the account.' }),
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
    ExpiryDate: z.string().meta({ description: "When the customer's access ends." }),
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
      description: 'Delay; the service times out after 10,000. With a paused clock, nothing really waits.',
    }),
    Times: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Number of affected requests; by default, until DELETE.' }),
  })
  .meta({ id: 'StoreFaultInput', outputId: 'StoreFault' });

const storeShown = z.object({
  Type: z.enum(storeTypes),
  Products: z.array(z.object({ ProductId: z.string(), PlanVariantId: z.string() })),
  Subscriptions: z.number(),
  Fault: storeFault.optional(),
});

const faultShown = ({ Id, ...fault }: StoreFault) => fault;

/** The in-app-purchase stores: actions of customers and merchants, and the effects of time. */
export const stores = control('/sandbox/stores', { refused: 'in-app-purchase#control-the-stores' })
  .get(
    '/',
    {
      tag,
      summary: 'The in-app-purchase stores with their products',
      answers: { 200: z.array(storeShown) },
    },
    (c) => {
      const { tx } = c.env.core;
      return answer(
        c,
        storeTypes.map((Type) => {
          const fault = tx.storeFaults.get(Type);
          return {
            Type,
            Products: [...tx.planVariants].flatMap(({ Id, PlanGroupId, StoreProductId }) =>
              StoreProductId !== undefined && tx.planGroups.get(PlanGroupId)?.Store === Type
                ? [{ ProductId: StoreProductId, PlanVariantId: Id }]
                : [],
            ),
            Subscriptions: tx.storeSubscriptions.count('Type', Type),
            ...(fault === undefined ? {} : { Fault: faultShown(fault) }),
          };
        }),
      );
    },
  )
  .post(
    '/:type/receipts',
    {
      tag,
      summary: 'Buy in a store: make a receipt',
      description: 'Returns the fields for the check request and for an order, ready to paste.',
      json: receiptRequest,
      bodyOptional: true,
      answers: { 200: storeReceipt },
      refusals: [404],
    },
    (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      const type = toStore(c.req.param('type'));
      for (const id of body.ProductIds ?? []) {
        const sold = core.tx.planVariants.where('StoreProductId', id);
        if (sold.length === 0)
          warn(c, `no plan variant has the StoreProductId "${id}", so an order is refused`);
      }
      return answer(
        c,
        core.transaction((tx) => makeReceipt(tx, type, body)),
      );
    },
  )
  .get(
    '/:type/subscriptions',
    {
      tag,
      summary: 'Subscriptions in the books of a store, newest first',
      query: paging,
      answers: { 200: z.array(storeSubscriptionShown) },
      refusals: [404],
    },
    (c) =>
      answer(
        c,
        c.env.core.tx.storeSubscriptions
          .list({ where: { Type: toStore(c.req.param('type')) }, newestFirst: true, ...c.req.valid('query') })
          .map(shown),
      ),
  )
  .get(
    '/:type/subscriptions/:id',
    {
      tag,
      summary: 'A subscription in the books of a store',
      answers: { 200: storeSubscriptionShown },
    },
    (c) =>
      answer(c, shown(storeSubscription(c.env.core.tx, toStore(c.req.param('type')), c.req.param('id')))),
  )
  .patch(
    '/:type/subscriptions/:id',
    {
      tag,
      summary: 'Let something happen to a subscription in its store',
      description:
        'As the customer, the merchant or the store would: cancel, expire, refund, revoke, pause, change the product. The ' +
        'contract follows with the next re-check (within a day of the sandbox clock) or the next check of the receipt.',
      json: z
        .object({
          Status: state.optional(),
          Until: timestampInput("End of the grace period, the store's attempts, or the pause").optional(),
          RenewalFails: z.boolean().optional().meta({ description: 'True if the next renewals fail.' }),
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
    },
    (c) => {
      const { Until, ...change } = c.req.valid('json');
      return answerChange(c, (tx) =>
        shown(
          changeSubscription(tx, toStore(c.req.param('type')), c.req.param('id'), {
            ...change,
            Until: Until === undefined ? undefined : instant(Until),
          }),
        ),
      );
    },
  )
  .put(
    '/:type/fault',
    {
      tag,
      summary: 'Break a store',
      json: storeFault,
      answers: { 200: storeFault },
      refusals: [404],
    },
    (c) => {
      const { Times, ...body } = c.req.valid('json');
      const fault: StoreFault = {
        Id: toStore(c.req.param('type')),
        Fault: body.Fault,
        DelayMs: body.DelayMs ?? 2000,
        ...(Times === undefined ? {} : { Times }),
      };
      c.env.core.transaction((tx) => {
        tx.storeFaults.delete(fault.Id);
        tx.storeFaults.insert(fault);
      });
      return answer(c, faultShown(fault));
    },
  )
  .delete(
    '/:type/fault',
    { tag, summary: 'Mend a store', answers: { 204: undefined }, refusals: [404] },
    (c) => {
      c.env.core.transaction((tx) => tx.storeFaults.delete(toStore(c.req.param('type'))));
      return c.body(null, 204);
    },
  );
