import { sessionFile } from '../../model/session.ts';
import { answer } from '../answer.ts';
import { sessionOf } from '../session-of.ts';
import { control } from '../zones.ts';

/** What has happened, as a file. */
export const sessions = control('/sandbox/session', { refused: 'sessions#what-is-recorded' }).get(
  '/',
  {
    tag: 'Control',
    summary: 'What has happened so far, as a file that can be replayed',
    description:
      'Requests that changed something, calls of the control API, moves of the clock and what came of webhooks, with the seed and the start. Secrets and card data are not in it: stand-ins like `{{4.Id}}` take their place. Save it, and start a sandbox with it: `clientlib-sandbox --session FILE`.',
    answers: { 200: sessionFile },
    refusals: [409],
    whileClockMoves: true,
  },
  (c) => answer(c, sessionOf(c.env.traffic)),
);
