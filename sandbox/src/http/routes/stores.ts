import * as z from 'zod';
import type { Core } from '../../core.ts';
import type { Receipt } from '../../domain/app-stores.ts';
import { notFound } from '../../domain/problem.ts';
import { changeSubscription } from '../../simulation/stores/app-stores.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Route, route } from '../route.ts';

const tag = 'Simulated stores';

const storeAnswer = z.object({}).loose().meta({ description: "The store's own answer format." });

/** The statuses that a store answers with; 504 stands for one that cannot be reached. */
function answersWith(refusals: readonly number[]): Route['answers'] {
  return Object.fromEntries([200, ...refusals, 504].map((status) => [status, storeAnswer]));
}

/** What the store says, as it says it; for one that cannot be reached, what a gateway on the way would say. */
async function verified(core: Core, receipt: Receipt): Promise<Reply> {
  const answer = await core.stores.verify(receipt);
  if (answer.Outcome !== 'Answered') return jsonReply(504, {});
  return {
    status: answer.Status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    content: answer.Body,
  };
}

const googlePath =
  '/stores/GoogleIap/applications/{packageName}/purchases/subscriptions/{subscriptionId}/tokens/{token}';

/** The stores' own verification: for back ends that ask the store themselves, and to look at what the service sees. */
export const storeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/stores/AppleIap/verifyReceipt',
    credential: 'Public',
    tag,
    summary: 'AppleIap: verify a receipt',
    body: z
      .object({
        'receipt-data': z.string(),
        password: z.string().optional(),
        'exclude-old-transactions': z.boolean().optional(),
      })
      .meta({ id: 'AppleVerifyReceipt' }),
    answers: answersWith([429]),
    handle: ({ core, body }) => verified(core, { Type: 'AppleIap', AppleIapReceipt: body['receipt-data'] }),
  }),
  route({
    method: 'GET',
    path: googlePath,
    credential: 'Public',
    tag,
    summary: 'GoogleIap: look at a purchase',
    answers: answersWith([400, 403, 404, 410, 429, 503]),
    handle: ({ core, params }) =>
      verified(core, {
        Type: 'GoogleIap',
        GoogleIapPackageName: params['packageName'] as string,
        GoogleIapSubscriptionId: params['subscriptionId'] as string,
        GoogleIapToken: params['token'] as string,
      }),
  }),
  route({
    method: 'POST',
    path: googlePath,
    credential: 'Public',
    tag,
    summary: 'GoogleIap: acknowledge a purchase (the token is followed by `:acknowledge`)',
    answers: { 204: undefined },
    refusals: [404],
    handle: ({ core, params }) => {
      const [, token] = /^(.+):acknowledge$/.exec(params['token'] as string) ?? [];
      if (token === undefined) throw notFound('action on a purchase', params['token'] as string);
      core.transaction((tx) => changeSubscription(tx, 'GoogleIap', token, { Acknowledged: true }));
      return { status: 204 };
    },
  }),
  route({
    method: 'GET',
    path: '/stores/AmazonIap/developer/{secret}/user/{userId}/receiptId/{receiptId}',
    credential: 'Public',
    tag,
    summary: 'AmazonIap: verify a receipt id',
    answers: answersWith([400, 410, 429, 496, 497, 500]),
    handle: ({ core, params }) =>
      verified(core, {
        Type: 'AmazonIap',
        AmazonIapReceiptId: params['receiptId'] as string,
        AmazonIapUserId: params['userId'] as string,
      }),
  }),
];
