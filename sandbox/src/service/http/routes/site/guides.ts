import * as z from 'zod';
import { nearestName } from '../../../domain/basics/nearest-name.ts';
import { Problem } from '../../../domain/basics/problem.ts';
import { wantsMarkdown } from '../../answers/accepts.ts';
import { answerStatic } from '../../answers/static-text.ts';
import { documentFor } from '../../openapi/served-document.ts';
import { markdownLink } from '../../zones/guide-links.ts';
import { pages } from '../../zones/zones.ts';

const tag = 'Documentation';
const elsewhere = 'Leads to `/docs` where the sandbox has no port of its own, which leaves the guides out.';

/** The pages of `docs/` for users of the packages. */
export const guidePages = pages('/docs/guides')
  .get(
    '/',
    {
      tag,
      summary: 'The guides, to be read in a browser',
      description: elsewhere,
      answers: { 200: undefined, 302: undefined },
      contentType: 'text/html',
    },
    async (c) => {
      const { guides } = await import('virtual:guides');
      if (guides.length === 0) return c.redirect(`${c.env.pagesUrl}/docs`);
      const { guideListPage } = await import('../../pages/guide-page.tsx');
      return guideListPage(c, await documentFor(c));
    },
  )
  .get(
    '/search-index.js',
    {
      tag,
      summary: 'The sections of the guides for their search, as a script',
      answers: { 200: undefined },
      contentType: 'text/javascript',
    },
    async (c) => {
      const { guides } = await import('virtual:guides');
      const { splitSections } = await import('./guide-sections.ts');
      const sections = JSON.stringify(guides.flatMap(splitSections));
      return answerStatic(c, `globalThis.guideSections = ${sections};\n`, 'text/javascript');
    },
  )
  .get(
    '/:name',
    {
      tag,
      summary: 'One guide; as Markdown at `<name>.md`, or by `Accept: text/markdown`',
      description: elsewhere,
      query: z.object({}).loose(),
      answers: { 200: undefined, 302: undefined },
      contentType: ['text/html', 'text/markdown'],
      refusals: [404],
    },
    async (c) => {
      const name = c.req.param('name').replace(/\.md$/i, '');
      if (name !== c.req.param('name') || wantsMarkdown(c)) {
        const { answerGuideText } = await import('./guide-texts.ts');
        return answerGuideText(c, name);
      }
      const { guides } = await import('virtual:guides');
      if (guides.length === 0) return c.redirect(`${c.env.pagesUrl}/docs`);
      const guide = guides.find((one) => one.name === name);
      if (guide === undefined) {
        const near = nearestName(
          name,
          guides.map((one) => one.name),
        );
        const hint =
          near === undefined ? 'All guides are at /docs/guides.' : `Did you mean /docs/guides/${near}?`;
        throw new Problem('NotFound', 'NotFound', `There is no guide "${name}". ${hint}`);
      }
      c.env.headers['Vary'] = 'Accept';
      c.env.headers['Link'] = markdownLink(`${c.env.baseUrl}/docs/guides/${name}`, 'alternate');
      const { guidePage } = await import('../../pages/guide-page.tsx');
      return guidePage(c, await documentFor(c), guide);
    },
  );
