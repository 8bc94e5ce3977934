import type { Context } from 'hono';
import * as z from 'zod';
import { timestamp } from '../../../domain/basics/time.ts';
import { invoiceView } from '../../../domain/billing/document-views.ts';
import { billContract, previewNextRecurring } from '../../../domain/billing/interim-billing.ts';
import { listActiveSubscriptions } from '../../../domain/contracts/active-subscriptions.ts';
import {
  changeComponentSubscription,
  createComponentSubscription,
  getComponentSubscription,
  replaceComponentSubscription,
} from '../../../domain/contracts/component-subscriptions.ts';
import { getContract } from '../../../domain/contracts/contracts.ts';
import { createRatedItem, deleteRatedItem } from '../../../domain/contracts/rated-items.ts';
import { deleteUsage, reportUsage } from '../../../domain/contracts/usage.ts';
import { registerPayment } from '../../../domain/payments/bookings.ts';
import { ledgerEntryView } from '../../../domain/payments/payment-views.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import type { Tx } from '../../../domain/records/tx.ts';
import {
  activeSubscriptions,
  componentSubscription,
  componentSubscriptionChange,
  componentSubscriptionInput,
  componentSubscriptionReplacement,
  discountSubscription,
  meteredUsage,
  ratedItem,
  ratedItemInput,
  usageInput,
} from '../../../model/contract.ts';
import { nextRecurring } from '../../../model/contract-end.ts';
import { currency, objectId, timestampInput } from '../../../model/fields.ts';
import { invoice, ledgerEntry } from '../../../model/invoice.ts';
import type { Collection } from '../../../state/collection.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { day, LAST_DAY, paging } from '../../wire/paging.ts';
import { type ServiceEnv, warnOrRefuse } from '../../zones/env.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Contracts';

export const componentSubscriptions = rest('/api/v1/componentSubscriptions')
  .get(
    '/',
    {
      tag,
      summary: 'List component subscriptions',
      query: paging.extend({ contractId: z.string().optional() }),
      answers: { 200: z.array(componentSubscription) },
    },
    (c) => {
      const { contractId, ...page } = c.req.valid('query');
      const list = c.env.core.tx.componentSubscriptions.list({ where: { ContractId: contractId }, ...page });
      return answer(c, list);
    },
  )
  .get(
    '/:id',
    { tag, summary: 'Get a component subscription', answers: { 200: componentSubscription } },
    (c) => answer(c, getComponentSubscription(c.env.core.tx, c.req.param('id'))),
  )
  .post(
    '/:id/replace',
    {
      tag,
      summary: 'Put another quantity in the place of a component subscription',
      description: 'The old one ends when the new one starts. Memo, end and price are kept unless specified.',
      json: componentSubscriptionReplacement,
      answers: { 200: componentSubscription },
      refusals: [409],
    },
    (c) => answerChange(c, (tx) => replaceComponentSubscription(tx, c.req.param('id'), c.req.valid('json'))),
  )
  .put(
    '/:id',
    {
      tag,
      summary: 'Change the end, the memo or the price of a component subscription',
      description: 'What is not named stays as it is. Another quantity takes `replace`.',
      json: componentSubscriptionChange,
      ignores: componentSubscription,
      answers: { 200: componentSubscription },
      refusals: [409],
    },
    (c) => answerChange(c, (tx) => changeComponentSubscription(tx, c.req.param('id'), c.req.valid('json'))),
  );

export const ratedItems = rest('/api/v1/ratedItems').delete(
  '/:id',
  {
    tag,
    summary: 'Take back a rated item that is not billed yet',
    answers: { 204: undefined },
    refusals: [409],
  },
  (c) => {
    c.env.core.transaction((tx) => deleteRatedItem(tx, c.req.param('id')));
    return c.body(null, 204);
  },
);

