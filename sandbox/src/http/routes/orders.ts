import { notFound } from '../../domain/problem.ts';
import { showOrder } from '../../domain/orders.ts';
import { order } from '../../model/order.ts';
import { route, type Route } from '../route.ts';

const tag = 'Orders';

export const orderRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/orders/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get an order',
    answers: { 200: order },
    handle: ({ core, params }) => {
      const found = core.tx.orders.get(params['id']);
      if (found === undefined) throw notFound('order', params['id'] as string);
      return { status: 200, body: showOrder(found) };
    },
  }),
];
