import * as z from 'zod';
import { conflict, notFound } from '../../../domain/basics/problem.ts';
import { answer } from '../../answers/answer.ts';
import { refuseLargeCopy } from '../../traffic/fork.ts';
import { control } from '../../zones/zones.ts';

const tag = 'Control';

const workspace = z.object({
  Name: z.string().meta({ description: '1 to 64 letters, digits, dots, dashes or underscores.' }),
});

const newWorkspace = workspace.extend({
  Copy: z.boolean().optional().meta({
    description: 'Begin with a copy of this workspace. Refused where it exists.',
  }),
});

/** The workspaces beside this one. */
export const workspaces = control('/sandbox/workspaces', { refused: 'clock-and-state#workspaces' })
  .get(
    '/',
    {
      tag,
      whileClockMoves: true,
      summary: 'Workspaces in use',
      answers: { 200: z.array(workspace) },
    },
    (c) =>
      answer(
        c,
        c.env.traffic.workspaces.names().map((Name) => ({ Name })),
      ),
  )
  .post(
    '/',
    {
      tag,
      whileClockMoves: true,
      summary: 'Make a workspace',
      description:
        'It is reached below `/w/<name>/`. One that is there already stays as it is. The first request to `/w/<name>/…` makes it too, unless the sandbox is reached by others than this machine. At most 1,000 by default; one that nobody uses for a week is removed.',
      json: newWorkspace.meta({ example: { Name: 'checkout-1' } }),
      answers: { 200: workspace },
      refusals: [409],
    },
    (c) => {
      const { Name, Copy } = c.req.valid('json');
      const { core, traffic } = c.env;
      if (Copy === true) {
        if (traffic.workspaces.names().includes(Name))
          throw conflict(`Workspace "${Name}" already exists. Choose another name.`, 'AlreadyExists');
        refuseLargeCopy(traffic.usage, core.state.documents.size, 1);
      }
      traffic.workspaces.open(Name, Copy === true ? core.snapshot() : undefined);
      return answer(c, { Name });
    },
  )
  .delete(
    '/:name',
    {
      tag,
      whileClockMoves: true,
      summary: 'Remove a workspace with all that is in it',
      answers: { 204: undefined },
    },
    (c) => {
      const name = c.req.param('name');
      if (!c.env.traffic.workspaces.remove(name)) throw notFound('workspace', name);
      return c.body(null, 204);
    },
  );
