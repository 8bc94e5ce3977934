import * as z from 'zod';
import { createOrder, previewOrder } from '../../domain/orders/orders.ts';
import { customerData } from '../../model/customer.ts';
import { cart, orderPreview, orderResult, selfServiceOrder } from '../../model/order.ts';
import { type Route, route } from '../route.ts';

const tag = 'Self-service';

/** What ClientLib.Signup calls (docs/self-service-api.md). */
export const signupRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/signup/preview',
    credential: 'Public',
    tag,
    summary: 'Preview an order',
    body: z.object({ Cart: cart, Customer: customerData.optional() }),
    answers: { 200: z.object({ Order: orderPreview }) },
    handle: ({ core, body }) => ({
      status: 200,
      body: {
        Order: previewOrder(
          core.tx,
          { Cart: body.Cart, Customer: body.Customer ?? {} },
          { bySelfService: true },
        ),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/CustomerSelfService/signup/order',
    credential: 'Public',
    tag,
    summary: 'Create an order',
    body: selfServiceOrder,
    answers: { 200: orderResult },
    handle: ({ core, body }) => {
      const order = core.transaction((tx) => createOrder(tx, body, { bySelfService: true }));
      return {
        status: 200,
        body: {
          OrderId: order.Id,
          ContractId: order.ContractId,
          CustomerId: order.CustomerId,
          GrossTotal: order.TotalGross,
          Currency: order.Currency,
          OrderStatus: order.Status,
        },
      };
    },
  }),
];
