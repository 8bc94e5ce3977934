import * as z from 'zod';
import { type Route, route } from '../route.ts';

/** The script-tag build, so that a page needs one tag. */
export const scriptRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/clientlib.js',
    credential: 'Public',
    tag: 'ClientLib',
    summary: 'ClientLib for a script tag',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/javascript',
    handle: async () => {
      const { clientlibJs } = await import('virtual:clientlib');
      return {
        status: 200,
        headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
        content: clientlibJs,
      };
    },
  }),
];
