import * as z from 'zod';
import { billContract, previewNextRecurring } from '../../domain/billing/interim-billing.ts';
import {
  createComponentSubscription,
  endComponentSubscription,
} from '../../domain/contracts/component-subscriptions.ts';
import { contractOf } from '../../domain/contracts/contracts.ts';
import { createRatedItem, deleteRatedItem } from '../../domain/contracts/rated-items.ts';
import { subscriptionRowOf } from '../../domain/contracts/subscription-rows.ts';
import { deleteUsage, reportUsage } from '../../domain/contracts/usage.ts';
import { registerPayment } from '../../domain/payments/ledger.ts';
import type { Tx } from '../../domain/tx.ts';
import {
  componentSubscription,
  componentSubscriptionEnd,
  componentSubscriptionInput,
  discountSubscription,
  meteredUsage,
  ratedItem,
  ratedItemInput,
  subscriptionRow,
  usageInput,
} from '../../model/contract.ts';
import { nextRecurring } from '../../model/contract-end.ts';
import { objectId } from '../../model/fields.ts';
import { invoice, ledgerEntry } from '../../model/invoice.ts';
import { paging } from '../paging.ts';
import { type Route, route } from '../route.ts';

const tag = 'Contracts';

const page = paging.shape;

/** The list of what belongs to one contract, oldest first. */
function listOf<
  T extends
    | 'componentSubscriptions'
    | 'discountSubscriptions'
    | 'meteredUsages'
    | 'ratedItems'
    | 'ledgerEntries',
>(name: T, path: string, summary: string, schema: z.ZodType): Route {
  return route({
    method: 'GET',
    path: `/api/v1/contracts/{id}/${path}`,
    credential: 'AccessToken',
    tag,
    summary,
    query: z.object(page),
    answers: { 200: z.array(schema) },
    handle: ({ core: { tx }, params, query }) => {
      const { Id } = contractOf(tx, params['id'] as string);
      const collection = tx[name] as Tx['ledgerEntries'];
      return { status: 200, body: collection.list({ where: { ContractId: Id }, ...query }) };
    },
  });
}

/** What belongs to a contract: usage, components, discounts, items, bookings, billing. */
export const contractItemRoutes: readonly Route[] = [
  listOf('meteredUsages', 'usage', 'List metered usage', meteredUsage),
  route({
    method: 'POST',
    path: '/api/v1/contracts/{id}/usage',
    credential: 'AccessToken',
    tag,
    summary: 'Report metered usage',
    description:
      'One report or a list of them; a list is taken whole or not at all. A `Key` that came before counts once.',
    body: z.union([usageInput, z.array(usageInput).max(1000)]),
    answers: { 200: z.union([meteredUsage, z.array(meteredUsage)]) },
    refusals: [409],
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.transaction((tx) =>
        Array.isArray(body)
          ? body.map((report, at) => reportUsage(tx, params['id'] as string, report, `[${at}]`))
          : reportUsage(tx, params['id'] as string, body),
      ),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/contracts/{id}/usage/{usageId}',
    credential: 'AccessToken',
    tag,
    summary: 'Take back usage that is not billed yet',
    answers: { 204: undefined },
    refusals: [409],
    handle: ({ core, params }) => {
      core.transaction((tx) => deleteUsage(tx, params['id'] as string, params['usageId'] as string));
      return { status: 204 };
    },
  }),
  listOf(
    'componentSubscriptions',
    'componentSubscriptions',
    'List component subscriptions',
    componentSubscription,
  ),
  route({
    method: 'POST',
    path: '/api/v1/contracts/{id}/componentSubscriptions',
    credential: 'AccessToken',
    tag,
    summary: 'Subscribe a contract to a component, without an order',
    description: 'Billed from its start with the next recurring billing; an order bills at once.',
    body: componentSubscriptionInput,
    answers: { 200: componentSubscription },
    refusals: [409],
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.transaction((tx) => createComponentSubscription(tx, params['id'] as string, body)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/api/v1/componentSubscriptions/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'End a component subscription',
    body: componentSubscriptionEnd,
    ignores: componentSubscription,
    answers: { 200: componentSubscription },
    refusals: [409],
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.transaction((tx) => endComponentSubscription(tx, params['id'] as string, body)),
    }),
  }),
  listOf(
    'discountSubscriptions',
    'discountSubscriptions',
    'List discount subscriptions',
    discountSubscription,
  ),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}/subscriptions',
    credential: 'AccessToken',
    tag,
    summary: 'The contract with its customer, as the row of the list of subscriptions',
    answers: { 200: z.array(subscriptionRow) },
    handle: ({ core: { tx }, params }) => ({
      status: 200,
      body: [subscriptionRowOf(tx, contractOf(tx, params['id'] as string))],
    }),
  }),
  listOf('ratedItems', 'ratedItems', 'List rated items', ratedItem),
  route({
    method: 'POST',
    path: '/api/v1/contracts/{id}/ratedItems',
    credential: 'AccessToken',
    tag,
    summary: 'Add something with a price of its own to the next bill',
    body: ratedItemInput,
    answers: { 200: ratedItem },
    refusals: [409],
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.transaction((tx) => createRatedItem(tx, params['id'] as string, body)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/ratedItems/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Take back a rated item that is not billed yet',
    answers: { 204: undefined },
    refusals: [409],
    handle: ({ core, params }) => {
      core.transaction((tx) => deleteRatedItem(tx, params['id'] as string));
      return { status: 204 };
    },
  }),
  listOf('ledgerEntries', 'ledgerEntries', 'List bookings', ledgerEntry),
  route({
    method: 'POST',
    path: '/api/v1/contracts/{id}/payment',
    credential: 'AccessToken',
    tag,
    summary: 'Register a payment that came outside of any provider',
    body: z
      .object({
        Amount: z
          .number()
          .min(0)
          .max(1e9)
          .meta({ description: "What came, in the contract's currency.", example: 11.78 }),
        Description: z.string().optional(),
        InvoiceId: objectId('invoice that it is for').optional(),
      })
      .meta({ id: 'PaymentInput' }),
    answers: { 200: ledgerEntry },
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.transaction((tx) => registerPayment(tx, params['id'] as string, body)),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/contracts/{id}/bill',
    credential: 'AccessToken',
    tag,
    summary: 'Bill rated items and metered usage now',
    description: 'Interim billing: usage of components with IncludeInInterimBilling.',
    body: z.object({}),
    bodyOptional: true,
    answers: {
      200: z
        .object({
          Invoice: invoice.optional().meta({ description: 'Absent when there was nothing to bill.' }),
        })
        .meta({ id: 'BillResult' }),
    },
    refusals: [409],
    handle: ({ core, params }) => {
      const billed = core.transaction((tx) => billContract(tx, params['id'] as string));
      return { status: 200, body: billed === undefined ? {} : { Invoice: billed } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contracts/{id}/previewNextRecurring',
    credential: 'AccessToken',
    tag,
    summary: 'The next recurring invoice as far as it is known',
    answers: { 200: nextRecurring },
    handle: ({ core, params }) => ({
      status: 200,
      body: previewNextRecurring(core.tx, params['id'] as string),
    }),
  }),
];
