import * as z from 'zod';
import { checkSubscriptions } from '../../../domain/stores/receipt-orders.ts';
import { objectId } from '../../../model/fields.ts';
import { storeReceipt } from '../../../model/order.ts';
import { answer } from '../../answers/answer.ts';
import { rest } from '../../zones/zones.ts';

/** spec: External subscription check */
const checkedSubscriptions = z
  .object({
    Subscriptions: z.array(
      z.object({
        Id: z.string().meta({ description: 'External subscription id.', example: '2000000123456789' }),
        Contract: z
          .object({ Id: objectId('contract'), CustomerId: objectId('customer') })
          .optional()
          .meta({ description: 'Present only when the service has a contract for the subscription.' }),
      }),
    ),
  })
  .meta({ id: 'ExternalSubscriptionCheckResult' });

export const externalSubscriptions = rest('/api/v1/ExternalSubscriptions', {
  refused: 'in-app-purchase#the-check',
  denied: 'oauth#errors',
}).post(
  '/check',
  {
    tag: 'External subscriptions',
    summary: 'Check a receipt of an in-app-purchase store',
    description:
      'Verifies the receipt with its store. AppleIap takes `AppleIapReceipt` alone and may find several subscriptions; ' +
      'GoogleIap takes `GoogleIapPackageName`, `GoogleIapSubscriptionId` and `GoogleIapToken`, AmazonIap ' +
      '`AmazonIapReceiptId` and `AmazonIapUserId`, and both find exactly one. A subscription without `Contract` is not ' +
      'in the service yet: create an order with the same fields in place of the cart.',
    json: storeReceipt.meta({ id: 'StoreReceipt' }),
    answers: { 200: checkedSubscriptions },
    refusals: [503],
  },
  async (c) => answer(c, await checkSubscriptions(c.env.core.flow(), c.req.valid('json'))),
);
