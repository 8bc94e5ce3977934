import * as z from 'zod';
import { line, own, page } from '../answer.ts';
import { loadDocs, NO_DOCS } from '../docs.ts';
import { skip, tool } from '../tool.ts';

export const searchDocs = tool({
  name: 'search_docs',
  description:
    'Searches the guides by words or a question; returns the sentences that match, with places for read_docs.',
  input: { query: z.string(), skip },
  readOnly: true,
  async run(service, { query, skip }) {
    const docs = await loadDocs(service);
    if (docs.sections.length === 0) return NO_DOCS;
    const found = docs.find(query).map(({ id, heading, match }) => own(`${id} (${heading}): ${match}`));
    return page(found, line`read_docs {"place": "\u2026"} with one of these.`, {
      skip,
      take: 6,
      more: `skip ${skip + 6}`,
    });
  },
});
