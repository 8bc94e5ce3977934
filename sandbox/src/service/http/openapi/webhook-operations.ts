import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { eventCatalogue, PayloadField } from '../../model/event-catalogue.ts';

/** OpenAPI's `webhooks`: one for each event, with its payload. */
export function webhookOperations(catalogue: typeof eventCatalogue): ZodOpenApiPathsObject {
  return Object.fromEntries(
    Object.entries(catalogue).map(([event, { when, always, sometimes }]) => {
      const required: readonly PayloadField[] = always;
      const fields = [...always, ...sometimes].map((field) => [
        field,
        fieldSchema(field, required.includes(field)),
      ]);
      const schema = z.looseObject({
        Event: z.literal(event),
        EntityId: z.string().meta({ description: 'Id of the account.' }),
        ...Object.fromEntries(fields),
      });
      return [
        event,
        {
          post: {
            operationId: `on${event}`,
            tags: ['Webhooks'],
            summary: event,
            description: `Sent when ${when}. Read the current state with the REST API.`,
            requestBody: { required: true, content: { 'application/json': { schema } } },
            responses: {
              '200': {
                description:
                  'Accepted, like 201, 202 and 204. With any other status, the event is sent again.',
              },
            },
            security: [],
          },
        },
      ];
    }),
  );
}

function fieldSchema(field: PayloadField, always: boolean): z.ZodType {
  const schema = field === 'TriggerDays' ? z.number() : z.string();
  return always ? schema : schema.optional();
}
