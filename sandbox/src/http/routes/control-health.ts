import { timestamp } from '../../domain/time.ts';
import { answer } from '../answer.ts';
import { version } from '../version.ts';
import { control } from '../zones.ts';

/** Asked for as soon as a sandbox starts, so its schema is plain: nothing else has to be loaded for the first answer. */
export const health = control('/sandbox/health').get(
  '/',
  {
    tag: 'Control',
    summary: 'Whether the sandbox runs',
    whileClockMoves: true,
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
  },
  (c) => answer(c, { Status: 'ok', Version: version, Now: timestamp(c.env.core.clock.now()) }),
);
