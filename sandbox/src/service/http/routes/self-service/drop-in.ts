import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { answerStatic, anyOrigin } from '../../answers/static-text.ts';
import { publicScripts } from '../../zones/zones.ts';

const query = z.object({}).loose();
const page = {
  tag: 'ClientLib',
  query,
  answers: { 200: undefined },
  contentType: 'text/javascript',
} as const;

/** `<clientlib-signup>` and `<clientlib-portal>` for a script tag, to be loaded after `/clientlib.js`. */
export const dropIn = publicScripts('/drop-in.js').get(
  '/',
  { ...page, summary: 'The drop-in for a script tag' },
  async (c) => {
    const { dropInJs } = await import('virtual:drop-in');
    return answerStatic(c, dropInJs, 'text/javascript', anyOrigin);
  },
);

/** Files that the drop-in script loads: the customer's language, and the parts for the elements of a page. */
export const dropInFiles = publicScripts('/drop-in').get(
  '/:file',
  { ...page, summary: 'A language or a part of the drop-in' },
  async (c) => {
    const { files } = await import('virtual:drop-in');
    const file = c.req.param('file');
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    if (text === undefined) throw new Problem('NotFound', 'NotFound', `There is no /drop-in/${file}.`);
    return answerStatic(c, text, 'text/javascript', anyOrigin);
  },
);
