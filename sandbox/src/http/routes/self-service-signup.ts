import * as z from 'zod';
import { createOrder, previewOrder } from '../../domain/orders/orders.ts';
import { customerData } from '../../model/customer.ts';
import { cart, orderPreview, orderResult, selfServiceOrder } from '../../model/order.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { anybody } from '../middleware/access.ts';
import type { Section } from '../section.ts';

const tag = 'Self-service';

/** What ClientLib.Signup calls (docs/self-service-api.md). */
export function addSignup(selfService: Section): void {
  selfService.post(
    '/signup/preview',
    describe({
      tag,
      summary: 'Preview an order',
      json: z.object({ Cart: cart, Customer: customerData.optional() }),
      answers: { 200: z.object({ Order: orderPreview }) },
    }),
    anybody,
    (c) => {
      const body = c.req.valid('json');
      return answer(c, {
        Order: previewOrder(
          c.env.core.tx,
          { Cart: body.Cart, Customer: body.Customer ?? {} },
          { bySelfService: true },
        ),
      });
    },
  );

  selfService.post(
    '/signup/order',
    describe({ tag, summary: 'Create an order', json: selfServiceOrder, answers: { 200: orderResult } }),
    anybody,
    (c) => {
      const order = c.env.core.transaction((tx) =>
        createOrder(tx, c.req.valid('json'), { bySelfService: true }),
      );
      return answer(c, {
        OrderId: order.Id,
        ContractId: order.ContractId,
        CustomerId: order.CustomerId,
        GrossTotal: order.TotalGross,
        Currency: order.Currency,
        OrderStatus: order.Status,
      });
    },
  );
}
