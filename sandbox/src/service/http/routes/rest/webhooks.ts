import * as z from 'zod';
import { getWebhook } from '../../../domain/records/lookups.ts';
import type { WebhookRecord } from '../../../domain/records/webhooks.ts';
import { deleteWebhook, registerWebhook, rotateSecret } from '../../../domain/webhooks/webhooks.ts';
import { type Webhook, webhook, webhookInput } from '../../../model/webhook.ts';
import { answer } from '../../answers/answer.ts';
import { resource } from '../../answers/resource.ts';
import { checkTarget } from '../../traffic/private-target.ts';
import { paging } from '../../wire/paging.ts';
import { isCrossSite } from '../../wire/same-site.ts';
import { rest } from '../../zones/zones.ts';

const tag = 'Webhooks';

const withSecret = webhook.extend({
  Secret: z.string().meta({ description: 'Verifies signatures. Shown in this answer only: keep it.' }),
});

/** An endpoint in REST format, without its secrets. */
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

const one = resource(getWebhook, (_tx, record) => shown(record));

export const webhooks = rest('/api/v1/webhooks', {
  refused: 'webhooks#register',
  denied: 'oauth#errors',
})
  .get('/', { tag, summary: 'List webhooks', query: paging, answers: { 200: z.array(webhook) } }, (c) =>
    answer(c, c.env.core.tx.webhooks.list(c.req.valid('query')).map(shown)),
  )
  .post(
    '/',
    {
      tag,
      summary: 'Register a webhook',
      description: 'The answer carries the signing secret, which no later answer shows.',
      json: webhookInput,
      answers: { 200: withSecret },
    },
    (c) => {
      const { endpointsFull } = c.env.traffic.usage;
      if (endpointsFull !== undefined) throw endpointsFull;
      const input = c.req.valid('json');
      checkTarget(c.env.traffic.hostOptions, input.Url, isCrossSite(c.req.raw));
      const made = c.env.core.transaction((tx) => registerWebhook(tx, input));
      return answer(c, { ...shown(made), Secret: made.Secret });
    },
  )
  .get('/:id', { tag, summary: 'Get a webhook', answers: { 200: webhook } }, (c) =>
    answer(c, one.shown(c.env.core.tx, c.req.param('id'))),
  )
  .post(
    '/:id/rotateSecret',
    {
      tag,
      summary: 'Give a webhook a new secret',
      description: 'For a day deliveries carry two signatures, of the new secret and of the one before.',
      json: webhookInput.pick({ Secret: true }),
      bodyOptional: true,
      answers: { 200: withSecret },
    },
    (c) => {
      const rotated = c.env.core.transaction((tx) =>
        rotateSecret(tx, c.req.param('id'), c.req.valid('json').Secret),
      );
      return answer(c, { ...shown(rotated), Secret: rotated.Secret });
    },
  )
  .delete(
    '/:id',
    {
      tag,
      summary: 'Delete a webhook',
      description: 'Nothing more is sent to it, including deliveries that were already due.',
      answers: { 204: undefined },
      refusals: [412],
    },
    (c) => {
      const response = one.remove(c, c.req.param('id'), deleteWebhook);
      c.env.core.deliverer.forget(c.req.param('id'));
      return response;
    },
  );
