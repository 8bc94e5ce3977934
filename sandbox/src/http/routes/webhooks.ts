import * as z from 'zod';
import { deleteWebhook, registerWebhook } from '../../domain/webhooks.ts';
import { webhook, webhookInput } from '../../model/webhook.ts';
import { paging } from '../paging.ts';
import { route, type Route } from '../route.ts';

const tag = 'Webhooks';

export const webhookRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/webhooks',
    credential: 'AccessToken',
    tag,
    summary: 'List webhooks',
    query: paging,
    answers: { 200: z.array(webhook) },
    handle: ({ core, query }) => ({
      status: 200,
      body: core.tx.webhooks.list(query).map(({ Secret, ...shown }) => shown),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhooks',
    credential: 'AccessToken',
    tag,
    summary: 'Register a webhook',
    body: webhookInput,
    answers: { 200: webhook.extend({ Secret: z.string() }) },
    handle: ({ core, body }) => ({ status: 200, body: core.transaction((tx) => registerWebhook(tx, body)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Delete a webhook',
    answers: { 204: undefined },
    handle: ({ core, params }) => {
      core.transaction((tx) => deleteWebhook(tx, params['id'] as string));
      return { status: 204 };
    },
  }),
];
