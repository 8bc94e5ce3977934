import * as z from 'zod';
import { answerStatic, anyOrigin } from '../../answers/static-text.ts';
import { publicScripts } from '../../zones/zones.ts';

/** The script-tag build, so that a page needs only one tag. */
export const script = publicScripts('/clientlib.js').get(
  '/',
  {
    tag: 'ClientLib',
    summary: 'ClientLib for a script tag',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/javascript',
  },
  async (c) => {
    const { clientlibJs } = await import('virtual:clientlib');
    return answerStatic(c, clientlibJs, 'text/javascript', anyOrigin);
  },
);
