import { timestamp } from '../../../domain/basics/time.ts';
import { answer } from '../../answers/answer.ts';
import { version } from '../../wire/version.ts';
import { control } from '../../zones/zones.ts';

/** Requested as soon as a sandbox starts, so its schema is plain: the first response loads nothing else. */
export const health = control('/sandbox/health').get(
  '/',
  {
    tag: 'Control',
    summary: 'Check that the sandbox is running',
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
