import * as z from 'zod';
import { data, line, page, shortTime } from '../answer.ts';
import type { Json } from '../service.ts';
import { tool } from '../tool.ts';

export const store = tool({
  name: 'store',
  description:
    'An app store: buys a subscription, with a receipt for POST /ExternalSubscriptions/check and /orders; changes or lists them.',
  input: {
    type: z.enum(['AppleIap', 'GoogleIap', 'AmazonIap']),
    productId: z.string().optional().describe('Buys it'),
    subscriptionId: z.string().optional().describe('Changes it'),
    status: z.enum(['Active', 'Canceled', 'Expired', 'Refunded', 'Paused']).optional(),
    renewalFails: z.boolean().optional(),
  },
  async run(service, { type, productId, subscriptionId, status, renewalFails }) {
    const place = `/stores/${type}`;
    const receipt =
      productId === undefined
        ? undefined
        : await service.done({
            method: 'POST',
            path: `/sandbox${place}/receipts`,
            body: { ProductIds: [productId] },
          });
    if (subscriptionId !== undefined)
      await service.done({
        method: 'PATCH',
        path: `/sandbox${place}/subscriptions/${encodeURIComponent(subscriptionId)}`,
        body: { Status: status, RenewalFails: renewalFails },
      });
    const bought: Json[] = await service.done({
      method: 'GET',
      path: `/sandbox${place}/subscriptions?take=20`,
    });
    const products: Json[] = (await service.control('GET', '/stores')).find(
      ({ Type }: Json) => Type === type,
    ).Products;
    return page(
      [
        ...(receipt === undefined ? [] : [line`Receipt: ${data(receipt)}`]),
        ...bought.map(
          ({ Id, ProductId, Status, ExpiryDate }) =>
            line`subscription ${Id} of ${ProductId}: ${Status}, access until ${shortTime(ExpiryDate)}`,
        ),
        ...products.map(
          ({ ProductId, PlanVariantId }) => line`product ${ProductId}: plan variant ${PlanVariantId}`,
        ),
      ],
      subscriptionId === undefined
        ? line`call_api {"method": "POST", "path": "/ExternalSubscriptions/check"} with the receipt as body.`
        : line`clock {"advance": "P1D"}: the service asks the store once a day.`,
    );
  },
});
