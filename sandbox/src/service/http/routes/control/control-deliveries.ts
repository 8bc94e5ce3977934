import * as z from 'zod';
import type { Core } from '../../../core/core.ts';
import { timestamp as timestampText } from '../../../domain/basics/time.ts';
import { toDateWindow } from '../../../domain/pricing/date-window.ts';
import { getWebhook } from '../../../domain/records/lookups.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../domain/records/webhooks.ts';
import { disableWebhook } from '../../../domain/webhooks/deliveries.ts';
import { rehearse } from '../../../domain/webhooks/delivery-problems.ts';
import { builtPayload } from '../../../domain/webhooks/event-by-hand.ts';
import { resendDelivery, resendRange } from '../../../domain/webhooks/resend.ts';
import { checkedEvents, enableWebhook } from '../../../domain/webhooks/webhooks.ts';
import { type EventName, type PayloadField, payloadFields } from '../../../model/event-catalogue.ts';
import { timestampInput } from '../../../model/fields.ts';
import { eventName, rehearsal, webhook } from '../../../model/webhook.ts';
import { answer } from '../../answers/answer.ts';
import { dateWindow, logPaging, paging } from '../../wire/paging.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

const givenEvent = z
  .string()
  .meta({ description: 'Name of an event, in any case.', example: 'OrderSucceeded' });

const eventByHand = z
  .object({
    Event: givenEvent,
    WebhookId: z.string().optional().meta({ description: 'Send it to this endpoint only.' }),
    TriggerDays: z.number().int().optional(),
    NewInvoiceDraftIds: z.array(z.string()).optional(),
  })
  .extend(
    Object.fromEntries(
      payloadFields
        .filter((field) => field !== 'TriggerDays' && field !== 'NewInvoiceDraftIds')
        .map((field) => [field, z.string().optional()]),
    ) as {
      [Field in Exclude<PayloadField, 'TriggerDays' | 'NewInvoiceDraftIds'>]: z.ZodOptional<z.ZodString>;
    },
  )
  .meta({ id: 'EventByHand' });

const recordedEvent = z
  .object({
    Id: z.string(),
    At: z.string(),
    Event: eventName,
    EntityId: z.string(),
    Cause: z
      .object({
        RequestId: z.number().optional(),
        TaskId: z.string().optional(),
        TaskType: z.string().optional(),
        TaskKey: z.string().optional(),
        AdvanceId: z.number().optional().meta({ description: 'The request that moved the clock.' }),
      })
      .optional()
      .meta({
        description:
          'The request, or the task of the stream, that the event comes of; unknown after a restart.',
      }),
  })
  .loose()
  .meta({ id: 'RecordedEvent' });

const attempt = z.object({
  At: z.string().meta({ description: 'On the sandbox clock.' }),
  StatusCode: z.number().optional(),
  Error: z.string().optional().meta({ description: 'Why it counts as failed.' }),
  Request: z
    .object({ Method: z.string(), Url: z.string(), Headers: z.record(z.string(), z.string()) })
    .optional(),
  Answer: z
    .object({
      Status: z.number(),
      Headers: z.record(z.string(), z.string()),
      Body: z.string(),
      Url: z.string().optional(),
    })
    .optional(),
  DurationMs: z.number().optional().meta({ description: 'Real time.' }),
});

const delivery = z
  .object({
    Id: z.string(),
    EventId: z.string().meta({ description: 'Also the webhook-id header.' }),
    WebhookId: z.string(),
    Url: z.string(),
    Event: eventName,
    Status: z.enum(['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped']),
    Cause: z.enum(['Duplicate', 'Resend']).optional(),
    Body: z.object({}).loose().meta({ description: 'The posted payload.' }),
    ReferenceCode: z.string().optional().meta({ description: 'Id of the contract that it is about.' }),
    CustomerName: z.string().optional().meta({ description: 'Id of the customer that it is about.' }),
    Attempts: z.array(attempt),
    NextAttemptAt: z.string().optional().meta({ description: 'On the sandbox clock; while pending.' }),
  })
  .meta({ id: 'Delivery' });

