import * as z from 'zod';
import { type Core, keepable } from '../../core.ts';
import { advanceInstant } from '../../domain/clock-input.ts';
import { invalid } from '../../domain/problem.ts';
import { timestamp } from '../../domain/time.ts';
import { wantsPage } from '../accepts.ts';
import { answer } from '../answer.ts';
import { catalog, catalogOf } from '../catalog.ts';
import { describe } from '../describe.ts';
import { control } from '../middleware/access.ts';
import { section } from '../section.ts';

const tag = 'Control';

const clockState = (core: Core) => ({ Now: timestamp(core.clock.now()), Mode: core.clock.mode });

/** What a developer and a test do with the sandbox itself. */
export const sandbox = section('/sandbox');

sandbox.post(
  '/reset',
  describe({
    tag,
    summary: 'Back to the fixtures',
    answers: { 200: z.object({ Status: z.literal('ok') }) },
    description:
      'As if the sandbox had just been started: state, clock, faults and logs. What `Keep` names stays as it is: registered webhooks, access tokens, the catalogue.',
    json: z
      .object({
        Keep: z.array(z.enum(keepable)).optional().meta({ description: 'What stays; nothing where unset.' }),
      })
      .meta({ id: 'ResetInput', example: { Keep: ['Webhooks', 'Tokens', 'Catalogue'] } }),
    bodyOptional: true,
  }),
  control,
  (c) => {
    c.env.core.reset(c.req.valid('json').Keep);
    c.env.traffic.clear();
    return answer(c, { Status: 'ok' });
  },
);

sandbox.get(
  '/clock',
  describe({
    tag,
    summary: 'The simulated time',
    answers: { 200: z.object({ Now: z.string(), Mode: z.string() }) },
  }),
  control,
  (c) => answer(c, clockState(c.env.core)),
);

sandbox.post(
  '/clock',
  describe({
    tag,
    summary: 'Move the simulated time',
    description: 'Answers when all that fell due on the way is done.',
    json: z
      .object({
        Advance: z.string().optional().meta({ description: 'ISO 8601 duration to move on by.' }),
        Now: z.string().optional().meta({ description: 'Instant to move on to, ISO 8601.' }),
        Mode: z.enum(['WallClock', 'Manual']).optional(),
      })
      .meta({ example: { Advance: 'P1M' } }),
    answers: { 200: z.object({ Now: z.string(), Mode: z.string() }) },
  }),
  control,
  async (c) => {
    const { core } = c.env;
    const body = c.req.valid('json');
    if (body.Advance === undefined && body.Now === undefined && body.Mode === undefined) {
      throw invalid('Advance', 'send Advance (an ISO 8601 duration), Now (an instant) or Mode');
    }
    if (body.Advance !== undefined || body.Now !== undefined) {
      await core.schedule.advanceTo(advanceInstant(core.tx, body));
    }
    if (body.Mode === 'WallClock') {
      if (core.clock.now() < Date.now()) await core.schedule.advanceTo(Date.now());
      core.clock.followWallClock();
    } else if (body.Mode === 'Manual') core.clock.standAt(core.clock.now());
    core.schedule.arm();
    return answer(c, clockState(core));
  },
);

sandbox.get(
  '/catalog',
  describe({
    tag,
    summary: 'Credentials, catalogue and test data of this sandbox',
    description: 'As JSON, and as a page for a browser.',
    answers: { 200: catalog },
    contentType: 'text/html',
  }),
  control,
  async (c) => {
    const content = catalogOf(c.env.core, c.env.baseUrl);
    if (!wantsPage(c)) return answer(c, content, 200, { Vary: 'Accept' });
    const { catalogPage } = await import('../pages/catalog-page.tsx');
    return catalogPage(c, content);
  },
);
