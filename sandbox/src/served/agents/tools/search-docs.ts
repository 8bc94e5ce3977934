import * as z from 'zod';
import { docsOf, NO_DOCS } from '../docs.ts';
import { page, tool } from '../tool.ts';

/** Characters of a found section that are shown. */
const SNIPPET = 160;

const shortOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, SNIPPET);

export const searchDocs = tool({
  name: 'search_docs',
  description: 'Searches the guides; returns places, which read_docs opens.',
  input: z.object({ query: z.string(), skip: z.number().int().min(0).default(0) }),
  readOnly: true,
  async run(service, { query, skip }) {
    const docs = await docsOf(service);
    if (docs.sections.length === 0) return NO_DOCS;
    const found = docs.find(query).map(({ id, heading, text }) => `${id} (${heading}): ${shortOf(text)}`);
    return page(found, 'read_docs {"place": "…"} with one of these.', {
      skip,
      take: 6,
      more: `skip ${skip + 6}`,
    });
  },
});