const controlledWebhook = webhook
  .extend({
    Secret: z.string(),
    Rehearsal: rehearsal.optional(),
    TimeoutMs: z.number(),
    Pending: z.number().meta({ description: 'Deliveries that are still to be made.' }),
  })
  .meta({ id: 'ControlledWebhook' });

function shownDelivery(core: Core, { Lane, NextAttemptAt, Body, Attempts, ...rest }: DeliveryRecord) {
  const payload = JSON.parse(Body) as { readonly ContractId?: string; readonly CustomerId?: string };
  const contract = core.tx.contracts.get(payload.ContractId);
  const customer = core.tx.customers.get(payload.CustomerId);
  const exchanges = core.deliverer.log.of(rest.Id);
  // The log is empty after a restart, so its entries belong to the latest attempts.
  const before = Attempts.length - exchanges.length;
  return {
    ...rest,
    Body: payload,
    ...(contract && { ReferenceCode: contract.ReferenceCode }),
    ...(customer && { CustomerName: customer.CustomerName }),
    Attempts: Attempts.map((entry, at) => ({ ...entry, ...exchanges[at - before] })),
    ...(NextAttemptAt === undefined ? {} : { NextAttemptAt: timestampText(NextAttemptAt) }),
  };
}

function shownWebhook(core: Core, { PreviousSecret, BasicAuth, ...shown }: WebhookRecord) {
  return { ...shown, Pending: core.tx.deliveries.count('Pending', shown.Id) };
}

