import type { eventCatalogue, PayloadField } from '../../model/event-catalogue.ts';
import type { JsonSchema } from './schemas.ts';

/** OpenAPI's `webhooks`: one for each event, with what it carries. */
export function webhookOperations(catalogue: typeof eventCatalogue): { [event: string]: object } {
  return Object.fromEntries(
    Object.entries(catalogue).map(([event, { when, always, sometimes }]) => {
      const fields = [...always, ...sometimes] as PayloadField[];
      const schema: JsonSchema = {
        type: 'object',
        properties: {
          Event: { const: event },
          EntityId: { type: 'string', description: 'Id of the account.' },
          ...Object.fromEntries(
            fields.map((field) => [field, { type: field === 'TriggerDays' ? 'number' : 'string' }]),
          ),
        },
        required: ['Event', 'EntityId', ...always],
      };
      return [
        event,
        {
          post: {
            operationId: `on${event}`,
            tags: ['Webhooks'],
            summary: event,
            description: `Sent when ${when}. Read the current state by REST.`,
            requestBody: { required: true, content: { 'application/json': { schema } } },
            responses: {
              '200': { description: 'Taken; 201, 202 and 204 count too. Anything else is sent again.' },
            },
            security: [],
          },
        },
      ];
    }),
  );
}
