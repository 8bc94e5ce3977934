import * as z from 'zod';
import { notFound } from '../../domain/problem.ts';
import { type Route, route } from '../route.ts';

const tag = 'Control';

/** The workspaces beside this one. */
export const controlWorkspaceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sandbox/workspaces',
    credential: 'Control',
    tag,
    summary: 'Workspaces in use',
    description: 'A workspace is made when `/w/<name>/…` is asked for something first.',
    answers: { 200: z.array(z.object({ Name: z.string() })) },
    handle: ({ traffic }) => ({ status: 200, body: traffic.workspaces.names().map((Name) => ({ Name })) }),
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/workspaces/{name}',
    credential: 'Control',
    tag,
    summary: 'Remove a workspace with all that is in it',
    answers: { 204: undefined },
    handle: ({ traffic, params }) => {
      const name = params['name'] as string;
      if (!traffic.workspaces.remove(name)) throw notFound('workspace', name);
      return { status: 204 };
    },
  }),
];