export const deliveries = control('/sandbox')
  .get(
    '/events',
    {
      tag,
      summary: 'Events, newest first',
      query: logPaging.extend({ event: givenEvent.optional() }).extend(dateWindow.shape),
      answers: { 200: z.array(recordedEvent) },
    },
    (c) => {
      const { event, dateFrom, dateTo, ...page } = c.req.valid('query');
      return answer(
        c,
        c.env.core.tx.events
          .list({
            ...page,
            ...toDateWindow(c.env.core.tx, dateFrom, dateTo),
            where: { Event: event === undefined ? undefined : checkedEvents([event], 'event')[0] },
            newestFirst: true,
          })
          .map(({ Id, At, Payload }) => {
            const cause = c.env.core.activity.findCause({ Id, At });
            const caused = cause === undefined ? {} : { Cause: cause };
            return { Id, At: timestampText(At), ...Payload, ...caused };
          }),
      );
    },
  )
  .post(
    '/events',
    {
      tag,
      summary: 'Send an event by hand',
      description:
        'Specify the event and the fields that matter; the rest of the payload is taken from the newest matching documents. Only the event is sent; the state does not change.',
      json: eventByHand,
      answers: { 200: recordedEvent },
    },
    (c) => {
      const { Event, WebhookId, ...fields } = c.req.valid('json');
      const [name] = checkedEvents([Event], 'Event') as [EventName];
      const { Id, At, Payload } = c.env.core.transaction((tx) =>
        tx.emit(builtPayload(tx, name, fields), WebhookId),
      );
      return answer(c, { Id, At: timestampText(At), ...Payload });
    },
  )
  .get(
    '/deliveries',
    {
      tag,
      summary: 'Deliveries of webhooks, newest first',
      query: logPaging.extend({
        webhookId: z.string().optional(),
        eventId: z.string().optional(),
        event: givenEvent.optional(),
        status: z.enum(['Pending', 'Succeeded', 'Failed', 'Canceled', 'Dropped']).optional(),
      }),
      answers: { 200: z.array(delivery) },
    },
    (c) => {
      const { core } = c.env;
      const { webhookId, eventId, event, status, ...page } = c.req.valid('query');
      return answer(
        c,
        core.tx.deliveries
          .list({
            ...page,
            where: {
              WebhookId: webhookId,
              EventId: eventId,
              Event: event === undefined ? undefined : checkedEvents([event], 'event')[0],
              Status: status,
            },
            newestFirst: true,
          })
          .map((entry) => shownDelivery(core, entry)),
      );
    },
  )
  .post(
    '/deliveries/settle',
    {
      tag,
      summary: 'Wait until all deliveries that are due have been tried',
      description: 'Also runs what else is due now. Retries that are due later wait for the clock.',
      answers: {
        200: z.object({
          Now: z.string(),
          Pending: z.number().meta({ description: 'Deliveries that wait for a later attempt.' }),
          NextAttemptAt: z.string().optional(),
        }),
      },
    },
    async (c) => {
      const { core } = c.env;
      await core.settle();
      const pending = core.tx.deliveries.where('Status', 'Pending');
      const next = pending.reduce(
        (least, { NextAttemptAt = least }) => Math.min(least, NextAttemptAt),
        Infinity,
      );
      return answer(c, {
        Now: timestampText(core.clock.now()),
        Pending: pending.length,
        ...(Number.isFinite(next) ? { NextAttemptAt: timestampText(next) } : {}),
      });
    },
  )
  .post(
    '/deliveries/resend',
    {
      tag,
      summary: 'Send a range of events again',
      description:
        'Oldest first, to each endpoint that is registered for them now, with their original webhook-id.',
      json: z.object({
        From: timestampInput('Events from this instant on.').optional(),
        To: timestampInput('Events up to this instant.').optional(),
        WebhookId: z.string().optional().meta({ description: 'One endpoint; all without it.' }),
        Events: z.array(givenEvent).optional(),
        OnlyMissing: z
          .boolean()
          .optional()
          .meta({ description: 'Omit deliveries that were already accepted.' }),
      }),
      bodyOptional: true,
      answers: { 200: z.array(delivery) },
      refusals: [404],
    },
    (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      const sent = core.transaction((tx) =>
        resendRange(tx, {
          ...toDateWindow(tx, body.From, body.To),
          webhookId: body.WebhookId,
          events: body.Events === undefined ? undefined : checkedEvents(body.Events),
          onlyMissing: body.OnlyMissing,
        }),
      );
      return answer(
        c,
        sent.map((entry) => shownDelivery(core, entry)),
      );
    },
  )
  .post(
    '/deliveries/:id/resend',
    {
      tag,
      summary: 'Send one delivery again',
      description: 'One that waits for its next attempt is tried now.',
      answers: { 200: delivery },
      refusals: [409],
    },
    (c) => {
      const { core } = c.env;
      const sent = core.transaction((tx) => resendDelivery(tx, c.req.param('id')));
      return answer(c, shownDelivery(core, sent));
    },
  )
  .get(
    '/webhooks',
    {
      tag,
      summary: 'Endpoints with their secrets and rehearsal settings',
      query: paging,
      answers: { 200: z.array(controlledWebhook) },
    },
    (c) => {
      const { core } = c.env;
      return answer(
        c,
        core.tx.webhooks.list(c.req.valid('query')).map((entry) => shownWebhook(core, entry)),
      );
    },
  )
  .patch(
    '/webhooks/:id',
    {
      tag,
      summary: 'Let deliveries to an endpoint go wrong, or enable it again',
      json: z.object({
        Rehearsal: rehearsal
          .optional()
          .meta({ description: 'Replaces the settings; `{}` ends the rehearsal.' }),
        TimeoutMs: z.number().int().min(1).max(60_000).optional(),
        Enabled: z.boolean().optional(),
      }),
      answers: { 200: controlledWebhook },
    },
    (c) => {
      const { core } = c.env;
      const body = c.req.valid('json');
      const id = c.req.param('id');
      const changed = core.transaction((tx) => {
        rehearse(tx, id, body);
        if (body.Enabled === true) enableWebhook(tx, id);
        if (body.Enabled === false) disableWebhook(tx, id, 'disabled by hand');
        return getWebhook(tx, id);
      });
      if (changed.DisabledAt !== undefined) core.deliverer.forget(id);
      return answer(c, shownWebhook(core, changed));
    },
  );
