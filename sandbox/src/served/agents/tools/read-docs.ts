import * as z from 'zod';
import { asAnswer, line, MAX_ANSWER, own, page, quoted } from '../answer.ts';
import { loadDocs, NO_DOCS } from '../docs.ts';
import { tool } from '../tool.ts';

export const readDocs = tool({
  name: 'read_docs',
  description:
    'Reads a guide ("webhooks": its headings) or a part of it ("webhooks#register"). Without place: all guides.',
  input: {
    place: z.string().optional(),
    from: z.int().min(0).max(1_000_000).default(0).describe('Character'),
  },
  readOnly: true,
  async run(service, { place = '', from }) {
    const { sections, find } = await loadDocs(service);
    if (sections.length === 0) return NO_DOCS;
    const wanted = place.replace(/^.*\/guides\//, '').replace(/\.md\b/, '');
    if (wanted === '') {
      const titles = sections.filter(({ id }) => !id.includes('#'));
      return page(
        titles.map(({ id, heading }) => own(`${id}: ${heading}`)),
        line`read_docs with one of these.`,
        { take: 40 },
      );
    }
    const found = sections.find(({ id }) => id === wanted);
    if (found === undefined) {
      const near = find(wanted.replace(/[#-]/g, ' ')).slice(0, 5);
      return page(
        [line`There is no ${quoted(wanted)}. Near it:`, ...near.map(({ id }) => own(id))],
        line`read_docs with one of these.`,
      );
    }
    const headings = wanted.includes('#')
      ? []
      : sections.filter((one) => one.page === wanted && one !== found);
    const text = `# ${found.heading}\n\n${found.text}`;
    const parts = headings.map(({ id }) => id.split('#')[1]).join(' ');
    // Text and parts share one answer.
    const until = from + Math.max(MAX_ANSWER / 4, MAX_ANSWER - parts.length);
    const rest = text.length - until;
    return asAnswer(
      [
        text.slice(from, until),
        ...(rest > 0 ? [`… ${rest} characters more: from ${until}`] : []),
        ...(parts === '' ? [] : [`Parts: ${parts}`]),
        `Next: ${headings.length > 0 ? `read_docs {"place": "${wanted}#…"}` : 'search_docs for another.'}`,
      ].join('\n'),
    );
  },
});