/** Usage, components, discounts, items, bookings and billing of a contract. */
export const contractItems = rest('/api/v1/contracts')
  .get(
    '/:id/usage',
    {
      tag,
      summary: 'List metered usage',
      description: 'By due date, oldest first.',
      query: paging.extend({
        fromDateTime: day('First day or instant of the due date.'),
        untilDateTime: day(LAST_DAY),
      }),
      answers: { 200: z.array(meteredUsage) },
    },
    (c) => {
      const { tx } = c.env.core;
      const { Id } = getContract(tx, c.req.param('id'));
      const { fromDateTime, untilDateTime, ...page } = c.req.valid('query');
      const window = toDateWindow(tx, fromDateTime, untilDateTime);
      return answer(c, tx.meteredUsages.list({ where: { ContractId: Id }, ...page, ...window }));
    },
  )
  .get(
    '/:id/ledgerEntries',
    { tag, summary: 'List bookings', query: paging, answers: { 200: z.array(ledgerEntry) } },
    (c) => {
      const { tx } = c.env.core;
      const { Id } = getContract(tx, c.req.param('id'));
      const entries = tx.ledgerEntries.list({ where: { ContractId: Id }, ...c.req.valid('query') });
      return answer(
        c,
        entries.map((entry) => ledgerEntryView(tx, entry)),
      );
    },
  )
  .post(
    '/:id/usage',
    {
      tag,
      summary: 'Report metered usage',
      description:
        'One report or a list of them; a list is stored completely or not at all. A `Key` that was used before counts once.',
      json: z.union([usageInput, z.array(usageInput).max(1000)]),
      answers: { 200: z.union([meteredUsage, z.array(meteredUsage)]) },
      refusals: [409],
    },
    (c) => {
      const body = c.req.valid('json');
      const report = (tx: Tx, input: z.output<typeof usageInput>, field = '') => {
        const usage = reportUsage(tx, c.req.param('id'), input, field);
        if (usage.Quantity !== input.Quantity)
          warnOrRefuse(
            c,
            field === '' ? 'Quantity' : `${field}.Quantity`,
            `usage with the Key "${usage.Key}" was reported with Quantity ${usage.Quantity}; Quantity ${input.Quantity} is ignored`,
          );
        return usage;
      };
      return answerChange(c, (tx) =>
        Array.isArray(body) ? body.map((input, at) => report(tx, input, `[${at}]`)) : report(tx, body),
      );
    },
  )
  .delete(
    '/:id/usage/:usageId',
    {
      tag,
      summary: 'Take back usage that is not billed yet',
      answers: { 204: undefined },
      refusals: [409],
    },
    (c) => {
      c.env.core.transaction((tx) => deleteUsage(tx, c.req.param('id'), c.req.param('usageId')));
      return c.body(null, 204);
    },
  )
  .post(
    '/:id/componentSubscriptions',
    {
      tag,
      summary: 'Subscribe a contract to a component, without an order',
      description: 'Billed from its start with the next recurring billing; an order bills at once.',
      json: componentSubscriptionInput,
      answers: { 200: componentSubscription },
      refusals: [409],
    },
    (c) => answerChange(c, (tx) => createComponentSubscription(tx, c.req.param('id'), c.req.valid('json'))),
  )
  .get(
    '/:id/componentSubscriptions/:subscriptionId',
    {
      tag,
      summary: 'Get a component subscription of a contract',
      answers: { 200: componentSubscription },
    },
    (c) => {
      const { tx } = c.env.core;
      return answer(c, getComponentSubscription(tx, c.req.param('subscriptionId'), c.req.param('id')));
    },
  )
  .post(
    '/:id/componentSubscriptions/:subscriptionId/end',
    {
      tag,
      summary: 'End a component subscription of a contract',
      json: z.object({ EndDate: timestampInput('End, exclusive; now without it').optional() }),
      bodyOptional: true,
      answers: { 200: componentSubscription },
      refusals: [409],
    },
    (c) => {
      const { EndDate } = c.req.valid('json');
      const ended = c.env.core.transaction((tx) => {
        const { Id } = getComponentSubscription(tx, c.req.param('subscriptionId'), c.req.param('id'));
        return changeComponentSubscription(tx, Id, { EndDate: EndDate ?? timestamp(tx.now) });
      });
      return answer(c, ended);
    },
  )
  .get(
    '/:id/subscriptions',
    {
      tag,
      summary: 'List the active plan, components and discounts of a contract',
      answers: { 200: activeSubscriptions },
    },
    (c) => {
      const { tx } = c.env.core;
      return answer(c, listActiveSubscriptions(tx, getContract(tx, c.req.param('id'))));
    },
  )
  .post(
    '/:id/ratedItems',
    {
      tag,
      summary: 'Add something with a price of its own to the next bill',
      json: ratedItemInput,
      answers: { 200: ratedItem },
      refusals: [409],
    },
    (c) => answerChange(c, (tx) => createRatedItem(tx, c.req.param('id'), c.req.valid('json'))),
  )
  .post(
    '/:id/payment',
    {
      tag,
      summary: 'Register a payment or refund outside of any provider',
      json: z
        .object({
          Amount: z.number().min(-1e9).max(1e9).meta({
            description: 'Positive was received; negative was paid out or charged back.',
            example: 11.78,
          }),
          Currency: currency.optional().meta({ description: 'That of the contract, or it is rejected.' }),
          Description: z.string().optional(),
          BookingDate: timestampInput('The day that it is booked for; now without it').optional(),
          RecurringPaymentsOff: z.boolean().optional().meta({
            description: "`true` stops collecting by the contract's payment method.",
          }),
          InvoiceId: objectId('invoice that it is for').optional(),
        })
        .meta({ id: 'PaymentInput' }),
      answers: { 200: ledgerEntry },
    },
    (c) =>
      answerChange(c, (tx) =>
        ledgerEntryView(tx, registerPayment(tx, c.req.param('id'), c.req.valid('json'))),
      ),
  )
  .post(
    '/:id/bill',
    {
      tag,
      summary: 'Bill rated items and metered usage now',
      description: 'Interim billing: usage of components with IncludeInInterimBilling.',
      json: z.object({}),
      bodyOptional: true,
      answers: {
        200: z
          .object({
            Invoice: invoice.optional().meta({ description: 'Absent when there was nothing to bill.' }),
          })
          .meta({ id: 'BillResult' }),
      },
      refusals: [409],
    },
    (c) => {
      const billed = c.env.core.transaction((tx) => billContract(tx, c.req.param('id')));
      return answer(c, billed === undefined ? {} : { Invoice: invoiceView(c.env.core.tx, billed) });
    },
  )
  .get(
    '/:id/previewNextRecurring',
    {
      tag,
      summary: 'The next recurring invoice as far as it is known',
      answers: { 200: nextRecurring },
    },
    (c) => answer(c, previewNextRecurring(c.env.core.tx, c.req.param('id'))),
  )
  .get('/:id/componentSubscriptions', listed('List component subscriptions', componentSubscription), (c) =>
    answer(c, ofContract(c, c.env.core.tx.componentSubscriptions)),
  )
  .get('/:id/discountSubscriptions', listed('List discount subscriptions', discountSubscription), (c) =>
    answer(c, ofContract(c, c.env.core.tx.discountSubscriptions)),
  )
  .get('/:id/ratedItems', listed('List rated items', ratedItem), (c) =>
    answer(c, ofContract(c, c.env.core.tx.ratedItems)),
  );

/** Describes a list of a contract's documents. */
function listed<Item extends z.ZodType>(summary: string, item: Item) {
  return { tag, summary, query: paging, answers: { 200: z.array(item) } };
}

/** A page of the documents of the path's contract, oldest first. */
function ofContract<Item extends { readonly Id: string; readonly ContractId: string }>(
  c: Context<ServiceEnv, '/:id', { in: object; out: { query: z.output<typeof paging> } }>,
  collection: Collection<Item>,
): readonly Item[] {
  const { Id } = getContract(c.env.core.tx, c.req.param('id'));
  return collection.list({ where: { ContractId: Id }, ...c.req.valid('query') });
}
