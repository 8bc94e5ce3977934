import * as z from 'zod';
import { catalog } from '../../../model/sandbox-catalog.ts';
import { keepable } from '../../../state/collection.ts';
import { wantsPage } from '../../answers/accepts.ts';
import { answer } from '../../answers/answer.ts';
import { readCatalog } from '../../pages/catalog.ts';
import { control, controlReset } from '../../zones/zones.ts';

const tag = 'Control';

/** Resets the sandbox to its initial state. */
export const reset = controlReset('/sandbox/reset').post(
  '/',
  {
    tag,
    summary: 'Back to the fixtures',
    answers: { 200: z.object({ Status: z.literal('ok') }) },
    description:
      'Resets state, clock, faults and logs. `Keep` lists the parts that are kept: registered webhooks, access tokens, the catalogue. What is under way, such as an advance of the clock or a payment, ends with 409 `StateReplaced`.',
    json: z
      .object({
        Keep: z
          .array(z.enum(keepable))
          .optional()
          .meta({ description: 'The parts to keep; none by default.' }),
      })
      .meta({ id: 'ResetInput', example: { Keep: ['Webhooks', 'Tokens', 'Catalogue'] } }),
    bodyOptional: true,
    whileClockMoves: true,
  },
  (c) => {
    c.env.core.reset(c.req.valid('json').Keep);
    c.env.traffic.clear();
    return answer(c, { Status: 'ok' });
  },
);

/** Credentials and catalogue for the start of a test. */
export const credentials = control('/sandbox/catalog').get(
  '/',
  {
    tag,
    summary: 'Credentials, catalogue and test data of this sandbox',
    description: 'As JSON, and as a page for a browser.',
    answers: { 200: catalog },
    contentType: 'text/html',
  },
  async (c) => {
    const content = readCatalog(c.env.core, c.env.baseUrl);
    if (!wantsPage(c)) return answer(c, content, 200, { Vary: 'Accept' });
    const { catalogPage } = await import('../../pages/catalog-page.tsx');
    return catalogPage(c, content);
  },
);
