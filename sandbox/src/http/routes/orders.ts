import * as z from 'zod';
import { approveOrder, commitOrder, declineOrder, deleteOrder } from '../../domain/orders/order-decisions.ts';
import { createOrder, orderOf, orderView, previewOrder } from '../../domain/orders/orders.ts';
import { orderWords, searchQuery } from '../../domain/records/search.ts';
import {
  commitReceiptOrder,
  createReceiptOrder,
  isReceiptOrder,
  previewReceiptOrder,
} from '../../domain/stores/external-subscriptions.ts';
import { contract } from '../../model/contract.ts';
import { order, orderInput, orderPreview, orderStatuses } from '../../model/order.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { accessToken } from '../middleware/access.ts';
import { warnOfTemplate, warnOfUnused } from '../order-warnings.ts';
import { boundsOf, dateWindow, searching } from '../paging.ts';
import { checkPreconditions } from '../preconditions.ts';
import { section } from '../section.ts';

const tag = 'Orders';

const byMerchant = { bySelfService: false };

export const orders = section('/api/v1/orders');

orders.get(
  '/',
  describe({
    tag,
    summary: 'List orders, newest first',
    query: searching.extend(dateWindow.shape).extend({
      status: z.enum(orderStatuses).optional(),
      type: z.enum(['Signup', 'Upgrade']).optional(),
      customerId: z.string().optional(),
      contractId: z.string().optional(),
    }),
    answers: { 200: z.array(order) },
  }),
  accessToken,
  (c) => {
    const { tx } = c.env.core;
    const { status, type, customerId, contractId, search, dateFrom, dateTo, ...page } = c.req.valid('query');
    const { where, match } = searchQuery(search, orderWords);
    const orders = tx.orders.list({
      where: { Status: status, OrderType: type, CustomerId: customerId, ContractId: contractId, ...where },
      match,
      ...page,
      ...boundsOf({ dateFrom, dateTo }),
      newestFirst: true,
    });
    return answer(
      c,
      orders.map((one) => orderView(tx, one)),
    );
  },
);

orders.post(
  '/',
  describe({
    tag,
    summary: 'Create an order',
    description:
      'For a new customer (`Customer`), for an existing one (`CustomerId`) or on a contract (`ContractId`). Ids of ' +
      'customer and contract are reserved at once. Then the customer pays it with ClientLib, or `commit` completes it.',
    json: orderInput,
    answers: { 200: order },
    refusals: [409, 503],
  }),
  accessToken,
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
);

orders.post(
  '/preview',
  describe({
    tag,
    summary: 'Preview the price of an order',
    description: 'Nothing is stored. A coupon that cannot be used is reported in `Order.Coupon`.',
    json: orderInput,
    answers: { 200: z.object({ Order: orderPreview }).meta({ id: 'OrderPreviewResult' }) },
    refusals: [409, 503],
  }),
  accessToken,
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
);

orders.get('/:id', describe({ tag, summary: 'Get an order', answers: { 200: order } }), accessToken, (c) =>
  answer(c, orderView(c.env.core.tx, orderOf(c.env.core.tx, c.req.param('id')))),
);

orders.delete(
  '/:id',
  describe({
    tag,
    summary: 'Delete an order that was not completed',
    answers: { 204: undefined },
    refusals: [409, 412],
  }),
  accessToken,
  (c) => {
    const id = c.req.param('id');
    c.env.core.transaction((tx) => {
      checkPreconditions(c, () => orderView(tx, orderOf(tx, id)));
      deleteOrder(tx, id);
    });
    return c.body(null, 204);
  },
);

orders.post(
  '/:id/commit',
  describe({
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
  }),
  accessToken,
  async (c) => {
    const { core } = c.env;
    const id = c.req.param('id');
    const byReceipt = orderOf(core.tx, id).Ordered.Receipt !== undefined;
    return answer(
      c,
      byReceipt
        ? await commitReceiptOrder(core.flow(), id)
        : core.transaction((tx) => commitOrder(tx, id, c.req.valid('json'), core.providers)),
    );
  },
);

const decisions = [
  ['/:id/approve', 'Approve an order, so that it can be paid', approveOrder],
  ['/:id/decline', 'Decline an order', declineOrder],
] as const;

for (const [path, summary, decide] of decisions) {
  orders.post(
    path,
    describe({
      tag,
      summary,
      json: z.object({}),
      bodyOptional: true,
      answers: { 200: order },
      refusals: [409],
    }),
    accessToken,
    (c) => {
      const { core } = c.env;
      const decided = core.transaction((tx) => decide(tx, c.req.param('id')));
      return answer(c, orderView(core.tx, decided));
    },
  );
}
