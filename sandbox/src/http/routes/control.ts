import * as z from 'zod';
import type { Core } from '../../core.ts';
import { advanceInstant } from '../../domain/clock-input.ts';
import { invalid } from '../../domain/problem.ts';
import { timestamp } from '../../domain/time.ts';
import { wantsPage } from '../accepts.ts';
import { catalogOf } from '../catalog.ts';
import { type Route, route } from '../route.ts';

const tag = 'Control';

const clockState = (core: Core) => ({ Now: timestamp(core.clock.now()), Mode: core.clock.mode });

/** Characters of the largest snapshot that is read: about 8,000 contracts of a year, half of what a text can hold. */
const LARGEST_SNAPSHOT = 250_000_000;

const snapshot = z.object({
  Version: z.literal(1),
  Clock: z.object({ Now: z.number(), Mode: z.enum(['WallClock', 'Manual']) }),
  Random: z.array(z.number()),
  LastId: z.number(),
  Collections: z.record(z.string(), z.array(z.looseObject({ Id: z.string() }))),
});

/** What a developer and a test do with the sandbox itself. */
export const controlRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/sandbox/reset',
    credential: 'Control',
    tag,
    summary: 'Back to the fixtures',
    answers: { 200: z.object({ Status: z.literal('ok') }) },
    description: 'As if the sandbox had just been started: state, clock, faults and logs.',
    handle: ({ core, traffic }) => {
      core.reset();
      traffic.clear();
      return { status: 200, body: { Status: 'ok' } };
    },
  }),
  route({
    method: 'GET',
    path: '/sandbox/snapshot',
    credential: 'Control',
    tag,
    summary: 'The whole state',
    answers: { 200: z.object({}).loose() },
    handle: ({ core }) => ({ status: 200, body: core.snapshot() }),
  }),
  route({
    method: 'PUT',
    path: '/sandbox/snapshot',
    credential: 'Control',
    tag,
    summary: 'Replace the whole state',
    description: 'By what GET gave: all of it, or, when it is refused, nothing.',
    body: snapshot,
    bodyLimit: LARGEST_SNAPSHOT,
    answers: { 200: z.object({ Status: z.literal('ok') }) },
    handle: ({ core, body }) => {
      core.restore(body);
      return { status: 200, body: { Status: 'ok' } };
    },
  }),
  route({
    method: 'GET',
    path: '/sandbox/clock',
    credential: 'Control',
    tag,
    summary: 'The simulated time',
    answers: { 200: z.object({ Now: z.string(), Mode: z.string() }) },
    handle: ({ core }) => ({ status: 200, body: clockState(core) }),
  }),
  route({
    method: 'POST',
    path: '/sandbox/clock',
    credential: 'Control',
    tag,
    summary: 'Move the simulated time',
    description: 'Answers when all that fell due on the way is done.',
    body: z
      .object({
        Advance: z.string().optional().meta({ description: 'ISO 8601 duration to move on by.' }),
        Now: z.string().optional().meta({ description: 'Instant to move on to, ISO 8601.' }),
        Mode: z.enum(['WallClock', 'Manual']).optional(),
      })
      .meta({ example: { Advance: 'P1M' } }),
    answers: { 200: z.object({ Now: z.string(), Mode: z.string() }) },
    handle: async ({ core, body }) => {
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
      return { status: 200, body: clockState(core) };
    },
  }),
  route({
    method: 'GET',
    path: '/sandbox/catalog',
    credential: 'Control',
    tag,
    summary: 'Credentials, catalogue and test data of this sandbox',
    description: 'As JSON, and as a page for a browser.',
    answers: { 200: z.object({}).loose() },
    contentType: 'text/html',
    handle: async ({ c, core, baseUrl }) => {
      const catalog = catalogOf(core, baseUrl);
      if (!wantsPage(c)) return { status: 200, body: catalog, headers: { Vary: 'Accept' } };
      const { catalogPage } = await import('../pages/catalog-page.tsx');
      return catalogPage(c, catalog);
    },
  }),
];
