import * as z from 'zod';
import { approveOrder, commitOrder, declineOrder, deleteOrder } from '../../domain/orders/order-decisions.ts';
import { createOrder, orderOf, previewOrder, showOrder } from '../../domain/orders/orders.ts';
import { searchQuery } from '../../domain/records/search.ts';
import { orderWords } from '../../domain/records/searched-words.ts';
import {
  commitReceiptOrder,
  createReceiptOrder,
  isReceiptOrder,
  previewReceiptOrder,
} from '../../domain/stores/external-subscriptions.ts';
import { contract } from '../../model/contract.ts';
import { order, orderInput, orderPreview, orderStatuses } from '../../model/order.ts';
import { boundsOf, dateWindow, searching } from '../paging.ts';
import { type Route, route } from '../route.ts';

const tag = 'Orders';

const byMerchant = { bySelfService: false };

export const orderRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/orders',
    credential: 'AccessToken',
    tag,
    summary: 'List orders, newest first',
    query: searching.extend(dateWindow.shape).extend({
      status: z.enum(orderStatuses).optional(),
      type: z.enum(['Signup', 'Upgrade']).optional(),
      customerId: z.string().optional(),
      contractId: z.string().optional(),
    }),
    answers: { 200: z.array(order) },
    handle: ({ core: { tx }, query }) => {
      const { status, type, customerId, contractId, search, dateFrom, dateTo, ...page } = query;
      const { where, match } = searchQuery(search, orderWords);
      const orders = tx.orders.list({
        where: { Status: status, OrderType: type, CustomerId: customerId, ContractId: contractId, ...where },
        match,
        ...page,
        ...boundsOf({ dateFrom, dateTo }),
        newestFirst: true,
      });
      return { status: 200, body: orders.map(showOrder) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/orders',
    credential: 'AccessToken',
    tag,
    summary: 'Create an order',
    description:
      'For a new customer (`Customer`), for an existing one (`CustomerId`) or on a contract (`ContractId`). Ids of ' +
      'customer and contract are reserved at once. Then the customer pays it with ClientLib, or `commit` completes it.',
    body: orderInput,
    answers: { 200: order },
    refusals: [409, 503],
    handle: async ({ core, body }) => ({
      status: 200,
      body: showOrder(
        isReceiptOrder(body)
          ? await createReceiptOrder(core, body)
          : core.transaction((tx) => createOrder(tx, body, byMerchant)),
      ),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/orders/preview',
    credential: 'AccessToken',
    tag,
    summary: 'What an order would cost',
    description: 'Nothing is kept. A coupon that cannot be used is told in `Order.Coupon`.',
    body: orderInput,
    answers: { 200: z.object({ Order: orderPreview }).meta({ id: 'OrderPreviewResult' }) },
    refusals: [409, 503],
    handle: async ({ core, body }) => ({
      status: 200,
      body: {
        Order: isReceiptOrder(body)
          ? await previewReceiptOrder(core, body)
          : previewOrder(core.tx, body, byMerchant),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/orders/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get an order',
    answers: { 200: order },
    handle: ({ core, params }) => ({
      status: 200,
      body: showOrder(orderOf(core.tx, params['id'] as string)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/orders/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Delete an order that was not completed',
    answers: { 204: undefined },
    refusals: [409],
    handle: ({ core, params }) => {
      core.transaction((tx) => deleteOrder(tx, params['id'] as string));
      return { status: 204 };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/orders/{id}/commit',
    credential: 'AccessToken',
    tag,
    summary: 'Complete an order without the customer',
    description:
      'On account, without payment data where the plan variant allows it, or on an existing contract with the payment ' +
      'method that it has. Answers with the contract.',
    body: z
      .object({
        PaymentMethod: z.string().optional().meta({
          description: '`InvoicePayment` or `None:None`; an order on a contract takes none.',
          example: 'InvoicePayment',
        }),
      })
      .meta({ id: 'CommitInput', example: { PaymentMethod: 'InvoicePayment' } }),
    bodyOptional: true,
    answers: { 200: contract },
    refusals: [409, 503],
    handle: async ({ core, params, body }) => {
      const id = params['id'] as string;
      const byReceipt = orderOf(core.tx, id).Ordered.Receipt !== undefined;
      return {
        status: 200,
        body: byReceipt
          ? await commitReceiptOrder(core, id)
          : core.transaction((tx) => commitOrder(tx, id, body)),
      };
    },
  }),
  ...(['approve', 'decline'] as const).map((decision) =>
    route({
      method: 'POST',
      path: `/api/v1/orders/{id}/${decision}`,
      credential: 'AccessToken',
      tag,
      summary: decision === 'approve' ? 'Approve an order, so that it can be paid' : 'Decline an order',
      body: z.object({}),
      bodyOptional: true,
      answers: { 200: order },
      refusals: [409],
      handle: ({ core, params }) => ({
        status: 200,
        body: showOrder(
          core.transaction((tx) =>
            (decision === 'approve' ? approveOrder : declineOrder)(tx, params['id'] as string),
          ),
        ),
      }),
    }),
  ),
];
