import * as z from 'zod';
import { notFound } from '../../domain/problem.ts';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import { control } from '../middleware/access.ts';
import { section } from '../section.ts';

const tag = 'Control';

/** The workspaces beside this one. */
export const workspaces = section('/sandbox/workspaces');

workspaces.get(
  '/',
  describe({
    tag,
    whileClockMoves: true,
    summary: 'Workspaces in use',
    description: 'A workspace is made when `/w/<name>/…` is asked for something first.',
    answers: { 200: z.array(z.object({ Name: z.string() })) },
  }),
  control,
  (c) =>
    answer(
      c,
      c.env.traffic.workspaces.names().map((Name) => ({ Name })),
    ),
);

workspaces.delete(
  '/:name',
  describe({
    tag,
    whileClockMoves: true,
    summary: 'Remove a workspace with all that is in it',
    answers: { 204: undefined },
  }),
  control,
  (c) => {
    const name = c.req.param('name');
    if (!c.env.traffic.workspaces.remove(name)) throw notFound('workspace', name);
    return c.body(null, 204);
  },
);
