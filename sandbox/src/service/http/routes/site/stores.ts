import type { StatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { Receipt } from '../../../domain/basics/app-stores.ts';
import { notFound } from '../../../domain/basics/problem.ts';
import { changeSubscription } from '../../../simulation/stores/app-stores.ts';
import { answer } from '../../answers/answer.ts';
import type { Description } from '../../zones/description.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { stores as zone } from '../../zones/zones.ts';

const tag = 'Simulated stores';

const storeAnswer = z.object({}).loose().meta({ description: "The store's own answer format." });

/** The statuses of a store's response; 504 represents an unreachable store. */
function answersWith(refusals: readonly number[]): Description['answers'] {
  return Object.fromEntries([200, ...refusals, 504].map((status) => [status, storeAnswer]));
}

/** Returns the store's response in its own format; for an unreachable store, a gateway's response. */
async function verified(c: ServiceContext, receipt: Receipt): Promise<Response> {
  const said = await c.env.core.stores.verify(receipt);
  if (said.Outcome !== 'Answered') return answer(c, {}, 504);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  return c.newResponse(said.Body, said.Status as StatusCode, headers);
}

const googlePath =
  '/GoogleIap/applications/:packageName/purchases/subscriptions/:subscriptionId/tokens/:token';

/** The stores' own verification endpoints: for back ends that query the store themselves, and to see the service's view. */
export const stores = zone('/stores')
  .post(
    '/AppleIap/verifyReceipt',
    {
      tag,
      summary: 'AppleIap: verify a receipt',
      json: z
        .object({
          'receipt-data': z.string(),
          password: z.string().optional(),
          'exclude-old-transactions': z.boolean().optional(),
        })
        .meta({ id: 'AppleVerifyReceipt' }),
      answers: answersWith([429]),
    },
    (c) => verified(c, { Type: 'AppleIap', AppleIapReceipt: c.req.valid('json')['receipt-data'] }),
  )
  .get(
    googlePath,
    {
      tag,
      summary: 'GoogleIap: look at a purchase',
      answers: answersWith([400, 403, 404, 410, 429, 503]),
    },
    (c) =>
      verified(c, {
        Type: 'GoogleIap',
        GoogleIapPackageName: c.req.param('packageName'),
        GoogleIapSubscriptionId: c.req.param('subscriptionId'),
        GoogleIapToken: c.req.param('token'),
      }),
  )
  .post(
    googlePath,
    {
      tag,
      summary: 'GoogleIap: acknowledge a purchase (the token is followed by `:acknowledge`)',
      answers: { 204: undefined },
      refusals: [404],
    },
    (c) => {
      const [, token] = /^(.+):acknowledge$/.exec(c.req.param('token')) ?? [];
      if (token === undefined) throw notFound('action on a purchase', c.req.param('token'));
      c.env.core.transaction((tx) => changeSubscription(tx, 'GoogleIap', token, { Acknowledged: true }));
      return c.body(null, 204);
    },
  )
  .get(
    '/AmazonIap/developer/:secret/user/:userId/receiptId/:receiptId',
    {
      tag,
      summary: 'AmazonIap: verify a receipt id',
      answers: answersWith([400, 410, 429, 496, 497, 500]),
    },
    (c) =>
      verified(c, {
        Type: 'AmazonIap',
        AmazonIapReceiptId: c.req.param('receiptId'),
        AmazonIapUserId: c.req.param('userId'),
      }),
  );
