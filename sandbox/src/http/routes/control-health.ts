import { timestamp } from '../../domain/time.ts';
import { type Route, route } from '../route.ts';
import { version } from '../version.ts';

/** Asked for as soon as a sandbox starts, so its schema is plain: nothing else has to be loaded for the first answer. */
export const controlHealthRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sandbox/health',
    credential: 'Control',
    tag: 'Control',
    summary: 'Whether the sandbox runs',
    answers: {
      200: {
        jsonSchema: {
          type: 'object',
          properties: {
            Status: { const: 'ok' },
            Version: { type: 'string', description: 'Version of the package.', examples: ['0.1.0'] },
            Now: { type: 'string', description: 'The simulated time.', format: 'date-time' },
          },
          required: ['Status', 'Version', 'Now'],
          additionalProperties: false,
        },
      },
    },
    handle: ({ core }) => ({
      status: 200,
      body: { Status: 'ok', Version: version, Now: timestamp(core.clock.now()) },
    }),
  }),
];
