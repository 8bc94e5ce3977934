import * as z from 'zod';
import type { WebhookRecord } from '../../domain/records/webhook-records.ts';
import { deleteWebhook, registerWebhook, rotateSecret, webhookOf } from '../../domain/webhooks/webhooks.ts';
import { type Webhook, webhook, webhookInput } from '../../model/webhook.ts';
import { paging } from '../paging.ts';
import { type Route, route } from '../route.ts';

const tag = 'Webhooks';

const withSecret = webhook.extend({
  Secret: z.string().meta({ description: 'Verifies signatures. Shown in this answer only: keep it.' }),
});

/** An endpoint as the REST API shows it: without what is secret. */
function shown({
  Id,
  Url,
  Events,
  Signed,
  Headers,
  CreatedAt,
  DisabledAt,
  DisabledReason,
}: WebhookRecord): Webhook {
  return {
    Id,
    Url,
    Events: [...Events],
    Signed,
    ...(Headers === undefined
      ? {}
      : { Headers: Object.fromEntries(Object.keys(Headers).map((name) => [name, '***'])) }),
    CreatedAt,
    ...(DisabledAt === undefined ? {} : { DisabledAt }),
    ...(DisabledReason === undefined ? {} : { DisabledReason }),
  };
}

export const webhookRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/webhooks',
    credential: 'AccessToken',
    tag,
    summary: 'List webhooks',
    query: paging,
    answers: { 200: z.array(webhook) },
    handle: ({ core, query }) => ({ status: 200, body: core.tx.webhooks.list(query).map(shown) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhooks',
    credential: 'AccessToken',
    tag,
    summary: 'Register a webhook',
    description: 'The answer carries the signing secret, which no later answer shows.',
    body: webhookInput,
    answers: { 200: withSecret },
    handle: ({ core, body }) => {
      const made = core.transaction((tx) => registerWebhook(tx, body));
      return { status: 200, body: { ...shown(made), Secret: made.Secret } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/webhooks/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Get a webhook',
    answers: { 200: webhook },
    handle: ({ core, params }) => ({ status: 200, body: shown(webhookOf(core.tx, params['id'] as string)) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotateSecret',
    credential: 'AccessToken',
    tag,
    summary: 'Give a webhook a new secret',
    description: 'For a day deliveries carry two signatures, of the new secret and of the one before.',
    body: webhookInput.pick({ Secret: true }),
    bodyOptional: true,
    answers: { 200: withSecret },
    handle: ({ core, params, body }) => {
      const rotated = core.transaction((tx) => rotateSecret(tx, params['id'] as string, body.Secret));
      return { status: 200, body: { ...shown(rotated), Secret: rotated.Secret } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    credential: 'AccessToken',
    tag,
    summary: 'Delete a webhook',
    description: 'Nothing is sent to it any more, not even what was due.',
    answers: { 204: undefined },
    handle: ({ core, params }) => {
      const id = params['id'] as string;
      core.transaction((tx) => deleteWebhook(tx, id));
      core.deliverer.forget(id);
      return { status: 204 };
    },
  }),
];
