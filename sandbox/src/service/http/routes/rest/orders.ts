import * as z from 'zod';
import {
  approveOrder,
  commitOrder,
  declineOrder,
  deleteOrder,
} from '../../../domain/orders/order-decisions.ts';
import { createOrder, getOrder, orderView, previewOrder } from '../../../domain/orders/orders.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import { orderWords, searchQuery } from '../../../domain/records/search.ts';
import {
  commitReceiptOrder,
  createReceiptOrder,
  previewReceiptOrder,
} from '../../../domain/stores/receipt-orders.ts';
import { isReceiptOrder } from '../../../domain/stores/store-receipts.ts';
import { contract } from '../../../model/contract.ts';
import { order, orderInput, orderPreview } from '../../../model/order.ts';
import { orderStatuses } from '../../../model/statuses.ts';
import { answer, answerChange } from '../../answers/answer.ts';
import { resource } from '../../answers/resource.ts';
import { dateWindow, searching } from '../../wire/paging.ts';
import { rest } from '../../zones/zones.ts';
import { warnOfTemplate, warnOfUnused } from './order-warnings.ts';

const tag = 'Orders';

const byMerchant = { bySelfService: false };

const one = resource(getOrder, orderView);

const decision = {
  tag,
  json: z.object({}),
  bodyOptional: true,
  answers: { 200: order },
  refusals: [409],
} as const;

export const orders = rest('/api/v1/orders')
  .get(
    '/',
    {
      tag,
      summary: 'List orders, newest first',
      query: searching.extend(dateWindow.shape).extend({
        status: z.enum(orderStatuses).optional(),
        type: z.enum(['Signup', 'Upgrade']).optional(),
        customerId: z.string().optional(),
        contractId: z.string().optional(),
      }),
      answers: { 200: z.array(order) },
    },
    (c) => {
      const { tx } = c.env.core;
      const { status, type, customerId, contractId, search, dateFrom, dateTo, ...page } =
        c.req.valid('query');
      const { where, match } = searchQuery(search, orderWords);
      const orders = tx.orders.list({
        where: { Status: status, OrderType: type, CustomerId: customerId, ContractId: contractId, ...where },
        match,
        ...page,
        ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
        newestFirst: true,
      });
      return answer(
        c,
        orders.map((entry) => orderView(tx, entry)),
      );
    },
  )
  .post(
    '/',
    {
      tag,
      summary: 'Create an order',
      description:
        'For a new customer (`Customer`), for an existing one (`CustomerId`) or on a contract (`ContractId`), whose plan it changes. Ids ' +
        'of customer and contract are reserved at once. Then the customer pays it with ClientLib, or `commit` completes it.',
      json: orderInput,
      answers: { 200: order },
      refusals: [409, 503],
    },
    async (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      warnOfUnused(c, body, false);
      warnOfTemplate(c, body);
      return answer(
        c,
        orderView(
          core.tx,
          isReceiptOrder(body)
            ? await createReceiptOrder(core.flow(), body)
            : core.transaction((tx) => createOrder(tx, body, byMerchant)),
        ),
      );
    },
  )
  .post(
    '/preview',
    {
      tag,
      summary: 'Preview the price of an order',
      description: 'Nothing is stored. A coupon that cannot be used is reported in `Order.Coupon`.',
      json: orderInput,
      answers: { 200: z.object({ Order: orderPreview }).meta({ id: 'OrderPreviewResult' }) },
      refusals: [409, 503],
    },
    async (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      warnOfUnused(c, body, true);
      return answer(c, {
        Order: isReceiptOrder(body)
          ? await previewReceiptOrder(core.flow(), body)
          : previewOrder(core.tx, body, byMerchant),
      });
    },
  )
  .get('/:id', { tag, summary: 'Get an order', answers: { 200: order } }, (c) =>
    answer(c, one.shown(c.env.core.tx, c.req.param('id'))),
  )
  .delete(
    '/:id',
    {
      tag,
      summary: 'Delete an order that was not completed',
      answers: { 204: undefined },
      refusals: [409, 412],
    },
    (c) => one.remove(c, c.req.param('id'), deleteOrder),
  )
  .post(
    '/:id/commit',
    {
      tag,
      summary: 'Complete an order without the customer',
      description:
        'On account, by a provider that the customer gives payment data for later, without payment data where the plan ' +
        'variant allows it, or on an existing contract with the payment method that it has. Answers with the contract.',
      json: z
        .object({
          PaymentMethod: z.string().optional().meta({
            description:
              '`InvoicePayment`, `None:None`, or the method of a provider such as `Debit:FakePSP`: then the customer owes what is due until there are payment data. An order on a contract takes none.',
            example: 'InvoicePayment',
          }),
        })
        .meta({ id: 'CommitInput', example: { PaymentMethod: 'InvoicePayment' } }),
      bodyOptional: true,
      answers: { 200: contract },
      refusals: [409, 503],
    },
    async (c) => {
      const { core } = c.env;
      const id = c.req.param('id');
      const byReceipt = getOrder(core.tx, id).Ordered.Receipt !== undefined;
      return answer(
        c,
        byReceipt
          ? await commitReceiptOrder(core.flow(), id)
          : core.transaction((tx) => commitOrder(tx, id, c.req.valid('json'), core.providers)),
      );
    },
  )
  .post('/:id/approve', { ...decision, summary: 'Approve an order, so that it can be paid' }, (c) =>
    answerChange(c, (tx) => orderView(tx, approveOrder(tx, c.req.param('id')))),
  )
  .post('/:id/decline', { ...decision, summary: 'Decline an order' }, (c) =>
    answerChange(c, (tx) => orderView(tx, declineOrder(tx, c.req.param('id')))),
  );
