import * as z from 'zod';
import { describe } from '../describe.ts';
import { anybody } from '../middleware/access.ts';
import { section } from '../section.ts';

/** The script-tag build, so that a page needs one tag. */
export const script = section('/clientlib.js');

script.get(
  '/',
  describe({
    tag: 'ClientLib',
    summary: 'ClientLib for a script tag',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/javascript',
  }),
  anybody,
  async (c) => {
    const { clientlibJs } = await import('virtual:clientlib');
    return c.body(clientlibJs, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
  },
);
